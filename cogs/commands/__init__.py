"""One file for each slash command."""
