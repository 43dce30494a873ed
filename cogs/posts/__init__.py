"""Messages that the bot posts without an interaction."""
