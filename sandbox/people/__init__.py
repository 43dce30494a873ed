"""What people do: the commands they type, the buttons they click, the modals they send in."""

from .actions import Actions
from .catalogue import offered
from .guild import Server
from .user import Answer, User

__all__ = ["Actions", "Answer", "Server", "User", "offered"]
