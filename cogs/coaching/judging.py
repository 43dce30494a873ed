"""Judges the decisions of settled rounds, beside everything else, a few rounds at a time.

The bank lists what is not judged yet, so that after a restart the rest is caught up with; nobody's settlement waits for
it. Rounds that are older than a period of the leaderboard are left alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from cogs.coaching.coach import Coach
from cogs.coaching.workers import Busy
from cogs.gateway.loops import Loop, Loops
from cogs.gateway.retry import pause
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.values.played import KeptRound

log = logging.getLogger(__name__)

PERIOD = 30 * 86_400.0
"""Seconds for which decisions count."""

SECONDS = 10.0
"""Between two looks for rounds."""

AT_A_TIME = 200
"""Rounds that are judged at a look at most: some tenths of a second of thinking."""

A_SLICE = 20
"""How many of them one commit keeps."""


class Judging:
    """A task of its own while the bot runs."""

    def __init__(
        self,
        bank: Bank,
        coach: Coach,
        clock: Clock,
        loops: Loops,
        by_book: Callable[[Iterable[int]], Awaitable[None]],
    ) -> None:
        self._bank = bank
        self._coach = coach
        self._clock = clock
        self._loops = loops
        self._by_book = by_book
        """Is told who has played a round by the book."""
        self._judged_until: float | None = None
        """Rounds that had ended by then are judged; Unix seconds."""
        self._task: asyncio.Task[None] | None = None

    def behind(self) -> float | None:
        """For how many seconds rounds are not judged yet; None before the first look, and where another judges."""
        if self._judged_until is None:
            return None
        return max(0.0, self._clock.shown(self._clock.now()) - self._judged_until)

    def start(self) -> None:
        """Look for rounds from now on."""
        self._task = asyncio.create_task(self._work(), name="judging")

    async def stop(self) -> None:
        """Leave the rest for the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        self._judged_until = None
        self._loops.ended(Loop.JUDGING)

    async def _work(self) -> None:
        while True:
            await pause(self._clock, SECONDS)
            await self._loops.until_done(Loop.JUDGING, self._judge_all)

    async def _judge_all(self) -> None:
        with suppress(Busy):  # the rest is judged at the next look
            while await self.judge() == AT_A_TIME:
                pass

    async def judge(self) -> int:
        """Judge what is not judged yet, a bounded number of rounds, and say how many they were."""
        now = self._clock.shown(self._clock.now())
        rounds = await self._bank.unjudged_rounds(now - PERIOD, AT_A_TIME)
        for first in range(0, len(rounds), A_SLICE):
            await self._judge(rounds[first : first + A_SLICE], now - PERIOD)
        has_rest = len(rounds) == AT_A_TIME
        self._judged_until = rounds[-1].ended_at if has_rest else now
        return len(rounds)

    async def _judge(self, rounds: Sequence[KeptRound], since: float) -> None:
        """Judge these, and keep what is found in one commit."""
        found = await self._coach.skill(rounds)
        for round_id, seats in found.items():
            if seats is None:
                log.warning("round %d can't be judged: its log is damaged", round_id)
        judged = [(kept, found[kept.round_id] or ()) for kept in rounds]
        await self._bank.keep_judged(judged, since)
        await self._by_book({one.user_id for _, seats in judged for one in seats if one.by_book})
