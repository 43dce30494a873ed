"""How the bot starts and stops: settings of the host, the client, registration of commands, background tasks, the file
that says that the bot is healthy, signals."""
