"""What only some hosts want, and whose libraries are extras: each is imported where its setting asks for it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from cogs.health.watched import Watched
from engine.clock import Clock

if TYPE_CHECKING:
    from cogs.health.metrics import Metrics


@asynccontextmanager
async def reports(settings: Mapping[str, Any]) -> AsyncIterator[None]:
    """Report errors while the block runs, if the host wants them to be."""
    if not settings["SENTRY_DSN"]:
        yield
        return
    from cogs.health.reports import reported

    async with reported(settings["SENTRY_DSN"]):
        yield


def metrics_for(settings: Mapping[str, Any], clock: Clock) -> "Metrics | None":
    """What the host's metrics are told to, if there are any."""
    if settings["METRICS_PORT"] is None:
        return None
    from cogs.health.metrics import Metrics

    return Metrics(clock)


@asynccontextmanager
async def pages(
    settings: Mapping[str, Any], watched: Watched, metrics: "Metrics | None"
) -> AsyncIterator[None]:
    """Serve `/healthz` and `/metrics` while the block runs, if the host wants them. Raises `CannotStart`."""
    if metrics is None:
        yield
        return
    from cogs.health.endpoint import endpoint

    metrics.look_at(watched)
    host, port = settings["METRICS_HOST"], settings["METRICS_PORT"]
    async with endpoint(host, port, watched.pulse, metrics):
        yield
