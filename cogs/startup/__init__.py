"""Start and stop."""
