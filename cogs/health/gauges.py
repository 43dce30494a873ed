"""What is told of users' clicks and commands while they are answered; a host's metrics count it."""

from enum import StrEnum
from typing import Final


class ClickOutcome(StrEnum):
    """What became of a click, a modal or a command."""

    DONE = "done"
    REFUSED = "refused"
    """By the rules, the table or a page, with a sentence."""
    CROWDED = "crowded"
    """More clicks than can be carried out."""
    TOO_QUICK = "too_quick"
    """A user who clicks like a machine."""
    TOO_LATE = "too_late"
    """Discord would take no answer any more when it came."""
    TWICE = "twice"
    UNREADABLE = "unreadable"
    """A command that Discord sent as it should not."""
    UNANSWERED = "unanswered"
    """Discord did not take the answer."""
    NOT_KEPT = "not_kept"
    """The database failed."""
    FAILED = "failed"
    """An error of the program."""


class Gauges:
    """Is told what happens, and forgets it: a host's metrics write it down. Never blocks and never raises."""

    def ended(self, outcome: ClickOutcome) -> None:
        """An interaction has ended like this."""

    def answered(self, seconds: float) -> None:
        """Discord has taken the first answer to an interaction so long after it was made."""


NO_GAUGES: Final = Gauges()
