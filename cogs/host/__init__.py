"""The host's settings, health, metrics and error reports."""
