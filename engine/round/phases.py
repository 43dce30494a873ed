"""The parts of a round, which move is made in which part, and what a round can wait for."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from engine.round.moves import (
    Deal,
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    Move,
    Reveal,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)


class Phase(StrEnum):
    """The parts of a round."""

    DEALING = "dealing"
    INSURANCE = "insurance"
    PLAYING = "playing"
    DEALER = "dealer"
    OVER = "over"


DEALING, INSURANCE, PLAYING, DEALER, OVER = Phase
"""By their own names: a round asks for them at every move, and before Python 3.12 an enum is slow to tell them."""

_AFTER_INSURANCE = frozenset({Phase.INSURANCE, Phase.PLAYING, Phase.DEALER})

TRANSITIONS: Mapping[tuple[Phase, type[Move]], frozenset[Phase]] = MappingProxyType(
    {
        (Phase.DEALING, Deal): frozenset(Phase),
        (Phase.INSURANCE, Insure): _AFTER_INSURANCE,
        (Phase.INSURANCE, DeclineInsurance): _AFTER_INSURANCE | {Phase.OVER},
        (Phase.INSURANCE, TakeEvenMoney): _AFTER_INSURANCE | {Phase.OVER},
        (Phase.PLAYING, Hit): frozenset({Phase.PLAYING}),
        (Phase.PLAYING, Double): frozenset({Phase.PLAYING}),
        (Phase.PLAYING, Split): frozenset({Phase.PLAYING}),
        (Phase.PLAYING, Deal): frozenset({Phase.PLAYING, Phase.DEALER, Phase.OVER}),
        (Phase.PLAYING, Stand): frozenset({Phase.PLAYING, Phase.DEALER}),
        (Phase.PLAYING, Surrender): frozenset({Phase.PLAYING, Phase.DEALER}),
        (Phase.DEALER, Reveal): frozenset({Phase.DEALER, Phase.OVER}),
        (Phase.DEALER, Deal): frozenset({Phase.DEALER, Phase.OVER}),
    }
)
"""Which move is made in which phase, and the phases it can lead to. Nothing leads out of OVER."""


class NextCard(NamedTuple):
    """A card is due: for hand `hand` of `seat`, or for the dealer of `group` where `seat` is None."""

    group: int
    seat: int | None = None
    hand: int = 0


class NextReveal(NamedTuple):
    """The dealer of `group` turns the hole card over."""

    group: int


class Turns(NamedTuple):
    """It is the turn of these seats, in any order."""

    seats: frozenset[int]


Awaits = NextCard | NextReveal | Turns | None
