"""Judges the decisions of settled rounds, beside everything else, a few rounds at a time.

What is not judged is found in the bank, so that after a restart the rest is caught up with; nobody's settlement waits
for it. Rounds that are older than a period of the leaderboard are left alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

from cogs.coaching.aside import Died
from cogs.coaching.coach import Coach
from cogs.gateway.retry import pause
from cogs.language.sentences import Sorry
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.values.bank import StorageTrouble
from engine.values.played import KeptRound
from engine.values.skill import JudgedSeat

log = logging.getLogger(__name__)

PERIOD = 30 * 86_400.0
"""Seconds for which decisions count."""

SECONDS = 10.0
"""Between two looks for rounds."""

AT_A_TIME = 200
"""Rounds that are judged at a look at most: a second of thinking or two."""

A_SLICE = 20
"""Of these, as many as are kept in one commit."""

OVERLAP = 3_600.0
"""Seconds by which a look begins before the last round that was judged: tables may settle at once."""


class Judging:
    """A task of its own while the bot runs."""

    def __init__(
        self,
        bank: Bank,
        coach: Coach,
        clock: Clock,
        by_book: Callable[[Iterable[int]], Awaitable[None]],
        *,
        at_a_time: int = AT_A_TIME,
    ) -> None:
        self._bank = bank
        self._coach = coach
        self._clock = clock
        self._by_book = by_book
        """Is told who has played a round by the book."""
        self._at_a_time = at_a_time
        self._since = 0.0
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

    async def _work(self) -> None:
        while True:
            await pause(self._clock, SECONDS)
            try:
                while await self.judge() == self._at_a_time:
                    pass
            except (Sorry, StorageTrouble, Died) as error:
                log.debug("rounds are judged later: %r", error)
            except Exception:
                log.exception("no more rounds are judged until the next start")
                return

    async def judge(self) -> int:
        """Judge what is not judged yet, a bounded number of rounds, and say how many they were."""
        now = self._clock.shown(self._clock.now())
        period = now - PERIOD
        rounds = await self._bank.unjudged_rounds(max(self._since, period), self._at_a_time)
        for some in _slices(rounds):
            await self._judge(some)
            self._since = max(self._since, max(one.ended_at for one in some) - OVERLAP)
        has_rest = len(rounds) == self._at_a_time
        self._judged_until = rounds[-1].ended_at if has_rest else now
        return len(rounds)

    async def _judge(self, rounds: Sequence[KeptRound]) -> None:
        """Judge these, table by table, and keep what is found in one commit."""
        judged: list[tuple[KeptRound, Sequence[JudgedSeat]]] = []
        for table_id in dict.fromkeys(one.table_id for one in rounds):
            own = [one for one in rounds if one.table_id == table_id]
            for kept, seats in zip(own, await self._coach.skill(own), strict=True):
                if seats is None:
                    log.warning("round %d can't be judged: its log is damaged", kept.round_id)
                judged.append((kept, seats or ()))
        await self._bank.keep_judged(judged)
        await self._by_book({one.user_id for _, seats in judged for one in seats if one.by_book})


def _slices(rounds: Sequence[KeptRound]) -> Iterator[Sequence[KeptRound]]:
    for first in range(0, len(rounds), A_SLICE):
        yield rounds[first : first + A_SLICE]
