"""Discord's gateway and REST API: the connection, errors, retries, rate limits."""
