"""The moves of a round, the players' and the dealer's, each with a text form that reads back to the same move.

A player's move starts with the seat (`2 hit`, `1 insure 250`), the dealer's with what they do (`deal Ah`, `reveal`). A
move that its player did not make, or not alone, says so at its end: `2 stand late`, `2 double hinted`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from engine.rules.cards import Card, parse_card
from engine.values.amounts import require_int


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
    HINTED = "hinted"
    """The player, who had been told what the moves are worth."""
    LATE = "late"
    """The house: the player's time ran out."""
    GONE = "gone"
    """The house: the player had got up in mid-round."""
    ADMIN = "admin"
    """The house: an admin ended the round."""


_FREE = frozenset({Verb.STAND, Verb.DECLINE})
"""What costs nothing, so that the house may do it in a player's place."""


def _origins(verb: Verb) -> frozenset[Origin]:
    """Who can have made a move of this verb."""
    return frozenset(Origin) if verb in _FREE else frozenset({Origin.PLAYER, Origin.HINTED})


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
    """A seat's move. Raises `TypeError` where the seat is no `int`, `ValueError` where the house can't have made it."""

    verb: ClassVar[Verb]
    seat: int
    origin: Origin = field(default=Origin.PLAYER, kw_only=True)

    def __post_init__(self) -> None:
        require_int("a seat", self.seat)
        if self.origin and self.origin not in _origins(self.verb):
            raise ValueError("the house makes no move that may cost a player something")

    def __str__(self) -> str:
        plain = f"{self.seat} {self.verb}"
        return f"{plain} {self.origin}" if self.origin else plain


@dataclass(frozen=True, slots=True)
class Hit(_SeatMove):
    """Take a card."""

    verb = Verb.HIT


@dataclass(frozen=True, slots=True)
class Stand(_SeatMove):
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
        plain = f"{self.seat} {self.verb} {self.cents}"
        return f"{plain} {self.origin}" if self.origin else plain


@dataclass(frozen=True, slots=True)
class DeclineInsurance(_SeatMove):
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
"""What makes the move of a verb: the seat, the cents of an insurance, and by its name the origin."""

_EARLIER = {"even": Verb.EVEN_MONEY}
"""Words on buttons that earlier versions drew: their boards are still there."""


def verb_of(word: str) -> Verb | None:
    """The verb that a button was drawn with; None where the word is no move."""
    return _EARLIER.get(word) or (Verb(word) if word in MOVES else None)


def made(verb: Verb, seat: int, cents: int | None = None, *, hinted: bool = False) -> PlayerMove:
    """The move that a player makes. Raises `ValueError` unless `cents` are given for insurance and for nothing else."""
    if (verb is Verb.INSURE) != (cents is not None):
        raise ValueError(f"cents belong to {Verb.INSURE}, and to nothing else")
    origin = Origin.HINTED if hinted else Origin.PLAYER
    return MOVES[verb](seat, *(() if cents is None else (cents,)), origin=origin)


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
        case [seat, verb, *rest] if _is_number(seat) and verb in MOVES:
            return _parse_seat_move(int(seat), Verb(verb), rest)
        case _:
            raise ValueError("the text is not a move")


def _parse_seat_move(seat: int, verb: Verb, rest: Sequence[str]) -> PlayerMove:
    """Read what follows the verb: the cents of an insurance, and the origin where it is named."""
    cents = [int(word) for word in rest[:1] if verb is Verb.INSURE and _is_number(word)]
    match rest[len(cents) :]:
        case []:
            origin = Origin.PLAYER
        case [word] if word and word in _origins(verb):
            origin = Origin(word)
        case _:
            raise ValueError("the text is not a move")
    if (verb is Verb.INSURE) != bool(cents):
        raise ValueError("the text is not a move")
    return MOVES[verb](seat, *cents, origin=origin)


def _is_number(text: str) -> bool:
    """Whether this is how a seat or an amount of cents is written: digits without leading zeros."""
    return text.isascii() and text.isdigit() and len(text) <= 16 and not text.startswith("0")
