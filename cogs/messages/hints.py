"""Hints that are taken away as soon as their move is made, so that none of them covers what comes of it.

A private message can be deleted by the token of its interaction alone, for fifteen minutes; the token is kept nowhere
else, and not beyond the move. After a restart a hint stays until its reader puts it away.
"""

import asyncio
from dataclasses import dataclass, field

from cogs.gateway import tries
from cogs.gateway.interactions import BotInteraction
from cogs.gateway.request_errors import quietly
from cogs.gateway.tries import once
from cogs.gateway.wire import Wire
from engine.live.table import Table
from engine.table.asking import Question
from engine.table.view import TableView

SECONDS = 5.0
"""How long to wait for Discord's answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hint:
    """What was told about a seat's decision in a round, at its counter.

    It is the first answer to an interaction, or (an id) a message that followed it.
    """

    round_number: int
    counter: int
    via: BotInteraction = field(repr=False)
    follow_up: int | None


class Hints:
    """Those whose move is not made yet: no more than there are seats to decide."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._given: dict[int, dict[int, _Hint]] = {}
        """By table and number of the seat."""
        self._at_work: set[asyncio.Task[None]] = set()
        """What is being deleted."""

    def give(
        self,
        table: Table,
        asked: Question,
        via: BotInteraction,
        follow_up: int | None = None,
        *,
        anew: bool = False,
    ) -> None:
        """A hint was shown, or drawn `anew` in the same message; another one for the decision goes, or this one does
        where the move is made."""
        hint = _Hint(
            round_number=asked.round_number, counter=asked.counter, via=via, follow_up=follow_up
        )
        before = self._given.setdefault(table.table_id, {}).get(asked.seat)
        self._given[table.table_id][asked.seat] = hint
        if before is not None and not anew:
            self._take_away(before)
        self.show(table, (table.view,), None)

    def show(self, table: Table, frames: tuple[TableView, ...], _via: object) -> None:
        """Take those away whose decision is made."""
        given, view = self._given.get(table.table_id, {}), frames[-1]
        open_ones = {seat.number: seat.counter for seat in view.awaited}
        for seat, hint in [*given.items()]:
            if (hint.round_number, hint.counter) != (view.round_number, open_ones.get(seat)):
                self._take_away(given.pop(seat))
        if not given:
            self._given.pop(table.table_id, None)

    def leave(self) -> None:
        """Take none away any more: another process plays the tables."""
        self._given.clear()

    async def finish(self) -> None:
        """Wait until what was begun is gone, but no longer than `STOP_SECONDS`."""
        if self._at_work:
            await asyncio.wait(set(self._at_work), timeout=tries.STOP_SECONDS)

    def _take_away(self, hint: _Hint) -> None:
        if hint.via.is_expired():
            return
        request = once(self._wire.delete_by_token(hint.via, hint.follow_up), SECONDS)
        task = asyncio.create_task(quietly(request, "the end of a hint"), name="hint")
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
