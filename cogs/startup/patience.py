"""Trouble with Discord: which kind passes by itself, how long to wait before the next try, and how it is told."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb

import aiohttp
import discord

from engine.clock import Clock

LONGEST = 60.0
"""Seconds between two tries, at most."""

MOST_TOLD = 300
"""Characters of an error that are told."""

_PASSING = frozenset({408, 429})
"""HTTP statuses below 500 that mean: later."""


def passes(error: BaseException) -> bool:
    """Whether this may be over when it is tried again later."""
    match cause_of(error):
        case discord.HTTPException(status=status):
            return status >= 500 or status in _PASSING
        case cause:
            return isinstance(cause, (discord.GatewayNotFound, aiohttp.ClientError, OSError))


def told(error: BaseException) -> str:
    """An error in one line, with Discord's own number and words where it has any."""
    error = cause_of(error)
    text = str(error)
    if isinstance(error, discord.HTTPException):
        # What is no JSON is a proxy's page, which tells nobody more than its status does.
        words = error.text if error.code else error.response.reason
        text = f"{error.code or error.status} {words}"
    lines = (line.strip() for line in text.splitlines())
    return "; ".join(filter(None, lines))[:MOST_TOLD] or type(error).__name__


def where(error: BaseException) -> str:
    """An error's kind and place, without its message: that might hold what was sent, and so a token."""
    kind, frames = type(error).__name__, list(walk_tb(error.__traceback__))
    if not frames:
        return kind
    frame, line = frames[-1]
    return f"{kind} in {Path(frame.f_code.co_filename).name}, line {line}"


def cause_of(error: BaseException) -> BaseException:
    """What Discord answered, where the library hides it behind an error that says nothing."""
    hides = isinstance(error, discord.GatewayNotFound) and error.__cause__ is not None
    return error.__cause__ or error if hides else error


class Backoff:
    """How long to wait before the next try: about 1, 2, 4 … seconds, at most a minute; `luck` is from 0 to 1."""

    def __init__(self, luck: Callable[[], float] = random.random) -> None:
        self._luck = luck
        self._tries = 0

    def next(self) -> float:
        """Seconds, of which half is left to luck: whoever was cut off together doesn't come back together."""
        longest = min(2.0**self._tries, LONGEST)
        self._tries = min(self._tries + 1, 10)
        return longest * (1 + self._luck()) / 2

    def reset(self) -> None:
        """It went well: the next trouble is another one."""
        self._tries = 0


async def pause(clock: Clock, seconds: float) -> None:
    """Return when so much time has passed."""
    over = asyncio.Event()
    timer = clock.call_at(clock.now() + seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()
