"""What a hand of the daily ten is worth on the card that is shared."""

from collections.abc import Mapping

NEARLY = 20_000
"""Millionths of the stake: two percent."""

BEST = "g"

SQUARES: Mapping[str, str] = {BEST: "🟩", "y": "🟨", "r": "🟥"}
"""By the letter that is kept: every decision was the best; little was lost; more."""


def square(lost: int) -> str:
    """The letter of a hand in which so many millionths of the stake were lost."""
    if not lost:
        return BEST
    return "y" if lost <= NEARLY else "r"


def score(squares: str) -> int:
    """How many of these hands were best."""
    return squares.count(BEST)
