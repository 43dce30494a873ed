"""The words in which rules are told."""

from enum import Enum

DECK = 52
"""Cards in a deck."""


class Shuffle(Enum):
    """When the cards are shuffled."""

    AT_CUT_CARD = "at the cut card"
    """After the round in which the cut card came out."""
    EVERY_ROUND = "every round"
    NEVER = "never"
    """Each card is drawn with replacement."""


class Cutter(Enum):
    """Who cuts the shuffled deck."""

    NOBODY = "nobody"
    FIRST_SEAT = "the first seat"
    DESIGNATED = "a seat that the dealer picks"


class Pair(Enum):
    """Which two cards may be split."""

    NONE = "none"
    VALUE = "equal value"
    RANK = "equal rank"
