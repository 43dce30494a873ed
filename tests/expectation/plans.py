"""Fixed playing strategies that depend on the hand's value only."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Play = Callable[[int, bool, frozenset[str]], str]
"""Takes the hand's value, whether it is soft, and the letters of the options; returns one of these letters."""


class Insuring(Enum):
    """A seat's answer to the offer of insurance."""

    NO = "declines"
    HALF = "insures with half of the stake"
    EVEN_MONEY = "takes even money for a natural where it can, and insures otherwise"


@dataclass(frozen=True, slots=True)
class Plan:
    """A playing strategy."""

    name: str
    play: Play
    insuring: Insuring = Insuring.NO


def _mimic(points: int, soft: bool, options: frozenset[str]) -> str:
    return "h" if points < 17 else "s"


def _everything(points: int, soft: bool, options: frozenset[str]) -> str:
    if "p" in options:
        return "p"
    if "r" in options and not soft and points >= 15:
        return "r"
    if "d" in options and points <= (18 if soft else 11):
        return "d"
    return _mimic(points, soft, options)


NEVER_BUST = Plan("never bust", lambda n, soft, _: "h" if n <= (17 if soft else 11) else "s")

MIMIC = Plan("mimic the dealer", _mimic)
"""Draws below 17 and stands on every 17; no doubling, no splitting."""

STAND = Plan("always stand", lambda *_: "s")

DOUBLE = Plan("always double", lambda _, __, options: "d" if "d" in options else "s")

EVERYTHING = Plan("everything", _everything, Insuring.EVEN_MONEY)
"""Splits every pair, surrenders hard 15 and more, doubles soft hands and up to 11, and insures: covers every path."""

INSURE = Plan("insure", _mimic, Insuring.HALF)
"""Mimics the dealer and insures every hand, including naturals."""
