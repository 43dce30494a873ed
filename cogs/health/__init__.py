"""How a host sees whether the bot is well: the file for health checks, metrics, reports of errors."""
