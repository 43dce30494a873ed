"""Fault injection: failing requests, strange events, a broken gateway, missing permissions."""
