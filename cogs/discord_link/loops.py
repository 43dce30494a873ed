"""The state of the background loops, for the log, the metrics and `/house status`."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from enum import StrEnum

from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.retry import Backoff, Later, pause
from engine.clock import Clock
from engine.rules.refusals import Refused
from engine.values.bank import StorageTrouble

log = logging.getLogger(__name__)

EXPECTED = (*REQUEST_ERRORS, StorageTrouble, Refused, Later)
"""Errors that are logged without a traceback."""


class Loop(StrEnum):
    """A background loop; the value is its name in the log. `docs/background.md` lists when each ends."""

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
    """Records failures and successes of the background loops."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.failing: dict[Loop, float] = {}
        """The failing loops, with the `Clock.now` of the first failure."""
        self.failures = Counter[Loop]()
        """Failures since the start."""
        self._logged: dict[Loop, str] = {}

    def note(self, loop: Loop) -> None:
        """Count a failure that is logged elsewhere."""
        self.failures[loop] += 1
        self.failing.setdefault(loop, self._clock.now())

    def failed(self, loop: Loop, error: BaseException, then: str = "tried again") -> None:
        """Count a failure, and log each cause once."""
        self.note(loop)
        cause = in_one_line(error)
        if self._logged.get(loop) != cause:
            self._logged[loop] = cause
            trace = None if isinstance(error, EXPECTED) else error
            log.warning("%s fail: %s; %s", loop, cause, then, exc_info=trace)

    def passed(self, loop: Loop) -> None:
        """Record a success."""
        if self._logged.get(loop):
            log.info("%s work again", loop)
        self.ended(loop)

    def ended(self, loop: Loop) -> None:
        """Forget failures: the loop has ended or moved to another process."""
        self.failing.pop(loop, None)
        self._logged.pop(loop, None)

    async def until_done(self, loop: Loop, work: Callable[[], Awaitable[object]]) -> None:
        """Run the work until it succeeds."""
        backoff = Backoff()
        while True:
            try:
                await work()
            except Exception as error:
                self.failed(loop, error)
                await pause(self._clock, backoff.next())
            else:
                self.passed(loop)
                return


STOP_PAUSE = 0.5
"""Seconds for a cancelled stop step to end."""


async def bounded(what: str, seconds: float, work: Awaitable[object]) -> bool:
    """Run a step of the stop with a timeout; log a failure or a timeout. Return True on success.

    The timeout uses the event loop's clock: a stop takes real time.
    """
    step = asyncio.ensure_future(work)
    await asyncio.wait([step], timeout=seconds)
    if not step.done():
        log.warning("the stop goes on without waiting for %s: not done in %g s", what, seconds)
        step.cancel()
        await asyncio.wait([step], timeout=STOP_PAUSE)
    elif not step.cancelled() and (error := step.exception()) is not None:
        log.error("the stop goes on: %s failed: %s", what, in_one_line(error), exc_info=error)
    else:
        return True
    return False
