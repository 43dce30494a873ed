"""The simulated Discord gateway: the bot's WebSockets, sessions and events."""
