"""Timeouts and retries of requests.

A request is tried once, and its caller decides what follows (docs/decisions/requests-tried-once.md). A timeout excludes
the library's waits for rate limits.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextvars import ContextVar
from functools import partial
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import aiohttp
import discord

from cogs import PACKAGE, installed_version
from cogs.discord_link.discord_time import DiscordTime
from cogs.discord_link.request_budget import (
    RequestBudget,
    is_discords,
    is_for_all,
    retry_after,
)
from cogs.discord_link.request_errors import REQUEST_ERRORS, TOO_MANY, ServerFailed, passes
from cogs.discord_link.retry import Backoff

P = ParamSpec("P")
T = TypeVar("T")

ANSWER_SECONDS = 2.5
"""For all tries of a first answer: Discord's three seconds, minus the click's delay."""

PAUSE_SECONDS = 0.25
"""Before an answer's second try; then doubled."""

REQUEST_SECONDS = 5.0

LONGEST_LIMIT = 30.0
"""The library's longest wait for a rate limit before `RateLimited`; it allows no less."""

STOP_SECONDS = 5.0


class NoAnswer(aiohttp.ClientError):
    """Raised at a request's timeout; the request may have taken effect."""


class Try:
    """Makes one request without retries, with a timeout in seconds.

    With `prompt` the timeout includes the wait before sending, and rate limits raise `RateLimited`.
    """

    def __init__(self, seconds: float, *, prompt: bool = False) -> None:
        self._seconds = seconds
        self.prompt = prompt
        self._limit = asyncio.timeout(seconds if prompt else None)

    async def make(self, request: Coroutine[Any, Any, T]) -> T:
        """Make the request and return its result. Raises `ServerFailed`, `NoAnswer` or another of `REQUEST_ERRORS`."""
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
        """Reduce the request's timeout to this many seconds from now."""
        self._seconds = min(seconds, self._seconds)
        if (end := self._limit.when()) is not None:
            self._end(min(end, _now() + seconds))

    def begin(self) -> None:
        if self._limit.when() is None:
            self._end(_now() + self._seconds)

    def pause(self) -> None:
        """Stop the timeout: the library may repeat the request after a rate limit."""
        if not self.prompt:
            self._end(None)

    def _end(self, when: float | None) -> None:
        if not self._limit.expired():
            self._limit.reschedule(when)


_current: ContextVar[Try | None] = ContextVar("try", default=None)


async def once(request: Coroutine[Any, Any, T], seconds: float = REQUEST_SECONDS) -> T:
    """Make a request without retries and return its result. Raises like `Try.make`."""
    return await Try(seconds).make(request)


async def answer(
    request: Callable[P, Coroutine[Any, Any, T]], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Send the first answer to an interaction; retry while Discord accepts one.

    `await answer(interaction.response.send_message, text)` raises the last error, or `TimeoutError`.
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


def user_agent() -> str:
    """Return the `User-Agent` in Discord's form `DiscordBot (URL, version)`; the URL is the library's."""
    library = f"https://github.com/Rapptz/discord.py, {discord.__version__}"
    python = ".".join(map(str, sys.version_info[:2]))
    own = f"{PACKAGE}/{installed_version()}".removesuffix("/?")
    return f"DiscordBot ({library}) {own} Python/{python} aiohttp/{aiohttp.__version__}"


def single_tries(budget: RequestBudget, discord_time: DiscordTime) -> aiohttp.TraceConfig:
    """Return an aiohttp trace that applies rate limit, `User-Agent` and timeouts to each request."""
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
    """Background tasks with the same name, awaited at the bot's stop."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: dict[object, asyncio.Task[Any]] = {}

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def begin(self, work: Coroutine[Any, Any, T], key: object = None) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name=self._name)
        known_by = task if key is None else key
        self._tasks[known_by] = task
        task.add_done_callback(partial(self._forget, known_by))
        return task

    def _forget(self, known_by: object, task: asyncio.Task[Any]) -> None:
        if self._tasks.get(known_by) is task:  # otherwise another task has taken the key
            del self._tasks[known_by]

    async def done(self, key: object) -> None:
        if (task := self._tasks.get(key)) is not None:
            await asyncio.wait([task])

    async def finish(self) -> None:
        """Wait for the tasks, at most `STOP_SECONDS`."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=STOP_SECONDS)

    def give_up(self) -> None:
        for task in self._tasks.values():
            task.cancel()
