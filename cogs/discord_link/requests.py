"""Discord's global rate limit, and timeouts and retries of requests.

A bot may send 50 requests per second; exceeding this often (429) leads to a temporary ban. The library does not count
requests, so each one waits here for its turn, slightly below the limit: `REQUESTS_PER_SECOND`, 45 by default. Requests
with an interaction's token don't count.

After a server error the library retries for 25 seconds with the original content: too long for a click, which needs an
answer within three seconds, and outdated for a table. Here each request is tried once, and its caller decides what to
send next.

The timeout of a request runs from sending until its answer is read, and excludes the library's waits for rate limits.

Only this module enforces the global limit. The library would also wait for it, but a request cancelled during that wait
blocks all others forever (docs/upstream.md). Therefore a request that hits the limit raises `RateLimited` before the
library notices, and later requests wait here until the limit is over.

The proxy in front of Discord bans a host with too many invalid requests for an unknown time. During a ban only a few
requests probe whether it is over, with growing pauses.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from contextvars import ContextVar
from functools import partial
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import aiohttp
import discord
import yarl

from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.library import api_address
from cogs.discord_link.request_errors import REQUEST_ERRORS, TOO_MANY, ServerFailed, passes
from cogs.discord_link.retry import Backoff
from cogs.discord_link.version import user_agent
from engine.clock import Clock, Timer

SECOND = 1.0
MINUTE = 60

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Initial and maximum pause of counted requests in seconds after a refusal by the proxy in front of Discord."""

FIRST_FREE_PAUSE, LONGEST_FREE_PAUSE = 0.5, 10.0
"""The same for requests with an interaction's token, which users are waiting for."""

FREE = ("/interactions/", "/webhooks/")
"""Path prefixes of requests that Discord does not count."""


Turn = asyncio.Future[float]
"""Done when a request may be sent; its result is that time."""

_given: ContextVar[Turn | None] = ContextVar("given", default=None)
"""A turn taken in advance for the next request of this task."""


class RequestBudget:
    """Limits requests to `a_second` in any second, in order of arrival; `share` is this process's part of them.

    The window starts at the answer, because network delays vary. It is a sliding window: a leaky bucket (aiolimiter)
    with a limit of 8 allows up to 15 requests in one second.
    """

    def __init__(self, clock: Clock, a_second: int, share: float = 1.0) -> None:
        self._clock = clock
        self.most = max(1, math.floor(a_second * share))
        self.sent = 0
        """Counted requests sent since the start."""
        self.refused = 0
        """Requests refused for a rate limit (429)."""
        self._lately: deque[tuple[int, int]] = deque(maxlen=MINUTE)
        """Numbers of counted requests by second."""
        self._gone: deque[float] = deque(maxlen=self.most)
        """Times at which the last requests were sent or answered."""
        self._held_until = -math.inf
        """Time until which counted requests wait."""
        self._pauses = Backoff(lambda: 1.0, first=FIRST_PAUSE, longest=LONGEST_PAUSE)
        self._free_pauses = Backoff(lambda: 1.0, first=FIRST_FREE_PAUSE, longest=LONGEST_FREE_PAUSE)
        self._free_held_until = -math.inf
        """Time until which requests with an interaction's token are refused here."""
        self._line: deque[Turn] = deque()
        """The waiting turns, oldest first."""
        self._timer: Timer | None = None

    @property
    def has_room(self) -> bool:
        """True if a request could be sent at once."""
        return not self._line and self._free_at() <= self._clock.now()

    @property
    def last_minute(self) -> int:
        """Counted requests sent in the last minute."""
        since = self._clock.now() - MINUTE
        return sum(count for second, count in self._lately if second > since)

    def note_answer(self, went: float | None, status: int, headers: Mapping[str, str]) -> None:
        """Record an answer; `went` is the result of `let_go` for its request."""
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

    def turn(self) -> Turn:
        """Return a turn for one request, already done if there is room. Cancel it if it is no longer needed."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._serve()
        return turn

    def use(self, turn: Turn) -> None:
        """Use this turn for the next request of this task."""
        _given.set(turn)

    async def let_go(self, url: yarl.URL) -> float | None:
        """Wait until a request to this address may be sent; return the time of its turn, None if it does not count.

        Raises `ShutOut` for an uncounted request during a ban.
        """
        if not is_counted(url):
            if is_discords(url):
                self.let_free_go()
            return None
        given = _given.get()
        _given.set(None)
        now = self._clock.now()
        # A turn expires if it is not used at once.
        if given is None or now - given.result() >= SECOND or now < self._held_until:
            given = self.turn()
        went = await given
        self._note_sent()
        return went

    def let_free_go(self) -> None:
        """Raise `ShutOut` if a request with an interaction's token would not reach Discord."""
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
        """The earliest time for the next request."""
        full = self._gone[0] + SECOND if len(self._gone) == self.most else -math.inf
        return max(full, self._held_until)


def is_discords(url: yarl.URL) -> bool:
    """True if this address belongs to Discord's REST API; the gateway's does not."""
    return str(url).startswith(api_address())


def is_counted(url: yarl.URL) -> bool:
    """True if Discord counts requests to this address."""
    text, api = str(url), api_address()
    return text.startswith(api) and not text.startswith(FREE, len(api))


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds after which a refused request (429) may be sent again."""
    return float(headers.get("Retry-After", 0))


def is_for_all(headers: Mapping[str, str]) -> bool:
    """True if the global limit was the reason for a refusal."""
    return headers.get("X-RateLimit-Scope") == "global"


def is_from_proxy(headers: Mapping[str, str]) -> bool:
    """True if the proxy answered: the request did not reach Discord."""
    return "Via" not in headers


P = ParamSpec("P")
T = TypeVar("T")

ANSWER_SECONDS = 2.5
"""Time for all tries of a first answer: Discord accepts it for three seconds, minus the delay of the click."""

PAUSE_SECONDS = 0.25
"""Pause before the second try of an answer; doubles for each further try."""

REQUEST_SECONDS = 5.0
"""Timeout of other requests."""

LONGEST_LIMIT = 30.0
"""Maximum wait of the library for a rate limit, the smallest that it allows; otherwise it raises `RateLimited`."""

STOP_SECONDS = 5.0
"""Time that a stopping bot waits for running requests and answers."""


class ShutOut(aiohttp.ClientError):
    """The proxy in front of Discord has banned this host."""


class NoAnswer(aiohttp.ClientError):
    """No answer in time; the request may have taken effect."""


class Try:
    """A request without retries, with a timeout in seconds.

    The timeout runs while the request is being sent and answered. With `prompt` it also covers waiting before that, and
    rate limits raise `RateLimited` instead of waiting.
    """

    def __init__(self, seconds: float, *, prompt: bool = False) -> None:
        self._seconds = seconds
        self.prompt = prompt
        self._limit = asyncio.timeout(seconds if prompt else None)

    async def make(self, request: Coroutine[Any, Any, T]) -> T:
        """Return the request's result. Raises `ServerFailed`, `NoAnswer`, or another of `REQUEST_ERRORS`."""
        before = _current.set(self)
        try:
            async with self._limit:
                return await request
        except TimeoutError:
            if self._limit.expired():
                raise NoAnswer(f"no answer within {self._seconds:g} s") from None
            raise
        finally:
            _current.reset(before)

    def hurry(self, seconds: float) -> None:
        """Reduce the timeout to these seconds from now on."""
        self._seconds = min(seconds, self._seconds)
        if (end := self._limit.when()) is not None:
            self._end(min(end, _now() + seconds))

    def begin(self) -> None:
        """Start the timeout: the request is being sent."""
        if self._limit.when() is None:
            self._end(_now() + self._seconds)

    def pause(self) -> None:
        """Stop the timeout: the request is answered. The library may wait for a rate limit and send it again."""
        if not self.prompt:
            self._end(None)

    def _end(self, when: float | None) -> None:
        if not self._limit.expired():
            self._limit.reschedule(when)


_current: ContextVar[Try | None] = ContextVar("try", default=None)


async def once(request: Coroutine[Any, Any, T], seconds: float = REQUEST_SECONDS) -> T:
    """Return the result of a request without retries. Raises like `Try.make`."""
    return await Try(seconds).make(request)


async def answer(
    request: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Make a first answer: `await answer(interaction.response.send_message, text)`.

    Retries as long as Discord accepts an answer. Raises the error of the last try, or `TimeoutError`.
    """
    until, backoff = _now() + ANSWER_SECONDS, Backoff(lambda: 1.0, first=PAUSE_SECONDS)
    async with asyncio.timeout_at(until):
        while True:
            try:
                return await request(*args, **kwargs)
            except REQUEST_ERRORS as error:
                seconds = backoff.next()
                if not passes(error) or _now() + seconds >= until:
                    raise
            await asyncio.sleep(seconds)


def single_tries(budget: RequestBudget, discord_time: DiscordTime) -> aiohttp.TraceConfig:
    """Tracing for a client's session that applies the budget, the User-Agent and the timeouts to its requests."""
    header = user_agent()

    async def go(
        session: object, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        params.headers["User-Agent"] = header
        context.went = await budget.let_go(params.url)
        if (this := _current.get()) is not None:
            this.begin()

    async def answered(
        session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        """Handle the headers of an answer; its body may follow later."""
        response = params.response
        if is_discords(params.url):
            budget.note_answer(context.went, response.status, response.headers)
        discord_time.note_date(response.headers.get("Date"))
        if (this := _current.get()) is not None and response.status >= 500:
            await over()
            raise ServerFailed(f"{response.status} {response.reason}")
        if response.status == TOO_MANY and (
            is_for_all(response.headers) or (this is not None and this.prompt)
        ):
            await over()
            raise discord.RateLimited(retry_after(response.headers))

    async def over(*_: object) -> None:
        if (this := _current.get()) is not None:
            this.pause()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(go)
    trace.on_request_end.append(answered)
    trace.on_response_chunk_received.append(over)  # once, with the whole body
    trace.on_request_exception.append(over)
    return trace


def _now() -> float:
    return asyncio.get_running_loop().time()


class Errands:
    """Background tasks of one name, which are awaited when the bot stops."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: dict[object, asyncio.Task[Any]] = {}

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, work: Coroutine[Any, Any, T], key: object = None) -> asyncio.Task[T]:
        """Start a task. With a `key`, `done` can wait for it."""
        task = asyncio.create_task(work, name=self._name)
        known_by = task if key is None else key
        self._tasks[known_by] = task
        task.add_done_callback(partial(self._forget, known_by))
        return task

    def _forget(self, known_by: object, task: asyncio.Task[Any]) -> None:
        if self._tasks.get(known_by) is task:  # otherwise another task has taken the key
            del self._tasks[known_by]

    async def done(self, key: object) -> None:
        """Wait for the task with this key, if it is running."""
        if (task := self._tasks.get(key)) is not None:
            await asyncio.wait([task])

    async def finish(self) -> None:
        """Wait for all tasks, at most `STOP_SECONDS`."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=STOP_SECONDS)

    def give_up(self) -> None:
        """Cancel the unfinished tasks."""
        for task in self._tasks.values():
            task.cancel()
