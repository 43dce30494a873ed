"""What goes wrong on request: failing requests, strange events, a broken gateway, missing permissions."""
