"""What exists: people, guilds, channels, messages, commands and files. Also clocks, and waiting for a change."""
