"""How the bot starts: what it needs of Discord, how long it waits for that, and how it is stopped."""
