"""The gateway: a bot's sockets and sessions, and the events that each session gets."""

from .gateway import Gateway
from .starts import StartLimit

__all__ = ["Gateway", "StartLimit"]
