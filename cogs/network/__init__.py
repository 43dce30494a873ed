"""How the bot talks with Discord: the login, the gateway, what goes wrong, and how long a request is tried."""
