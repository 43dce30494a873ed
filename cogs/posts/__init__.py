"""Posts without an interaction."""
