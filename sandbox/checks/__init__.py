"""What Discord refuses. Each check notes all faults of a body in a `Form`, which then raises them together."""

from .commands import check_choices, check_command
from .components import ComponentCheck
from .form import Form
from .messages import check_message, flags_of, mentioned

__all__ = [
    "ComponentCheck",
    "Form",
    "check_choices",
    "check_command",
    "check_message",
    "flags_of",
    "mentioned",
]
