"""How long requests wait for Discord's rate limits.

The library waits without a word: before it sends a request whose bucket is empty, and after Discord has refused one
(429). Both end when the request is sent, so a wait is the time between asking the library and that.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, Protocol

import aiohttp
from discord.http import HTTPClient, Route

SHORT: Final = 0.05
"""Seconds that a request takes by itself before it is sent."""


class Gauges(Protocol):
    """Is told of waits."""

    def now(self) -> float:
        """Seconds, by a clock that is never set."""

    def waited(self, seconds: float) -> None:
        """A request has waited for a rate limit."""

    def limited(self) -> None:
        """Discord has refused a request for a rate limit."""


@dataclass(slots=True)
class _Asked:
    """Since when a request waits; None where it does not wait for a rate limit."""

    since: float | None


_asked: ContextVar[_Asked | None] = ContextVar("asked", default=None)


def watch_waits(http: HTTPClient, gauges: Gauges) -> None:
    """From now on `gauges` are told of the requests of a client that has not logged in yet."""
    request, trace = http.request, http.http_trace or aiohttp.TraceConfig()

    async def timed(route: Route, **kwargs: Any) -> Any:
        before = _asked.set(_Asked(gauges.now()))
        try:
            return await request(route, **kwargs)
        finally:
            _asked.reset(before)

    http.request = timed  # type: ignore[method-assign]
    http.http_trace = trace
    trace.on_request_start.append(_sent(gauges))
    trace.on_request_end.append(_answered(gauges))


def _sent(gauges: Gauges) -> Callable[..., Any]:
    async def sent(*_: object) -> None:
        asked = _asked.get()
        if asked is None or asked.since is None:
            return
        waited, asked.since = gauges.now() - asked.since, None
        if waited >= SHORT:
            gauges.waited(waited)

    return sent


def _answered(gauges: Gauges) -> Callable[..., Any]:
    async def answered(_: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        if params.response.status == 429:
            if (asked := _asked.get()) is not None:
                asked.since = gauges.now()
            gauges.limited()

    return answered
