"""The gateway: the bot's WebSockets, sessions and events."""
