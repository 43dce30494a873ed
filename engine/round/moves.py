"""The moves of players and dealer, each with a text form that parses back to the same move.

A player's move starts with the seat (`2 hit`, `1 insure 250`), the dealer's with the action (`deal Ah`, `reveal`). A
last word marks a move that the player did not make, or made with a hint: `2 stand late`, `2 double hinted`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar

from engine.rules.cards import Card, parse_card
from engine.values.amounts import require_int


class Verb(StrEnum):
    """A player's action; the value is the word in a move's text form and in its button's id."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    INSURE = "insure"
    DECLINE = "decline"
    EVEN_MONEY = "even-money"


class Origin(StrEnum):
    """The author of a move; the value is the last word of its text form. Earlier versions recorded none."""

    PLAYER = ""
    HINTED = "hinted"
    """The player, after a hint."""
    LATE = "late"
    """The house, because the player's time ran out."""
    GONE = "gone"
    """The house, because the player had left during the round."""
    ADMIN = "admin"
    """The house, because an admin ended the round."""


_FREE = frozenset({Verb.STAND, Verb.DECLINE})
"""The actions that cost nothing, so that the house may take them for a player."""


def _origins(verb: Verb) -> frozenset[Origin]:
    """Return the possible authors of a move with this verb."""
    return frozenset(Origin) if verb in _FREE else frozenset({Origin.PLAYER, Origin.HINTED})


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer deals the next card that is due."""

    card: Card = field(repr=False)
    """It may lie face down, so `repr` hides it. The text form, which is saved and never shown, names it."""

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The dealer turns the hole card over."""

    def __str__(self) -> str:
        return "reveal"


@dataclass(frozen=True, slots=True)
class _SeatMove:
    """A seat's move. Raises `TypeError` if the seat is not an `int`, `ValueError` if the house can't make the move."""

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
    """Split a pair into two hands, with an equal stake on the second."""

    verb = Verb.SPLIT


@dataclass(frozen=True, slots=True)
class Surrender(_SeatMove):
    """Give the hand up for half of the stake."""

    verb = Verb.SURRENDER


@dataclass(frozen=True, slots=True)
class Insure(_SeatMove):
    """Bet `cents` (at most half the stake) that the dealer has a natural; raises like every seat's move."""

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
    """Decline insurance."""

    verb = Verb.DECLINE


@dataclass(frozen=True, slots=True)
class TakeEvenMoney(_SeatMove):
    """Get a natural paid 1:1 at once, whatever the dealer has."""

    verb = Verb.EVEN_MONEY


PlayerMove = Hit | Stand | Double | Split | Surrender | Insure | DeclineInsurance | TakeEvenMoney
DealerMove = Deal | Reveal
Move = PlayerMove | DealerMove

MOVES: Mapping[str, Callable[..., PlayerMove]] = {
    move.verb: move
    for move in (Hit, Stand, Double, Split, Surrender, Insure, DeclineInsurance, TakeEvenMoney)
}
"""The constructor for each verb. Arguments: the seat, the cents of an insurance, and `origin` as a keyword."""

_EARLIER = {"even": Verb.EVEN_MONEY}
"""Verbs of buttons that earlier versions drew and that are still on old boards."""


def verb_of(word: str) -> Verb | None:
    """Return the verb in a button's id; None if the word is not a verb."""
    return _EARLIER.get(word) or (Verb(word) if word in MOVES else None)


def made(verb: Verb, seat: int, cents: int | None = None, *, hinted: bool = False) -> PlayerMove:
    """Return a player's move. Raises `ValueError` unless `cents` are given for insurance and only for it."""
    if (verb is Verb.INSURE) != (cents is not None):
        raise ValueError(f"cents belong to {Verb.INSURE}, and to nothing else")
    origin = Origin.HINTED if hinted else Origin.PLAYER
    return MOVES[verb](seat, *(() if cents is None else (cents,)), origin=origin)


@lru_cache(maxsize=1024)
def parse_move(text: str) -> Move:
    """Parse a move's text form. Raises `ValueError` for any other text; the message does not quote it.

    Cached, as most moves are common to many rounds.
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
    """Parse the words after the verb: the cents of an insurance, and the origin."""
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
    """Return True for a seat or an amount of cents as the text form has it: digits without leading zeros."""
    return text.isascii() and text.isdigit() and len(text) <= 16 and not text.startswith("0")
