"""Honours in words."""

from typing import Final, NamedTuple

from cogs.language import Language
from engine.values.played import Earned


class News(NamedTuple):
    """What a round has newly earned its players."""

    earned: tuple[Earned, ...] = ()
    came_back: bool = False
    """Whether somebody has come back from the donor with this round, new or not."""


NO_NEWS: Final = News()


def honour(lang: Language, what: str) -> str:
    """What an honour is called, with its sign: `🏅 Three sevens`."""
    return f"🏅 {lang(f'honour-{what}')}"
