"""The gateway: a bot's sockets and sessions, and the events that each session gets."""
