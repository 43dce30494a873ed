"""How long bets are taken and people may think, who is late, and how many rounds a seat may miss."""

from collections.abc import Iterable

from engine.table.draft import Draft
from engine.table.state import Seat, people
from engine.thinking_time import Seconds

MISSES_ALLOWED = 2
"""Rounds in a row without a bet after which a seat is free."""


def set_deadlines(draft: Draft) -> None:
    """A seat that is newly awaited, or has just decided, gets its full time."""
    awaited = draft.running.awaited
    until = draft.now + draft.seconds.turn
    for at, seat in enumerate(draft.seats):
        deadline = (seat.deadline or until) if seat.number in awaited else None
        if deadline != seat.deadline:
            draft.seats[at] = seat._replace(deadline=deadline)


def seconds_to_bet(seats: Iterable[Seat], seconds: Seconds) -> float:
    """How long bets are taken: where everybody has bet, only for as long as others are given to join."""
    return seconds.join if all(seat.stake for seat in people(seats)) else seconds.bet


def late_seats(draft: Draft) -> list[int]:
    """The numbers of the seats that are to decide, and whose time is up."""
    awaited = draft.running.awaited
    return [
        seat.number
        for seat in draft.seats
        if seat.number in awaited and seat.deadline is not None and seat.deadline <= draft.now
    ]


def nobody_bet(draft: Draft) -> None:
    """The time is up without a bet: who has missed too many rounds loses the seat."""
    for seat in people(draft.seats):
        draft.put(seat._replace(missed=seat.missed + 1))
    draft.seats = [seat for seat in draft.seats if seat.missed < MISSES_ALLOWED]
    draft.deadline = draft.now + draft.seconds.bet
    if not people(draft.seats):
        draft.close()
