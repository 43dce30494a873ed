"""The moves of a round, the players' and the dealer's, each with a text form that reads back to the same move.

A player's move starts with the seat (`2 hit`, `1 insure 250`), the dealer's with what he does (`deal Ah`, `reveal`). A
move that the house made in a player's place says why at its end: `2 stand late`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from engine.rules import Card, parse_card
from engine.whole import require_whole


class Verb(StrEnum):
    """What a player can decide; the value is the word in a move's text form."""

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
class _Decision:
    """A seat's move. Raises `TypeError` where the seat is no `int`."""

    verb: ClassVar[Verb]
    seat: int

    def __post_init__(self) -> None:
        require_whole("a seat", self.seat)

    def __str__(self) -> str:
        return f"{self.seat} {self.verb}"


@dataclass(frozen=True, slots=True)
class _FreeDecision(_Decision):
    """A move that costs nothing, so that the house may make it in a player's place."""

    origin: Origin = Origin.PLAYER

    def __str__(self) -> str:
        plain = _Decision.__str__(self)
        return f"{plain} {self.origin}" if self.origin else plain


@dataclass(frozen=True, slots=True)
class Hit(_Decision):
    """Take a card."""

    verb = Verb.HIT


@dataclass(frozen=True, slots=True)
class Stand(_FreeDecision):
    """Take no more cards."""

    verb = Verb.STAND


@dataclass(frozen=True, slots=True)
class Double(_Decision):
    """Double the stake and take exactly one card."""

    verb = Verb.DOUBLE


@dataclass(frozen=True, slots=True)
class Split(_Decision):
    """Make two hands of a pair, with an equal stake on the second."""

    verb = Verb.SPLIT


@dataclass(frozen=True, slots=True)
class Surrender(_Decision):
    """Give the hand up for half of the stake."""

    verb = Verb.SURRENDER


@dataclass(frozen=True, slots=True)
class Insure(_Decision):
    """Bet `cents` (at most half of the stake) that the dealer has a natural; raises as every seat's move."""

    verb = Verb.INSURE
    cents: int

    def __post_init__(self) -> None:
        _Decision.__post_init__(self)
        require_whole("an insurance in cents", self.cents)

    def __str__(self) -> str:
        return f"{_Decision.__str__(self)} {self.cents}"


@dataclass(frozen=True, slots=True)
class DeclineInsurance(_FreeDecision):
    """Take no insurance."""

    verb = Verb.DECLINE


@dataclass(frozen=True, slots=True)
class TakeEvenMoney(_Decision):
    """Have a natural paid 1:1 at once, whatever the dealer holds."""

    verb = Verb.EVEN_MONEY


PlayerMove = Hit | Stand | Double | Split | Surrender | Insure | DeclineInsurance | TakeEvenMoney
DealerMove = Deal | Reveal
Move = PlayerMove | DealerMove

_PLAIN: Mapping[str, Callable[[int], PlayerMove]] = {
    move.verb: move
    for move in (Hit, Stand, Double, Split, Surrender, DeclineInsurance, TakeEvenMoney)
}
_FREE: Mapping[str, Callable[[int, Origin], PlayerMove]] = {
    move.verb: move for move in (Stand, DeclineInsurance)
}
_HOUSE = frozenset(Origin) - {Origin.PLAYER}


def made(verb: Verb, seat: int, cents: int | None = None) -> PlayerMove:
    """The move that a player makes. Raises `ValueError` unless `cents` are given for insurance and for nothing else."""
    if (verb is Verb.INSURE) != (cents is not None):
        raise ValueError(f"cents belong to {Verb.INSURE}, and to nothing else")
    return _PLAIN[verb](seat) if cents is None else Insure(seat, cents)


def parse_move(text: str) -> Move:
    """Read a move's text form. Raises `ValueError` for anything that no move prints, without telling what it was."""
    match text.split(" "):
        case ["deal", card]:
            move: Move = Deal(parse_card(card))
        case ["reveal"]:
            move = Reveal()
        case [seat, "insure", cents] if is_number(seat) and is_number(cents):
            move = Insure(int(seat), int(cents))
        case [seat, verb] if is_number(seat) and verb in _PLAIN:
            move = _PLAIN[verb](int(seat))
        case [seat, verb, origin] if is_number(seat) and verb in _FREE and origin in _HOUSE:
            move = _FREE[verb](int(seat), Origin(origin))
        case _:
            raise ValueError("the text is not a move")
    return move


def is_number(text: str) -> bool:
    """Whether this is how a seat or an amount of cents is written: digits without leading zeros."""
    return text.isascii() and text.isdigit() and len(text) <= 16 and not text.startswith("0")
