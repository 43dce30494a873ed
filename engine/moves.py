"""The moves of a round, the players' and the dealer's, each with a text form that reads back to the same move.

A player's move starts with the seat (`2 hit`, `1 insure 250`), the dealer's with what he does (`deal Ah`, `reveal`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.cards import Card, parse_card


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals a card to whoever is due one."""

    card: Card

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dealer turns the hole card over."""

    def __str__(self) -> str:
        return "reveal"


@dataclass(frozen=True, slots=True)
class Hit:
    """Take a card."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} hit"


@dataclass(frozen=True, slots=True)
class Stand:
    """Take no more cards."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} stand"


@dataclass(frozen=True, slots=True)
class Double:
    """Double the stake and take exactly one card."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} double"


@dataclass(frozen=True, slots=True)
class Split:
    """Make two hands of a pair, with an equal stake on the second."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} split"


@dataclass(frozen=True, slots=True)
class Surrender:
    """Give the hand up for half of the stake."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} surrender"


@dataclass(frozen=True, slots=True)
class Insure:
    """Bet `cents` (at most half of the stake) that the dealer has a natural."""

    seat: int
    cents: int

    def __str__(self) -> str:
        return f"{self.seat} insure {self.cents}"


@dataclass(frozen=True, slots=True)
class DeclineInsurance:
    """Take no insurance."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} decline"


@dataclass(frozen=True, slots=True)
class TakeEvenMoney:
    """Have a natural paid 1:1 at once, whatever the dealer holds."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} even-money"


PlayerMove = Hit | Stand | Double | Split | Surrender | Insure | DeclineInsurance | TakeEvenMoney
DealerMove = Deal | Reveal
Move = PlayerMove | DealerMove

_PLAIN: Mapping[str, Callable[[int], PlayerMove]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
    "decline": DeclineInsurance,
    "even-money": TakeEvenMoney,
}


def parse_move(text: str) -> Move:
    """Read a move's text form. Raises `ValueError` for anything that no move prints."""
    match text.split(" "):
        case ["deal", card]:
            move: Move = Deal(parse_card(card))
        case ["reveal"]:
            move = Reveal()
        case [seat, "insure", cents] if is_number(seat) and is_number(cents):
            move = Insure(int(seat), int(cents))
        case [seat, verb] if is_number(seat) and verb in _PLAIN:
            move = _PLAIN[verb](int(seat))
        case _:
            raise ValueError(f"{text!r} is not a move")
    return move


def is_number(text: str) -> bool:
    """Whether this is how a seat or an amount of cents is written: digits without leading zeros."""
    return text.isascii() and text.isdigit() and len(text) <= 16 and not text.startswith("0")
