"""The slash commands: each file is called like its command."""
