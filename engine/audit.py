"""The whole audit: the books in themselves, and every settled round folded from its log against what was paid."""

from collections.abc import AsyncIterator, Iterator
from typing import Protocol

from engine.change import SeatMoney, SettledRound
from engine.moves import parse_move
from engine.options import parse_rules
from engine.payout import settle
from engine.record import fold

BATCH = 500
"""Rounds that are read at a time."""


class AuditedBank(Protocol):
    """What an audit needs of the bank."""

    async def audit(self) -> list[str]:
        """A line for each thing that is wrong with the books."""

    async def settled_rounds(self, after: int, limit: int) -> list[SettledRound]:
        """At most so many settled rounds whose ids come after this one, in order."""


async def audit(bank: AuditedBank) -> AsyncIterator[str]:
    """A line for each finding, as it is found."""
    for finding in await bank.audit():
        yield finding
    last = 0
    while rounds := await bank.settled_rounds(last, BATCH):
        for kept in rounds:
            for finding in findings(kept):
                yield finding
        last = rounds[-1].round_id


def findings(kept: SettledRound) -> Iterator[str]:
    """What is wrong with a settled round."""
    try:
        owed = _owed(kept)
    except ValueError as error:
        yield f"round {kept.round_id} can't be played from its log: {error}"
        return
    paid = {money.seat: money for money in kept.money if money.put_in or money.came_back}
    for seat in sorted(owed.keys() | paid.keys()):
        nothing = SeatMoney(seat=seat, put_in=0, came_back=0)
        here, there = paid.get(seat, nothing), owed.get(seat, nothing)
        if here != there:
            yield (
                f"round {kept.round_id} seat {seat}: {here.put_in} cents were put in and {here.came_back}"
                f" came back, but its log says {there.put_in} and {there.came_back}"
            )


def _owed(kept: SettledRound) -> dict[int, SeatMoney]:
    """What each seat put in and got back by the log. Raises `ValueError` for a log that is no finished round."""
    if not kept.dealt:
        return {}
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    outcomes = settle(fold(parse_rules(kept.rules), stakes, map(parse_move, kept.moves)))
    return {
        seat: SeatMoney(
            seat=seat,
            put_in=sum(o.stake for o in outcomes if o.seat == seat),
            came_back=sum(o.returned for o in outcomes if o.seat == seat),
        )
        for seat in stakes
    }
