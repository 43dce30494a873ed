"""What `/house` does: settings, ends of rounds and tables, the bot's status."""
