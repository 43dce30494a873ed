"""The bot's start and stop."""
