"""The gateway: a bot's sockets and sessions, and the events that each session gets."""

from .gateway import Gateway

__all__ = ["Gateway"]
