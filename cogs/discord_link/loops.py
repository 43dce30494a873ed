"""Background loops with retries; their state is for the log, the metrics and `/house status`."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TypeVar

from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.retry import Backoff, Later, pause
from engine.clock import Clock, call_later
from engine.rules.refusals import Refused
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)

T = TypeVar("T")

SecondsAfter = Callable[[Exception], float | None]
"""The pause after an error, or None for the usual backoff. Raises final errors."""

EXPECTED = (*REQUEST_ERRORS, StorageTrouble, Refused, Later)


class Loop(StrEnum):
    """A background loop, by its name in the log. `docs/tasks-and-threads.md` lists when each ends."""

    GATEWAY = "gateway connections"
    TABLES = "claims of the tables"
    JUDGING = "judgements of decisions"
    BACKUPS = "regular backups"
    HEALTH = "health checks"
    DEPARTURES = "searches for servers that were left"
    DAILY = "daily posts"
    COMMANDS = "command registrations"
    PICTURES = "uploads of card pictures"
    MESSAGES = "deletions of older messages"
    DUELS = "results of duels"
    INVITATION = "notes of the invitation"


class Loops:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.failing: dict[Loop, float] = {}
        """`Clock.now` of the first failure."""
        self.failures = Counter[Loop]()
        self._logged: dict[Loop, str] = {}

    def note(self, loop: Loop) -> None:
        """Count a loop's failure that the caller logs."""
        self.failures[loop] += 1
        self.failing.setdefault(loop, self.clock.now())

    def failed(self, loop: Loop, error: BaseException, then: str = "the bot tries again") -> None:
        """Count a loop's failure, and log it unless its cause is the same as before."""
        self.note(loop)
        cause = in_one_line(error)
        if self._logged.get(loop) != cause:
            self._logged[loop] = cause
            trace = None if isinstance(error, EXPECTED) else error
            log.warning("%s failed, %s (%s)", loop, then, cause, exc_info=trace)

    def passed(self, loop: Loop) -> None:
        if self._logged.get(loop):
            log.info("%s work again", loop)
        self.ended(loop)

    def ended(self, loop: Loop) -> None:
        self.failing.pop(loop, None)
        self._logged.pop(loop, None)

    async def until_done(
        self,
        loop: Loop,
        work: Callable[[], Awaitable[T]],
        seconds_after: SecondsAfter = lambda _: None,
    ) -> T:
        """Run `work` until it succeeds; return its result.

        `seconds_after` gives the pause after an error, or raises it to end the retries.
        """
        backoff = Backoff()
        while True:
            try:
                result = await work()
            except Exception as error:
                seconds = seconds_after(error)
                self.failed(loop, error)
                await pause(self.clock, seconds or backoff.next())
            else:
                self.passed(loop)
                return result


class Repeating:
    """Runs `work` whenever it is due, with retries as by `Loops.until_done`.

    `work` returns the seconds until it is due again; None means at the next `wake`.
    """

    def __init__(
        self,
        loops: Loops,
        loop: Loop,
        work: Callable[[], Awaitable[float | None]],
        seconds_after: SecondsAfter = lambda _: None,
    ) -> None:
        self._loops = loops
        self._loop = loop
        self._work = work
        self._seconds_after = seconds_after
        self._due = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self, seconds: float | None = None) -> None:
        """Start the loop; `work` is first due after this many seconds or at `wake`."""
        self._task = asyncio.create_task(self._run(seconds), name=self._loop.name.lower())

    def wake(self) -> None:
        """Make `work` due, now or at the next start."""
        self._due.set()

    def cancel(self) -> None:
        """Cancel the task. A failing loop still counts as failing."""
        if self._task is not None:
            self._task.cancel()

    async def stop(self) -> None:
        self.cancel()
        if self._task is not None:
            await asyncio.wait([self._task])
            self._task = None
        self._loops.ended(self._loop)

    async def _run(self, seconds: float | None) -> None:
        while True:
            await self._until_due(seconds)
            seconds = await self._loops.until_done(self._loop, self._work, self._seconds_after)

    async def _until_due(self, seconds: float | None) -> None:
        timer = None
        if seconds is not None and seconds <= 0:
            self.wake()
        elif seconds is not None:
            timer = call_later(self._loops.clock, seconds, self.wake)
        try:
            await self._due.wait()
        finally:
            if timer is not None:
                timer.cancel()
        self._due.clear()


STOP_PAUSE = 0.5
"""For a cancelled step, in seconds."""


async def bounded(what: str, seconds: float, work: Awaitable[object]) -> bool:
    """Run a step of the shutdown with a timeout in real time; log a failure. Return True on success."""
    step = asyncio.ensure_future(work)
    await asyncio.wait([step], timeout=seconds)
    if not step.done():
        log.warning("the stop goes on without %s (not done in %g s)", what, seconds)
        step.cancel()
        await asyncio.wait([step], timeout=STOP_PAUSE)
    elif not step.cancelled() and (error := step.exception()) is not None:
        log.error("%s failed, the stop goes on (%s)", what, in_one_line(error), exc_info=error)
    else:
        return True
    return False
