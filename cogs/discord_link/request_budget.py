"""Delays requests to stay within Discord's global rate limit.

Requests wait here for their turn; those with an interaction's token are free. A request that hits the limit raises
`RateLimited`. During a ban by the proxy in front of Discord a few requests probe, with growing pauses, if it is over
(docs/decisions/request-budget.md).
"""

import asyncio
import math
from collections import deque
from collections.abc import Mapping
from contextvars import ContextVar

import aiohttp
import yarl

from cogs.discord_link.library import api_address
from cogs.discord_link.request_errors import TOO_MANY
from cogs.discord_link.retry import Backoff
from engine.clock import Clock, Timer

SECOND = 1.0
MINUTE = 60

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds for counted requests after the proxy's refusal."""

FIRST_FREE_PAUSE, LONGEST_FREE_PAUSE = 0.5, 10.0
"""For free requests, which users wait for."""

FREE = ("/interactions/", "/webhooks/")


RequestTurn = asyncio.Future[float]
"""Done when a request may be sent, with that time."""

_given: ContextVar[RequestTurn | None] = ContextVar("given", default=None)
"""For this task's next request."""


class ShutOut(aiohttp.ClientError):
    """Raised while the proxy in front of Discord bans this host."""


class RequestBudget:
    """Lets at most `share` of `a_second` requests go per second, in order of arrival.

    The window slides and starts at the response, because delays vary. A leaky bucket would allow nearly twice as
    many.
    """

    def __init__(self, clock: Clock, a_second: int, share: float = 1.0) -> None:
        self._clock = clock
        self.most = max(1, math.floor(a_second * share))
        self.sent = 0
        self.refused = 0
        self._lately: deque[tuple[int, int]] = deque(maxlen=MINUTE)
        """By second."""
        self._gone: deque[float] = deque(maxlen=self.most)
        """When the last were sent or answered."""
        self._held_until = -math.inf
        self._pauses = Backoff(lambda: 1.0, first=FIRST_PAUSE, longest=LONGEST_PAUSE)
        self._free_pauses = Backoff(lambda: 1.0, first=FIRST_FREE_PAUSE, longest=LONGEST_FREE_PAUSE)
        self._free_held_until = -math.inf
        self._line: deque[RequestTurn] = deque()
        """Oldest first."""
        self._timer: Timer | None = None

    @property
    def has_room(self) -> bool:
        return not self._line and self._free_at() <= self._clock.now()

    @property
    def last_minute(self) -> int:
        since = self._clock.now() - MINUTE
        return sum(count for second, count in self._lately if second > since)

    def note_answer(self, went: float | None, status: int, headers: Mapping[str, str]) -> None:
        """Record the response to a request; `went` is the result of `let_go`."""
        now = self._clock.now()
        if went is not None and went in self._gone:
            self._gone.remove(went)
            self._gone.append(now)
        if status != TOO_MANY:
            (self._free_pauses if went is None else self._pauses).reset()
            return
        self.refused += 1
        if went is None:
            # One pause for all concurrent requests.
            if is_from_proxy(headers) and now >= self._free_held_until:
                self._free_held_until = now + self._free_pauses.next()
        elif is_for_all(headers):
            self._held_until = max(self._held_until, now + retry_after(headers))
        elif is_from_proxy(headers) and now >= self._held_until:
            self._held_until = now + self._pauses.next()

    def turn(self) -> RequestTurn:
        """Return a future that is done when a request may be sent. Cancel it if unneeded."""
        turn: RequestTurn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._serve()
        return turn

    def use(self, turn: RequestTurn) -> None:
        _given.set(turn)

    async def let_go(self, url: yarl.URL) -> float | None:
        """Wait until a request may be sent; return that time, or None if it needs no turn. Raises `ShutOut`."""
        if not is_counted(url):
            if is_discords(url):
                self.let_free_go()
            return None
        given = _given.get()
        _given.set(None)
        now = self._clock.now()
        # A turn expires if not used at once.
        if given is None or now - given.result() >= SECOND or now < self._held_until:
            given = self.turn()
        went = await given
        self._note_sent()
        return went

    def let_free_go(self) -> None:
        """Raise `ShutOut` if the proxy would refuse a request with an interaction's token."""
        if self._clock.now() < self._free_held_until:
            raise ShutOut("this host is banned for too many invalid requests")

    def _note_sent(self) -> None:
        self.sent += 1
        second, before = int(self._clock.now()), 0
        if self._lately and self._lately[-1][0] == second:
            _, before = self._lately.pop()
        self._lately.append((second, before + 1))

    def _serve(self) -> None:
        now = self._clock.now()
        while self._line and self._free_at() <= now:
            turn = self._line.popleft()
            if not turn.done():
                self._gone.append(now)
                turn.set_result(now)
        if self._line and self._timer is None:
            self._timer = self._clock.call_at(self._free_at(), self._look)

    def _look(self) -> None:
        self._timer = None
        self._serve()

    def _free_at(self) -> float:
        full = self._gone[0] + SECOND if len(self._gone) == self.most else -math.inf
        return max(full, self._held_until)


def is_discords(url: yarl.URL) -> bool:
    """Return True for a URL of Discord's REST API."""
    return str(url).startswith(api_address())


def is_counted(url: yarl.URL) -> bool:
    text, api = str(url), api_address()
    return text.startswith(api) and not text.startswith(FREE, len(api))


def retry_after(headers: Mapping[str, str]) -> float:
    """Return seconds."""
    return float(headers.get("Retry-After", 0))


def is_for_all(headers: Mapping[str, str]) -> bool:
    return headers.get("X-RateLimit-Scope") == "global"


def is_from_proxy(headers: Mapping[str, str]) -> bool:
    return "Via" not in headers
