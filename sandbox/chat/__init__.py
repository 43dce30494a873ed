"""What is said: messages, commands and interactions, checked and then kept in the world.

`MessageView` and `ModalView` show messages and modals as people see them.
"""

from .commands import Commands, untranslated
from .interaction import AnswerKind, Interaction, Reply
from .interactions import Interactions
from .messages import Body, Messages, Upload
from .stored import inputs, walk
from .threads import Threads
from .views import Attachment, Button, Input, MessageView, ModalView, Select, everything

__all__ = [
    "AnswerKind",
    "Attachment",
    "Body",
    "Button",
    "Commands",
    "Input",
    "Interaction",
    "Interactions",
    "MessageView",
    "Messages",
    "ModalView",
    "Reply",
    "Select",
    "Threads",
    "Upload",
    "everything",
    "inputs",
    "untranslated",
    "walk",
]
