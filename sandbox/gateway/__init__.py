"""The bot's sockets, sessions and events."""
