"""Discord's gateway and REST API."""
