"""What people can do: type commands, click buttons, send modals, change settings."""

from .actions import Actions
from .catalogue import offered
from .guild import Server
from .user import Answer, User

__all__ = ["Actions", "Answer", "Server", "User", "offered"]
