"""A table's timer, which makes it act when a deadline passes."""

import asyncio

from engine.clock import Clock, Timer
from engine.live.log_lines import About
from engine.live.saving import Saving
from engine.live.shown import ShownTable
from engine.live.worker import Worker
from engine.table.commands import CheckDeadlines
from engine.table.view import TableView
from engine.values.bank import StorageTrouble

RETRY_SECONDS = 5
"""Delay before a failed check, or a change of unknown outcome, is retried."""


class DeadlineTimer:
    """Makes the table's worker check deadlines when one passes, or retry a change of unknown outcome."""

    __slots__ = ("_clock", "_last_failure", "_lines", "_saving", "_shown", "_timer", "_worker")

    def __init__(
        self, clock: Clock, worker: Worker, shown: ShownTable, saving: Saving, lines: About
    ) -> None:
        self._clock = clock
        self._worker = worker
        self._shown = shown
        self._saving = saving
        self._lines = lines
        self._timer: Timer | None = None
        self._last_failure: str | None = None
        """None after a success."""

    def set(self, not_before: float = 0) -> None:
        """Schedule a check at the next deadline, or at `not_before` if that is later, by the clock's `now`."""
        self.cancel()
        due = self._shown.state.next_deadline
        if self._saving.in_doubt:
            due = self._clock.now() + RETRY_SECONDS
        if due is not None:
            self._timer = self._clock.call_at(max(due, not_before), self._check)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check(self) -> None:
        if self._worker.is_open:
            answer = self._worker.put(CheckDeadlines(), origin="timer")
            answer.add_done_callback(self._answered)

    def _answered(self, answer: asyncio.Future[TableView]) -> None:
        error = answer.exception()
        if error is None:
            self._last_failure = None
        elif self._worker.is_open:
            self._log_once(error)
            self.set(not_before=self._clock.now() + RETRY_SECONDS)

    def _log_once(self, error: BaseException) -> None:
        if repr(error) != self._last_failure:
            self._last_failure = repr(error)
            traceback = None if isinstance(error, StorageTrouble) else error
            line = "the table could not act on a deadline (%s)"
            self._lines.error(line, error, exc_info=traceback)
