"""Playing cards and hand totals. As text, `Ah` is the ace of hearts, `Td` the ten of diamonds, `F` a face card."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Rank(StrEnum):
    """A card's rank; its value is its letter, `points` counts an ace as 1."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    FACE = "F"
    """In place of ten, jack, queen and king."""
    ACE = "A"

    def __init__(self, code: str) -> None:
        self.points = int(code) if code.isdecimal() else 1 if code == "A" else 10


class Suit(StrEnum):
    """A card's suit; its value is its letter."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Card(NamedTuple):
    """A playing card. Cards of an infinite deck have no suit."""

    rank: Rank
    suit: Suit | None = None

    @property
    def points(self) -> int:
        return self.rank.points

    def __str__(self) -> str:
        return self.rank + (self.suit or "")


FRENCH_DECK = tuple(Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.FACE)

PLAIN_SUIT = (
    tuple(
        Card(rank)
        for rank in Rank
        if rank not in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.FACE)
    )
    + (Card(Rank.FACE),) * 4
)
"""The thirteen equally likely cards of an infinite deck."""

_BY_TEXT = {str(card): card for card in (*FRENCH_DECK, *PLAIN_SUIT)}


def parse_card(text: str) -> Card:
    """Return the card with this text form. Raises `ValueError` without quoting the text: it may be secret."""
    if text not in _BY_TEXT:
        raise ValueError("the text is not a card")
    return _BY_TEXT[text]


BLACKJACK = 21


class Total(NamedTuple):
    """A hand's points; `soft` if an ace counts as 11."""

    points: int
    soft: bool


def total(cards: Sequence[Card]) -> Total:
    """Return a hand's best total: one ace counts as 11 unless that passes 21."""
    points = 0
    ace = False
    for card in cards:
        points += card.rank.points
        ace = ace or card.rank is Rank.ACE
    if ace and points + 10 <= BLACKJACK:
        return Total(points + 10, True)
    return Total(points, False)


def is_natural(cards: Sequence[Card]) -> bool:
    """Return True for exactly an ace and a ten-valued card."""
    return len(cards) == 2 and total(cards).points == BLACKJACK


def is_pair_by_value(cards: Sequence[Card]) -> bool:
    """Return True for two cards of equal value, such as jack and king."""
    return len(cards) == 2 and cards[0].points == cards[1].points


def is_pair_by_rank(cards: Sequence[Card]) -> bool:
    return len(cards) == 2 and cards[0].rank is cards[1].rank
