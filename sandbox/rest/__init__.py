"""The REST API: its routes, and a log of the requests."""
