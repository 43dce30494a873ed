"""The REST API for the bot."""
