"""For the host, who runs the bot: settings, health checks, metrics and error reports."""
