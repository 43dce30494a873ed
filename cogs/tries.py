"""How long a request to Discord is tried.

After an error of Discord's servers the library tries again by itself for 25 seconds, with what it was given at first:
too long for a click, whose answer is taken for three seconds, and by then out of date for a table. So here such a
request is tried once, and whoever made it decides what is sent next. A request is never cut off while the library
waits for a rate limit: it would forget to tell the others that the limit is over.
"""

import asyncio
import contextvars
import re
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import aiohttp
import discord

from cogs.trouble import TROUBLE, passes, quietly

T = TypeVar("T")

ANSWER_SECONDS = 2.5
"""How long a first answer is tried: Discord takes it for three seconds, and the click was on its way for a while."""

PAUSE_SECONDS = 0.25
"""Before the second try of an answer; twice as long before each further one."""

_CALLBACK = re.compile(r".*/interactions/\d+/[^/]+/callback")


class ServerFailed(aiohttp.ClientError):
    """Discord's servers answered with an error of their own (5xx)."""


class NoAnswer(aiohttp.ClientError):
    """Nothing came back in time; what was asked may have been done or not."""


class Try:
    """One request that is tried once, and is under way for so many seconds at most."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._limit: asyncio.Timeout | None = None
        """Counts while the request is under way, and not while the library waits for a rate limit."""

    async def make(self, request: Coroutine[Any, Any, T]) -> T:
        """What the request comes to. Raises `ServerFailed`, `NoAnswer`, or what else is `TROUBLE`."""
        before = _current.set(self)
        try:
            async with asyncio.timeout(None) as self._limit:
                return await request
        except TimeoutError:
            if self._limit is not None and self._limit.expired():
                raise NoAnswer(f"no answer within {self._seconds:g} s") from None
            raise
        finally:
            _current.reset(before)

    def hurry(self, seconds: float) -> None:
        """Wait for its answer no longer than this from now on."""
        self._seconds = min(seconds, self._seconds)
        if self._limit is not None and (end := self._limit.when()) is not None:
            self._let_it_take_until(min(end, _now() + seconds))

    def sent(self) -> None:
        """It is under way."""
        self._let_it_take_until(_now() + self._seconds)

    def back(self) -> None:
        """It is no longer under way; perhaps it will be once more."""
        self._let_it_take_until(None)

    def _let_it_take_until(self, when: float | None) -> None:
        if self._limit is not None and not self._limit.expired():
            self._limit.reschedule(when)


_current: contextvars.ContextVar[Try | None] = contextvars.ContextVar("try", default=None)


async def once(request: Coroutine[Any, Any, T], seconds: float) -> T:
    """What a request comes to that is tried once. Raises like `Try.make`."""
    return await Try(seconds).make(request)


async def in_time(request: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What a first answer to an interaction comes to: tried for as long as Discord takes one, and no longer.

    Raises what the last try has raised, or `TimeoutError`.
    """
    until, pause = _now() + ANSWER_SECONDS, PAUSE_SECONDS
    async with asyncio.timeout_at(until):
        while True:
            try:
                return await once(request(), ANSWER_SECONDS)
            except TROUBLE as error:
                if not passes(error) or _now() + pause >= until:
                    raise
            await asyncio.sleep(pause)
            pause *= 2


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Tell Discord that a click was heard; nobody sees it. A failure is a line in the log."""
    await quietly(in_time(interaction.response.defer))


def single_tries() -> aiohttp.TraceConfig:
    """What a client's session needs so that requests made by `once`, and all first answers, are tried once."""
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_started)
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_broke)
    return trace


async def _started(_session: object, _context: object, _: object) -> None:
    if (this := _current.get()) is not None:
        this.sent()


async def _ended(_session: object, _context: object, params: aiohttp.TraceRequestEndParams) -> None:
    this, status = _current.get(), params.response.status
    if this is not None:
        this.back()
    if status >= 500 and (this is not None or _CALLBACK.fullmatch(params.url.path)):
        raise ServerFailed(f"{status} {params.response.reason}")


async def _broke(_session: object, _context: object, _: object) -> None:
    if (this := _current.get()) is not None:
        this.back()


def _now() -> float:
    return asyncio.get_running_loop().time()
