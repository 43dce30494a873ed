"""How many requests Discord is sent in a second.

A bot may make 50 a second; one that is often refused for more (429) is banned for a while. The library does not count
them, so here each waits for its turn, a few below the limit: `REQUESTS_PER_SECOND`, 45
unless the host sets it. What goes by the token of an interaction is not counted.
"""

import asyncio
import heapq
import math
from collections import deque
from contextvars import ContextVar
from enum import IntEnum
from itertools import count

import yarl
from discord.http import Route

from cogs.gateway.request_errors import TOO_MANY
from engine.clock import Clock, Timer

SECOND = 1.0
MINUTE = 60

FREE = ("/interactions/", "/webhooks/")
"""What Discord does not count."""


class Rank(IntEnum):
    """Who goes first when not all can."""

    BOARD = 0
    """People look at a board and wait."""
    REST = 1


Turn = asyncio.Future[float]
"""Done when a request may go; its result is that time."""

_given: ContextVar[Turn | None] = ContextVar("given", default=None)
"""A turn that was taken ahead, for the next request of this task."""


class RequestBudget:
    """Lets at most `a_second` requests reach Discord in any second; `share` is this process's part of them.

    A second counts from the answer: some requests take longer than others until they arrive.
    """

    def __init__(self, clock: Clock, a_second: int, share: float = 1.0) -> None:
        self._clock = clock
        self.most = max(1, math.floor(a_second * share))
        self.sent = 0
        """How many counted requests have gone since the start."""
        self.refused = 0
        """How many requests Discord has refused for a rate limit (429)."""
        self._lately: deque[tuple[int, int]] = deque(maxlen=MINUTE)
        """Seconds in which counted requests went, and how many."""
        self._gone: deque[float] = deque(maxlen=self.most)
        """When the last requests went, or were answered."""
        self._line: list[tuple[Rank, int, Turn]] = []
        """Those that wait, as a heap: by rank, then in order of arrival."""
        self._numbers = count()
        self._timer: Timer | None = None

    @property
    def has_room(self) -> bool:
        """Whether a request could go at once."""
        return not self._line and self._free_at() <= self._clock.now()

    @property
    def last_minute(self) -> int:
        """How many counted requests went in it."""
        since = self._clock.now() - MINUTE
        return sum(count for second, count in self._lately if second > since)

    def note_answer(self, went: float | None, status: int) -> None:
        """Discord has answered a request with this status; `went` is what `let_go` has returned for it."""
        self.refused += status == TOO_MANY
        if went is not None and went in self._gone:
            self._gone.remove(went)
            self._gone.append(self._clock.now())

    def turn(self, rank: Rank) -> Turn:
        """The turn of one request: done at once where there is room. Cancel it if it is no longer needed."""
        turn: Turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._line, (rank, next(self._numbers), turn))
        self._serve()
        return turn

    def use(self, turn: Turn) -> None:
        """The next request of this task goes by this turn."""
        _given.set(turn)

    async def let_go(self, url: yarl.URL) -> float | None:
        """Return when a request to this address may go: the time of its turn, None for what does not count."""
        if not is_counted(url):
            return None
        given = _given.get()
        _given.set(None)
        # A turn that was not used at once is over.
        if given is None or self._clock.now() - given.result() >= SECOND:
            given = self.turn(Rank.REST)
        went = await given
        self._note_sent()
        return went

    def _note_sent(self) -> None:
        self.sent += 1
        second, before = int(self._clock.now()), 0
        if self._lately and self._lately[-1][0] == second:
            _, before = self._lately.pop()
        self._lately.append((second, before + 1))

    def _serve(self) -> None:
        now = self._clock.now()
        while self._line and self._free_at() <= now:
            *_, turn = heapq.heappop(self._line)
            if not turn.done():
                self._gone.append(now)
                turn.set_result(now)
        if self._line and self._timer is None:
            self._timer = self._clock.call_at(self._free_at(), self._look)

    def _look(self) -> None:
        self._timer = None
        self._serve()

    def _free_at(self) -> float:
        """When one more may go."""
        return self._gone[0] + SECOND if len(self._gone) == self.most else -math.inf


def is_counted(url: yarl.URL) -> bool:
    """Whether Discord counts a request to this address."""
    asked = str(url)
    return asked.startswith(Route.BASE) and not asked.startswith(FREE, len(Route.BASE))
