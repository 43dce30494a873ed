"""The moves of players and dealer, and their text forms. Their costs: `costs_and_payouts.py`.

A player's move begins with the seat (`2 hit`, `1 insure 250`), the dealer's with the action (`deal Ah`, `reveal`). A
last word marks a move that the house made for the player or that followed a hint: `2 stand late`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from engine.rules.cards import Card, parse_card
from engine.values.amounts import require_int


class Verb(StrEnum):
    """A player's action; the value is used in text forms of moves and in ids of buttons."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    DECLINE = "decline"
    EVEN_MONEY = "even-money"


class Origin(StrEnum):
    """The source of a move: the player, with or without a hint, or the bot. The value ends the text form."""

    PLAYER = ""
    HINTED = "hinted"
    LATE = "late"
    """The house, as time ran out."""
    GONE = "gone"
    """The house, as the player left."""
    ADMIN = "admin"
    """The house, as an admin ended the round."""


_FREE = frozenset({Verb.STAND, Verb.DECLINE})
"""Actions that cost nothing, which the house may take."""


def _origins(verb: Verb) -> frozenset[Origin]:
    return frozenset(Origin) if verb in _FREE else frozenset({Origin.PLAYER, Origin.HINTED})


@dataclass(frozen=True, slots=True)
class Deal:
    card: Card = field(repr=False)
    """It may lie face down, so only the text form, which is never shown, names it."""

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Reveal:
    def __str__(self) -> str:
        return "reveal"


@dataclass(frozen=True, slots=True)
class _SeatMove:
    """A move for a seat, made by the player or by the bot as the house.

    Raises `TypeError` if the seat is not an `int`, `ValueError` if the house can't make the move.
    """

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
    verb = Verb.HIT


@dataclass(frozen=True, slots=True)
class Stand(_SeatMove):
    verb = Verb.STAND


@dataclass(frozen=True, slots=True)
class Double(_SeatMove):
    verb = Verb.DOUBLE


@dataclass(frozen=True, slots=True)
class Split(_SeatMove):
    verb = Verb.SPLIT


@dataclass(frozen=True, slots=True)
class Surrender(_SeatMove):
    verb = Verb.SURRENDER


@dataclass(frozen=True, slots=True)
class Insure(_SeatMove):
    """Bet `cents` (at most half the stake) on a dealer natural. Raises `TypeError` unless they are an `int`."""

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
    verb = Verb.DECLINE


@dataclass(frozen=True, slots=True)
class TakeEvenMoney(_SeatMove):
    """Have a natural paid 1:1 at once, instead of insuring it."""

    verb = Verb.EVEN_MONEY


PlayerMove = Hit | Stand | Double | Split | Surrender | Insure | DeclineInsurance | TakeEvenMoney
DealerMove = Deal | Reveal
Move = PlayerMove | DealerMove

MOVES: Mapping[str, Callable[..., PlayerMove]] = {
    move.verb: move
    for move in (Hit, Stand, Double, Split, Surrender, Insure, DeclineInsurance, TakeEvenMoney)
}
"""By verb; called with the seat, the cents of an insurance, and `origin` as a keyword."""


def made(verb: Verb, seat: int, cents: int | None = None, *, hinted: bool = False) -> PlayerMove:
    """Return a player's move. Raises `ValueError` unless `cents` are given for insurance only."""
    if (verb is Verb.INSURE) != (cents is not None):
        raise ValueError(f"cents belong to {Verb.INSURE}, and to nothing else")
    origin = Origin.HINTED if hinted else Origin.PLAYER
    return MOVES[verb](seat, *(() if cents is None else (cents,)), origin=origin)


@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """Parse a move's text form. Raises `ValueError` without quoting the text, which may name a hidden card.

    Cached, as rounds share most moves.
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
    return text.isascii() and text.isdigit() and len(text) <= 16 and not text.startswith("0")
