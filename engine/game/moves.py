"""The moves of a round, the players' and the dealer's, each with a text form that reads back to the same move.

A player's move starts with the seat (`2 hit`, `1 insure 250`), the dealer's with what they do (`deal Ah`, `reveal`). A
move that the house made in a player's place says why at its end: `2 stand late`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from engine.integers import require_int
from engine.rules import Card, parse_card


class Verb(StrEnum):
    """What a player can do; the value is the word in a move's text form, and on its button."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    DECLINE = "decline"
    EVEN_MONEY = "even-money"


class Origin(StrEnum):
    """Who made a move; the value is the word at the end of its text form. Rounds of earlier versions name nobody."""

    PLAYER = ""
    LATE = "late"
    """The house: the player's time ran out."""
    GONE = "gone"
    """The house: the player had got up in mid-round."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals a card to whoever is due one."""

    card: Card = field(repr=False)
    """It may lie face down: only the text form, which is kept and not shown, names it."""

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dealer turns the hole card over."""

    def __str__(self) -> str:
        return "reveal"


@dataclass(frozen=True, slots=True)
class _SeatMove:
    """A seat's move. Raises `TypeError` where the seat is no `int`."""

    verb: ClassVar[Verb]
    seat: int

    def __post_init__(self) -> None:
        require_int("a seat", self.seat)

    def __str__(self) -> str:
        return f"{self.seat} {self.verb}"


@dataclass(frozen=True, slots=True)
class _FreeMove(_SeatMove):
    """A move that costs nothing, so that the house may make it in a player's place."""

    origin: Origin = Origin.PLAYER

    def __str__(self) -> str:
        plain = _SeatMove.__str__(self)
        return f"{plain} {self.origin}" if self.origin else plain


@dataclass(frozen=True, slots=True)
class Hit(_SeatMove):
    """Take a card."""

    verb = Verb.HIT


@dataclass(frozen=True, slots=True)
class Stand(_FreeMove):
    """Take no more cards."""

    verb = Verb.STAND


@dataclass(frozen=True, slots=True)
class Double(_SeatMove):
    """Double the stake and take exactly one card."""

    verb = Verb.DOUBLE


@dataclass(frozen=True, slots=True)
class Split(_SeatMove):
    """Make two hands of a pair, with an equal stake on the second."""

    verb = Verb.SPLIT


@dataclass(frozen=True, slots=True)
class Surrender(_SeatMove):
    """Give the hand up for half of the stake."""

    verb = Verb.SURRENDER


@dataclass(frozen=True, slots=True)
class Insure(_SeatMove):
    """Bet `cents` (at most half of the stake) that the dealer has a natural; raises as every seat's move."""

    verb = Verb.INSURE
    cents: int

    def __post_init__(self) -> None:
        _SeatMove.__post_init__(self)
        require_int("an insurance in cents", self.cents)

    def __str__(self) -> str:
        return f"{_SeatMove.__str__(self)} {self.cents}"


@dataclass(frozen=True, slots=True)
class DeclineInsurance(_FreeMove):
    """Take no insurance."""

    verb = Verb.DECLINE


@dataclass(frozen=True, slots=True)
class TakeEvenMoney(_SeatMove):
    """Have a natural paid 1:1 at once, whatever the dealer holds."""

    verb = Verb.EVEN_MONEY


PlayerMove = Hit | Stand | Double | Split | Surrender | Insure | DeclineInsurance | TakeEvenMoney
DealerMove = Deal | Reveal
Move = PlayerMove | DealerMove

MOVES: Mapping[str, Callable[..., PlayerMove]] = {
    move.verb: move
    for move in (Hit, Stand, Double, Split, Surrender, Insure, DeclineInsurance, TakeEvenMoney)
}
"""What makes the move of a verb: the seat, and the cents of an insurance or the origin of a free move."""

_EARLIER = {"even": Verb.EVEN_MONEY}
"""Words on buttons that earlier versions drew: their boards are still there."""

_FREE = frozenset({Verb.STAND, Verb.DECLINE})
_HOUSE = frozenset(Origin) - {Origin.PLAYER}


def verb_of(word: str) -> Verb | None:
    """The verb that a button was drawn with; None where the word is no move."""
    return _EARLIER.get(word) or (Verb(word) if word in MOVES else None)


def made(verb: Verb, seat: int, cents: int | None = None) -> PlayerMove:
    """The move that a player makes. Raises `ValueError` unless `cents` are given for insurance and for nothing else."""
    if (verb is Verb.INSURE) != (cents is not None):
        raise ValueError(f"cents belong to {Verb.INSURE}, and to nothing else")
    return MOVES[verb](seat) if cents is None else Insure(seat, cents)


@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """Read a move's text form. Raises `ValueError` for anything that no move prints, without telling what it was.

    The same text gives the same value: rounds that are read have most of their moves in common.
    """
    match text.split(" "):
        case ["deal", card]:
            return Deal(parse_card(card))
        case ["reveal"]:
            return Reveal()
        case [seat, Verb.INSURE, cents] if _is_number(seat) and _is_number(cents):
            return Insure(int(seat), int(cents))
        case [seat, verb] if _is_number(seat) and verb in MOVES and verb != Verb.INSURE:
            return MOVES[verb](int(seat))
        case [seat, verb, origin] if _is_number(seat) and verb in _FREE and origin in _HOUSE:
            return MOVES[verb](int(seat), Origin(origin))
        case _:
            raise ValueError("the text is not a move")


def _is_number(text: str) -> bool:
    """Whether this is how a seat or an amount of cents is written: digits without leading zeros."""
    return text.isascii() and text.isdigit() and len(text) <= 16 and not text.startswith("0")
