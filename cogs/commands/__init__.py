"""The slash commands, one file per command."""
