"""One seat that plays by a short basic strategy: the same decisions for the engine, its floor and its peers."""

from collections.abc import Iterator
from random import Random
from typing import TypeVar

DECKS = 6
LEFT_OVER = 60
"""Cards that lie below the cut card."""

STAKE = 10_00
"""Cents."""

CardT = TypeVar("CardT")


def decision(points: int, soft: bool, pair: bool, up: int, *, first: bool) -> str:
    """`hit`, `stand`, `double` or `split`. `up` is the dealer's upcard, 1 for an ace.

    `first` says that these are the first two cards of a hand that was never split: only that is doubled or split.
    """
    if first and pair and (points == 16 or soft):
        return "split"
    if first and not soft and points in (10, 11) and 1 < up < points:
        return "double"
    if soft:
        return "hit" if points < 18 or (points == 18 and up in (1, 9, 10)) else "stand"
    stands_from = 12 if 4 <= up <= 6 else 13 if 2 <= up <= 3 else 17
    return "stand" if points >= stands_from else "hit"


def dealt_out(pack: list[CardT], seed: int) -> Iterator[CardT]:
    """Cards without end, from shoes of six packs that are shuffled with the cut card 60 cards from the end."""
    rng = Random(seed)
    cards = pack * DECKS
    while True:
        rng.shuffle(cards)
        yield from cards[LEFT_OVER:]
