"""A table's timer for deadlines."""

import asyncio
from collections.abc import Callable

from engine.clock import Clock, Timer
from engine.live.log_lines import About
from engine.live.worker import Worker
from engine.table.commands import CheckDeadlines
from engine.table.view import TableView
from engine.values.bank import StorageTrouble

RETRY_SECONDS = 5
"""Delay before a timer's failed command, or a change of unknown outcome, is tried again."""


class DeadlineTimer:
    """Queues a check of the deadlines once the time of `due` has come, by the clock's `now`."""

    __slots__ = ("_clock", "_due", "_last_failure", "_lines", "_timer", "_worker")

    def __init__(
        self, clock: Clock, worker: Worker, due: Callable[[], float | None], lines: About
    ) -> None:
        self._clock = clock
        self._worker = worker
        self._due = due
        self._lines = lines
        self._timer: Timer | None = None
        self._last_failure: str | None = None
        """The last logged failure; None after a success."""

    def set(self, not_before: float = 0) -> None:
        """Wait for the time that is `due` now."""
        self.cancel()
        if (due := self._due()) is not None:
            self._timer = self._clock.call_at(max(due, not_before), self._check)

    def cancel(self) -> None:
        """Stop waiting."""
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
        """Log a failure when it first occurs or its reason changes, not at every retry."""
        if repr(error) != self._last_failure:
            self._last_failure = repr(error)
            traceback = None if isinstance(error, StorageTrouble) else error
            self._lines.error("could not act on a deadline: %s", error, exc_info=traceback)
