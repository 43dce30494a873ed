"""A line of `check`: how it is, of what, and what to do."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How something is."""

    OK = "ok"
    WARNING = "warning"
    """It works, and should be otherwise."""
    WRONG = "wrong"
    """The bot does not work so."""

    @property
    def status(self) -> int:
        """The exit status that it asks for."""
        return 2 if self is Level.WRONG else 0


@dataclass(frozen=True, slots=True)
class Finding:
    """One of them."""

    level: Level
    about: str
    text: str

    def __str__(self) -> str:
        end = "" if self.text.endswith((".", "?")) else "."
        return f"{self.level.value}: {self.about}: {self.text}{end}"


def ok(about: str, text: str) -> Finding:
    """It is as it should be."""
    return Finding(Level.OK, about, text)


def warning(about: str, text: str) -> Finding:
    """It works; the text says what to do."""
    return Finding(Level.WARNING, about, text)


def wrong(about: str, text: str) -> Finding:
    """It does not work; the text says what to do."""
    return Finding(Level.WRONG, about, text)
