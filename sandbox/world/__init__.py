"""The state: people, guilds, channels, messages, commands and files; and clocks."""
