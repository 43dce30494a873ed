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
from dataclasses import dataclass
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
_WITH_TOKEN = re.compile(r"/(interactions|webhooks)/")
"""Requests by the token of an interaction have limits of their own, which concern nobody else."""


class ServerFailed(aiohttp.ClientError):
    """Discord's servers answered with an error of their own (5xx)."""


class NoAnswer(aiohttp.ClientError):
    """Nothing came back in time; what was asked may have been done or not."""


@dataclass(slots=True)
class _Try:
    sent_at: float | None = None
    """By the loop's clock, while the request is under way."""
    limited: bool = False
    """Whether the library waits for a rate limit that it may have to lift for others, too."""


_current: contextvars.ContextVar[_Try | None] = contextvars.ContextVar("try", default=None)


async def once(request: Coroutine[Any, Any, T], seconds: float) -> T:
    """What a request comes to that is tried once, and is under way for so many seconds at most.

    Raises `ServerFailed`, `NoAnswer`, or what else is `TROUBLE`.
    """
    this, context = _Try(), contextvars.copy_context()
    context.run(_current.set, this)
    task = asyncio.create_task(request, context=context)
    task.add_done_callback(_heed)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=seconds)
            if this.sent_at is not None and _now() - this.sent_at >= seconds:
                raise NoAnswer(f"no answer within {seconds:g} s")
    finally:
        if not this.limited:
            task.cancel()
    return task.result()


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
        this.sent_at, this.limited = _now(), False


async def _ended(_session: object, _context: object, params: aiohttp.TraceRequestEndParams) -> None:
    path, status = params.url.path, params.response.status
    if (this := _current.get()) is not None:
        this.sent_at, this.limited = None, status == 429 and not _WITH_TOKEN.search(path)
    if status >= 500 and (this is not None or _CALLBACK.fullmatch(path)):
        raise ServerFailed(f"{status} {params.response.reason}")


async def _broke(_session: object, _context: object, _: object) -> None:
    if (this := _current.get()) is not None:
        this.sent_at = None


def _heed(task: asyncio.Task[Any]) -> None:
    """What fails after nobody waits for it any more concerns nobody."""
    if not task.cancelled():
        task.exception()


def _now() -> float:
    return asyncio.get_running_loop().time()
