"""What a hand of cards is worth."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.rules.cards import Card, Rank

BLACKJACK = 21


class Total(NamedTuple):
    """A hand's value; `soft` when an ace counts as 11 in it."""

    points: int
    soft: bool


def total(cards: Sequence[Card]) -> Total:
    """The best value: one ace counts as 11 where that does not pass 21."""
    points = 0
    ace = False
    for card in cards:
        points += card.rank.points
        ace = ace or card.rank is Rank.ACE
    if ace and points + 10 <= BLACKJACK:
        return Total(points + 10, True)
    return Total(points, False)


def is_bust(cards: Sequence[Card]) -> bool:
    """Whether the value has passed 21."""
    return total(cards).points > BLACKJACK


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether these are an ace and a ten-valued card and nothing else."""
    return len(cards) == 2 and total(cards).points == BLACKJACK


def is_pair_by_value(cards: Sequence[Card]) -> bool:
    """Whether these are two cards of equal value; jack and king count as a pair."""
    return len(cards) == 2 and cards[0].points == cards[1].points


def is_pair_by_rank(cards: Sequence[Card]) -> bool:
    """Whether these are two cards of equal rank; jack and king do not count as a pair."""
    return len(cards) == 2 and cards[0].rank is cards[1].rank
