"""Start and stop of the bot: the host's settings, the client, command registration, background tasks, signals."""
