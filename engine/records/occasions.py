"""What in a settled round deserves a word of the dealer: at most one thing, and which of several words is chosen.

A round of a table always gives the same, on every machine and after every restart.
"""

from collections.abc import Iterable
from enum import StrEnum
from zlib import crc32

from engine.round.payout import Outcome, Reason
from engine.table.state import Stage
from engine.table.view import SeatView, TableView

BIG_SPLIT = 3
"""Hands of one seat."""


class Occasion(StrEnum):
    """Why a dealer speaks. The value is a part of the key of what is said."""

    COMEBACK = "comeback"
    """Somebody has twice what the donor gave them, after having had nothing."""
    SPLIT = "split"
    """Three hands or more from one pair, and all won."""
    NATURAL = "natural"
    """Somebody was paid for one."""
    PUSHES = "pushes"
    """Two players or more, and all tied."""
    SHUFFLE = "shuffle"
    """The cut card has come out."""


def occasion_of(view: TableView, *, came_back: bool = False) -> Occasion | None:
    """What in this round deserves a word, the rarest first; None where nothing does, or it is not settled.

    Whether somebody `came_back` from the donor the table can't know: it is an achievement, found in all their rounds.
    """
    if view.stage is not Stage.SETTLED:
        return None
    if came_back:
        return Occasion.COMEBACK
    if any(_is_big_split(seat) for seat in view.seats):
        return Occasion.SPLIT
    outcomes = [_outcomes(seat) for seat in view.seats if seat.hands]
    if any(_is_natural(one) for some in outcomes for one in some):
        return Occasion.NATURAL
    if len(outcomes) > 1 and all(one.reason is Reason.PUSH for some in outcomes for one in some):
        return Occasion.PUSHES
    return Occasion.SHUFFLE if view.last_of_shoe else None


def chosen(view: TableView, count: int) -> int:
    """Which of so many words is said in this round, the first being 0."""
    return crc32(f"{view.table_id}:{view.round_number}".encode()) % count


def _outcomes(seat: SeatView) -> list[Outcome]:
    return [hand.outcome for hand in seat.hands if hand.outcome is not None]


def _is_big_split(seat: SeatView) -> bool:
    return len(seat.hands) >= BIG_SPLIT and _all_won(_outcomes(seat))


def _all_won(outcomes: Iterable[Outcome]) -> bool:
    return all(outcome.net > 0 for outcome in outcomes)


def _is_natural(outcome: Outcome) -> bool:
    return outcome.reason in (Reason.NATURAL, Reason.EVEN_MONEY)
