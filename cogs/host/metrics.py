"""Metrics for Prometheus, and the HTTP endpoints `/healthz` and `/metrics`.

No metric names a user, server or channel.

On a loopback address they accept only IP addresses and `localhost` as the host, against DNS rebinding by a web page;
elsewhere all: a Kubernetes Service has several.
"""

import ipaddress
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sized
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from mmap import PAGESIZE
from pathlib import Path
from typing import Any, Final

import yarl
from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.metrics import disable_created_metrics
from prometheus_client.registry import Collector

from cogs.discord_link.connection import ConnectedBot
from cogs.discord_link.loops import Loop, Loops
from cogs.discord_link.payloads import ClickOutcome, InteractionGauges
from cogs.discord_link.retry import CannotStart
from cogs.host.health import Pulse
from engine.clock import Clock

ANSWERS: Final = (0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 2.5, 3)
"""Buckets in seconds; Discord accepts no first answer after three."""

COMMITS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)
"""Buckets in seconds."""

_STATM: Final = Path("/proc/self/statm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """Disk usage in bytes of a bot whose database is a file."""

    database: int
    free: Mapping[str, int]
    """By use: `database`, `backups`."""
    backup_age: float | None
    """Seconds; without a backup, infinite if the bot makes backups, else None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """The objects whose state is exported on each scrape."""

    bot: ConnectedBot
    tables: Sized
    pulse: Pulse
    judging_behind: Callable[[], float | None]
    """Age in seconds of the oldest unjudged round; None if another process judges."""
    loops: Loops
    disk: Callable[[], Disk | None]


class Metrics(InteractionGauges):
    def __init__(self, clock: Clock) -> None:
        # A global switch of the library; nothing else in this process uses it.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # untyped in the library
        self.now = clock.now
        self._registry = registry = CollectorRegistry()
        counter = partial(Counter, registry=registry)
        histogram = partial(Histogram, registry=registry)
        meaning = "Clicks, modals and commands by what became of them"
        interactions = counter("blackjack_interactions", meaning, ["outcome"])
        # Create all series at once: a rate needs an initial zero.
        self._interactions = {outcome: interactions.labels(outcome) for outcome in ClickOutcome}
        meaning = "Time from a click, modal or command until Discord had the first answer"
        self._answers = histogram("blackjack_answer_seconds", meaning, buckets=ANSWERS)
        meaning = "Time until a transaction was durable"
        self._commits = histogram("blackjack_commit_seconds", meaning, buckets=COMMITS)
        meaning = "Transactions and reads that the database could not carry out"
        self._failures = counter("blackjack_database_errors", meaning)
        meaning = "Sessions begun (identify) and resumed (resume) at the gateway"
        self._connections = counter("blackjack_gateway_connections", meaning, ["how"])
        for how in ("identify", "resume"):
            self._connections.labels(how)
        registry.register(_ProcessMetrics())

    def ended(self, outcome: ClickOutcome) -> None:
        self._interactions[outcome].inc()

    def answered(self, seconds: float) -> None:
        self._answers.observe(seconds)

    def committed(self, seconds: float) -> None:
        """Record the seconds from a transaction's request until it was durable."""
        self._commits.observe(seconds)

    def database_failed(self) -> None:
        self._failures.inc()

    def look_at(self, watched: Watched) -> None:
        """Export the state of these objects on each scrape. Call it before login."""
        bot = watched.bot

        async def begun(_: int) -> None:
            self._connections.labels("identify").inc()

        async def resumed(_: int) -> None:
            self._connections.labels("resume").inc()

        bot.add_listener(begun, "on_shard_connect")
        bot.add_listener(resumed, "on_shard_resumed")
        self._registry.register(_State(watched))

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _State(Collector):
    def __init__(self, watched: Watched) -> None:
        self._watched = watched

    def collect(self) -> Iterator[Metric]:
        watched, pulse = self._watched, self._watched.pulse
        well = pulse.trouble() is None
        yield _gauge("connected", "Whether there is a connection to Discord", pulse.connected)
        yield _gauge("ready", "Whether all is well, as /healthz tells", well)
        yield _gauge("tables", "Open tables", len(watched.tables))
        yield _gauge("servers", "Servers that have the bot", len(watched.bot.guilds))
        meaning = "Time until the gateway answered the last heartbeat"
        yield _each("gateway_latency_seconds", meaning, "shard", dict(watched.bot.latencies))
        if (left := watched.bot.sessions_left) is not None:
            meaning = "Sessions that Discord let all processes begin when it was last asked"
            yield _gauge("gateway_sessions_left", meaning, left)
        yield _count("requests", "Requests that Discord counts", watched.bot.budget.sent)
        meaning = "Requests that Discord has refused for a rate limit (429)"
        yield _count("rate_limited", meaning, watched.bot.budget.refused)
        meaning = "How many of them this process may send in a second"
        yield _gauge("requests_allowed", meaning, watched.bot.budget.most)
        if (behind := watched.judging_behind()) is not None:
            yield _gauge("judging_behind_seconds", "Age of the rounds to be judged next", behind)
        yield from _of_loops(watched.loops)
        if (disk := watched.disk()) is not None:
            yield from _of_disk(disk)


def _of_loops(loops: Loops) -> Iterator[Metric]:
    failing = {loop.name.lower(): loop in loops.failing for loop in Loop}
    yield _each("loop_failing", "Whether a background loop fails at the moment", "loop", failing)
    meaning = "Failures of background loops"
    failures = CounterMetricFamily("blackjack_loop_failures", meaning, labels=["loop"])
    for loop in Loop:
        failures.add_metric([loop.name.lower()], loops.failures[loop])
    yield failures


def _of_disk(disk: Disk) -> Iterator[Metric]:
    yield _gauge("database_bytes", "Size of the database with its log", disk.database)
    yield _each("disk_free_bytes", "Free disk, by what lies there", "of", disk.free)
    if disk.backup_age is not None:
        yield _gauge("backup_age_seconds", "Since the last whole backup was made", disk.backup_age)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"blackjack_{name}", meaning, value=value)


def _count(name: str, meaning: str, value: float) -> Metric:
    return CounterMetricFamily(f"blackjack_{name}", meaning, value=value)


def _each(name: str, meaning: str, label: str, values: Mapping[Any, float]) -> Metric:
    family = GaugeMetricFamily(f"blackjack_{name}", meaning, labels=[label])
    for of, value in values.items():
        family.add_metric([str(of)], value)
    return family


class _ProcessMetrics(Collector):
    """Replaces the library's process metrics, which read parts of /proc that the systemd service hides."""

    def __init__(self) -> None:
        self._began = time.time()

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily(
            "process_cpu_seconds", "Seconds of work of this process", value=time.process_time()
        )
        began = "When this process has begun to measure, in Unix seconds"
        yield GaugeMetricFamily("process_start_time_seconds", began, value=self._began)
        if _STATM.exists():
            pages = int(_STATM.read_text().split()[1])
            yield GaugeMetricFamily(
                "process_resident_memory_bytes", "Memory in use", value=pages * PAGESIZE
            )


CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""All versions of Prometheus read this format."""

CLOSING_SECONDS = 1.0
"""Seconds for open requests at the stop."""


@web.middleware
async def _by_address(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse requests for foreign host names. Browsers always send `Host`."""
    if _is_own(request.headers.get("Host", "localhost")):
        return await handler(request)
    return web.Response(text="ask for an IP address or for localhost\n", status=403)


def _is_own(host: str) -> bool:
    """Return True for an IP address or `localhost`, which DNS rebinding can't fake."""
    try:
        name = (yarl.URL(f"//{host}").host or "").removesuffix(".")
        return name.split(".")[-1] == "localhost" or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


@asynccontextmanager
async def endpoint(host: str, port: int, pulse: Pulse, metrics: Metrics) -> AsyncIterator[int]:
    """Serve the endpoints while the block runs; yield the port, chosen by the system for 0.

    Raises `CannotStart` if it can't listen there.
    """

    async def healthz(_: web.Request) -> web.Response:
        trouble = pulse.trouble()
        return web.Response(text=f"{trouble or 'ok'}\n", status=503 if trouble else 200)

    async def all_metrics(_: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    is_local = ipaddress.ip_address(host).is_loopback
    app = web.Application(middlewares=[_by_address] if is_local else [])
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", all_metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSING_SECONDS)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else error
            raise CannotStart(
                f"METRICS_PORT: nothing can listen on {host}:{port}: {why}."
            ) from None
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
