"""The pages that a host's machines read: `/healthz` and `/metrics`."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from cogs.monitoring.health import Pulse
from cogs.monitoring.metrics import Metrics
from cogs.network.cannot_start import CannotStart

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""The format that every Prometheus reads."""

CLOSING_SECONDS = 1.0
"""How long those who are reading are waited for."""


@asynccontextmanager
async def endpoint(host: str, port: int, pulse: Pulse, metrics: Metrics) -> AsyncIterator[int]:
    """Serve them meanwhile; the port, where 0 is any that is free. Raises `CannotStart`."""

    async def healthz(_: web.Request) -> web.Response:
        trouble = pulse.trouble()
        return web.Response(text=f"{trouble or 'ok'}\n", status=503 if trouble else 200)

    async def all_metrics(_: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
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
