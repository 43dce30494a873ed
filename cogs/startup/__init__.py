"""Start and stop: the client, command registration, background tasks."""
