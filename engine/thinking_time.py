"""How long players may think; a host and a channel's admins set it, and a table makes deadlines of it."""

from dataclasses import dataclass

SECONDS = (5, 3_600)
"""The least and the most that players may be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """How long players may think, and how long a table's first round waits for others to join."""

    bet: float = 60
    turn: float = 45
    join: float = 10
