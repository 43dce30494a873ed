"""Deletes the coach's hints after the player's move, so that they do not cover its result.

Only an interaction's token can delete a private message. Tokens are not saved, so a hint from before a restart stays.
"""

import logging
from functools import partial

from cogs.discord_link.payloads import BotInteraction
from cogs.discord_link.request_errors import quietly
from cogs.discord_link.requests import Errands, once
from cogs.discord_link.wire import Hook, Wire
from cogs.messages.board.tokens import MessageToken
from engine.live.log_lines import about
from engine.live.table import Table
from engine.table.commands import Question
from engine.table.view import TableView

log = logging.getLogger(__name__)

DecisionKey = tuple[int, int, int]
"""Round number, seat number and the seat's counter."""


class Hints:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._given: dict[int, dict[DecisionKey, MessageToken]] = {}
        """By table; at most one per awaited seat."""
        self.errands = Errands("hint")

    def give(
        self,
        table: Table,
        question: Question,
        interaction: BotInteraction,
        follow_up: int | None = None,
        *,
        redrawn: bool = False,
    ) -> None:
        """Register a hint's message. Delete an earlier one for the same decision, unless it was `redrawn`."""
        given = self._given.setdefault(table.table_id, {})
        decision = question.round_number, question.seat, question.counter
        before, given[decision] = given.get(decision), MessageToken(Hook.of(interaction), follow_up)
        if before is not None and not redrawn:
            self._delete(table, before)
        self.look(table, table.view)

    def look(self, table: Table, view: TableView) -> None:
        if (given := self._given.get(table.table_id)) is None:
            return
        awaited = {(view.round_number, seat.number, seat.counter) for seat in view.awaited}
        for decision in given.keys() - awaited:
            self._delete(table, given.pop(decision))
        if not given:
            del self._given[table.table_id]

    def leave(self) -> None:
        self._given.clear()

    def _delete(self, table: Table, hint: MessageToken) -> None:
        if not self._wire.is_expired(hint.hook):
            request = once(self._wire.delete_by_token(hint.hook, hint.follow_up))
            numbers = {"interaction": hint.hook.id, "message_id": hint.follow_up}
            lines = partial(about, log, table, **numbers)
            self.errands.begin(quietly(request, "the deletion of a hint", lines))
