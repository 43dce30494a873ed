"""How many requests Discord is sent in a second, and how long each is tried.

A bot may make 50 a second; one that is often refused for more (429) is banned for a while. The library does not count
them, so here each waits for its turn, a few below the limit: `REQUESTS_PER_SECOND`, 45 unless the host sets it. What
goes by the token of an interaction is not counted.

After an error of Discord's servers the library tries again by itself for 25 seconds, with what it was given at first:
too long for a click, whose answer is taken for three seconds, and by then out of date for a table. So here such a
request is tried once, and its caller decides what is sent next.

The seconds of an edit count from when it is sent until its answer is read. Before and after that the library waits for
rate limits.

The limit for all requests is kept here alone. The library would keep it, too, but a request that is cancelled while it
waits there would hold up all others for ever (docs/upstream.md). So a request that meets it raises `RateLimited`
before the library notices, and the next ones wait for their turn until the limit is over.

A host with too many invalid requests is shut out for a while by the proxy in front of Discord, which says no time. Then
little is sent: some requests after a pause, to see whether that is over, and after each refusal the pause is longer.
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

from cogs.gateway.discord_time import DiscordTime
from cogs.gateway.library import api_address
from cogs.gateway.request_errors import REQUEST_ERRORS, TOO_MANY, ServerFailed, passes
from cogs.gateway.retry import Backoff
from cogs.version import user_agent
from engine.clock import Clock, Timer

SECOND = 1.0
MINUTE = 60

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 60.0
"""Seconds without counted requests after the proxy in front of Discord has refused one: at first, and at most."""

FIRST_FREE_PAUSE, LONGEST_FREE_PAUSE = 0.5, 10.0
"""The same for what goes by interactions, which people wait for."""

FREE = ("/interactions/", "/webhooks/")
"""What Discord does not count."""


Turn = asyncio.Future[float]
"""Done when a request may go; its result is that time."""

_given: ContextVar[Turn | None] = ContextVar("given", default=None)
"""A turn that was taken ahead, for the next request of this task."""


class RequestBudget:
    """Lets at most `a_second` requests reach Discord in any second, in the order in which they ask.

    `share` is this process's part of them. A second counts from the answer, because requests take different times to
    arrive. The second is a sliding window: a leaky bucket (aiolimiter) lets 15 requests go in a second of a limit of 8.
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
        self._held_until = -math.inf
        """When counted requests may go again."""
        self._pauses = Backoff(lambda: 1.0, first=FIRST_PAUSE, longest=LONGEST_PAUSE)
        self._free_pauses = Backoff(lambda: 1.0, first=FIRST_FREE_PAUSE, longest=LONGEST_FREE_PAUSE)
        self._free_held_until = -math.inf
        """When the next request by an interaction may show whether this host is still shut out."""
        self._line: deque[Turn] = deque()
        """The turns that wait, oldest first."""
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

    def note_answer(self, went: float | None, status: int, headers: Mapping[str, str]) -> None:
        """Discord has answered a request so; `went` is what `let_go` has returned for it."""
        now = self._clock.now()
        if went is not None and went in self._gone:
            self._gone.remove(went)
            self._gone.append(now)
        if status != TOO_MANY:
            (self._free_pauses if went is None else self._pauses).reset()
            return
        self.refused += 1
        if went is None:
            # One pause for all that were under way together.
            if is_from_proxy(headers) and now >= self._free_held_until:
                self._free_held_until = now + self._free_pauses.next()
        elif is_for_all(headers):
            self._held_until = max(self._held_until, now + retry_after(headers))
        elif is_from_proxy(headers) and now >= self._held_until:
            self._held_until = now + self._pauses.next()

    def turn(self) -> Turn:
        """Return the turn of one request, done at once if there is room. Cancel it if it is no longer needed."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._serve()
        return turn

    def use(self, turn: Turn) -> None:
        """Use this turn for the next request of this task."""
        _given.set(turn)

    async def let_go(self, url: yarl.URL) -> float | None:
        """Return when a request to this address may go: the time of its turn, None for what does not count.

        Raises `ShutOut` where that would have to wait.
        """
        if not is_counted(url):
            if is_discords(url):
                self.let_free_go()
            return None
        given = _given.get()
        _given.set(None)
        now = self._clock.now()
        # A turn that was not used at once is over.
        if given is None or now - given.result() >= SECOND or now < self._held_until:
            given = self.turn()
        went = await given
        self._note_sent()
        return went

    def let_free_go(self) -> None:
        """Raise `ShutOut` if a request by an interaction would not reach Discord."""
        if self._clock.now() < self._free_held_until:
            raise ShutOut("this host is shut out for too many invalid requests")

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
        """When one more may go."""
        full = self._gone[0] + SECOND if len(self._gone) == self.most else -math.inf
        return max(full, self._held_until)


def is_discords(url: yarl.URL) -> bool:
    """True if a request to this address is one of Discord's API: the gateway has another one."""
    return str(url).startswith(api_address())


def is_counted(url: yarl.URL) -> bool:
    """Whether Discord counts a request to this address."""
    asked, api = str(url), api_address()
    return asked.startswith(api) and not asked.startswith(FREE, len(api))


def retry_after(headers: Mapping[str, str]) -> float:
    """After how many seconds a request that was refused so (429) may be sent again."""
    return float(headers.get("Retry-After", 0))


def is_for_all(headers: Mapping[str, str]) -> bool:
    """True if the limit of all requests was the reason."""
    return headers.get("X-RateLimit-Scope") == "global"


def is_from_proxy(headers: Mapping[str, str]) -> bool:
    """True if the request did not get as far as Discord."""
    return "Via" not in headers


P = ParamSpec("P")
T = TypeVar("T")

ANSWER_SECONDS = 2.5
"""How long a first answer is tried: Discord takes it for three seconds, and the click was on its way for a while."""

PAUSE_SECONDS = 0.25
"""Before the second try of an answer; twice as long before each further one."""

REQUEST_SECONDS = 5.0
"""How long another request may be under way before it is given up, and perhaps tried again."""

LONGEST_LIMIT = 30.0
"""Seconds for which the library may wait within a request, the fewest that it takes; for a longer limit it raises
`RateLimited`."""

STOP_SECONDS = 5.0
"""How long the bot, when it stops, waits for what is on its way."""


class ShutOut(aiohttp.ClientError):
    """Discord would not see what is sent: the proxy in front of it refuses this host."""


class NoAnswer(aiohttp.ClientError):
    """Nothing came back in time; what was asked may have been done or not."""


class Try:
    """One request that is tried once, for at most this many seconds.

    They count while the request is under way. Those of a `prompt` one count from the beginning, and a rate limit raises
    `RateLimited`: the library would wait.
    """

    def __init__(self, seconds: float, *, prompt: bool = False) -> None:
        self._seconds = seconds
        self.prompt = prompt
        self._limit = asyncio.timeout(seconds if prompt else None)

    async def make(self, request: Coroutine[Any, Any, T]) -> T:
        """The request's result. Raises `ServerFailed`, `NoAnswer`, or another of `REQUEST_ERRORS`."""
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
        """Take no longer than this from now on."""
        self._seconds = min(seconds, self._seconds)
        if (end := self._limit.when()) is not None:
            self._end(min(end, _now() + seconds))

    def begin(self) -> None:
        """It is sent: the seconds count."""
        if self._limit.when() is None:
            self._end(_now() + self._seconds)

    def pause(self) -> None:
        """It is answered: the library may wait for a rate limit now, and then send it again."""
        if not self.prompt:
            self._end(None)

    def _end(self, when: float | None) -> None:
        if not self._limit.expired():
            self._limit.reschedule(when)


_current: ContextVar[Try | None] = ContextVar("try", default=None)


async def once(request: Coroutine[Any, Any, T], seconds: float = REQUEST_SECONDS) -> T:
    """The result of a request that is tried once. Raises like `Try.make`."""
    return await Try(seconds).make(request)


async def answer(
    request: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Make a first answer: `await answer(interaction.response.send_message, text)`.

    It is tried for as long as Discord takes one, and no longer. Raises what the last try has raised, or `TimeoutError`.
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
    """For a client's session: requests keep to the budget, say whose they are, and are tried as long as said here."""
    introduction = user_agent()

    async def go(
        session: object, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        params.headers["User-Agent"] = introduction
        context.went = await budget.let_go(params.url)
        if (this := _current.get()) is not None:
            this.begin()

    async def answered(
        session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        """The head of an answer is there: its body may still take its time."""
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
    """Tasks that nobody waits for until the bot stops, all of one name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: dict[object, asyncio.Task[Any]] = {}

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, work: Coroutine[Any, Any, T], key: object = None) -> asyncio.Task[T]:
        """Run this. By the `key`, if it has one, others can wait until it is `done`."""
        task = asyncio.create_task(work, name=self._name)
        known_by = task if key is None else key
        self._tasks[known_by] = task
        task.add_done_callback(partial(self._forget, known_by))
        return task

    def _forget(self, known_by: object, task: asyncio.Task[Any]) -> None:
        if self._tasks.get(known_by) is task:  # else another one has its key by now
            del self._tasks[known_by]

    async def done(self, key: object) -> None:
        """Return when no task of this key runs."""
        if (task := self._tasks.get(key)) is not None:
            await asyncio.wait([task])

    async def finish(self) -> None:
        """Wait until all are done, but no longer than `STOP_SECONDS`."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=STOP_SECONDS)

    def give_up(self) -> None:
        """Cancel what is not done."""
        for task in self._tasks.values():
            task.cancel()
