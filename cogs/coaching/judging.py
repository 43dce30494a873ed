"""Judges the decisions in settled rounds in the background, for the leaderboard.

The bank lists unjudged rounds, so no settlement waits and a restart continues. Rounds older than
the leaderboard's period are skipped.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

from cogs.coaching.coach import Coach
from cogs.coaching.workers import Busy, Closing
from cogs.discord_link.loops import Loop, Loops, Repeating
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.live.log_lines import about
from engine.values.played import SavedRound

log = logging.getLogger(__name__)

PERIOD = 30 * 86_400.0
"""Seconds for which decisions count."""

SECONDS = 10.0
"""Between two passes."""

AT_A_TIME = 200
"""Rounds read at once; judging them takes some tenths of a second."""

A_SLICE = 20


class Judging:
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
        self._by_book = by_book
        """Receives users with a round by the book."""
        self._judged_until: float | None = None
        """All rounds that ended before are judged; Unix seconds."""
        self._passes = Repeating(loops, Loop.JUDGING, self._judge_all)

    def behind(self) -> float | None:
        """Return how many seconds judging is behind play; None before a pass or if another process judges."""
        if self._judged_until is None:
            return None
        return max(0.0, self._clock.shown(self._clock.now()) - self._judged_until)

    def start(self) -> None:
        self._passes.start(SECONDS)

    async def stop(self) -> None:
        await self._passes.stop()
        self._judged_until = None

    async def _judge_all(self) -> float:
        with suppress(Busy, Closing):  # the next pass, or the next start, judges the rest
            while await self.judge() == AT_A_TIME:
                pass
        return SECONDS

    async def judge(self) -> int:
        """Judge at most `AT_A_TIME` rounds; return their number."""
        now = self._clock.shown(self._clock.now())
        rounds = await self._bank.unjudged_rounds(now - PERIOD, AT_A_TIME)
        for first in range(0, len(rounds), A_SLICE):
            await self._judge(rounds[first : first + A_SLICE], now - PERIOD)
        has_rest = len(rounds) == AT_A_TIME
        self._judged_until = rounds[-1].ended_at if has_rest else now
        return len(rounds)

    async def _judge(self, rounds: Sequence[SavedRound], since: float) -> None:
        found = await self._coach.skill(rounds)
        for saved in rounds:
            if found[saved.round_id] is None:
                line = "the coach could not judge saved round %d (its log is damaged)"
                about(log, saved, saved.number).warning(line, saved.round_id)
        judged = [(saved, found[saved.round_id] or ()) for saved in rounds]
        await self._bank.save_judged(judged, since)
        await self._by_book({one.user_id for _, seats in judged for one in seats if one.by_book})
