"""The pages that a host's machines read: `/healthz` and `/metrics`.

Any page in a browser can have its own name lead to this machine (DNS rebinding), and would be let read what the machine
shows to itself alone. So pages on a loopback address answer only who asks for an address or for `localhost`. Those on
another address are for whoever reaches it, by whatever name: a Service of Kubernetes has several.
"""

import ipaddress
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import yarl
from aiohttp import web

from cogs.gateway.retry import CannotStart
from cogs.health.health import Pulse
from cogs.health.metrics import Metrics

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""The format that every Prometheus reads."""

CLOSING_SECONDS = 1.0
"""How long those who are reading are waited for."""


@web.middleware
async def _by_address(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse who asks for the host of another page. No browser leaves out what it asks for."""
    if _is_own(request.headers.get("Host", "localhost")):
        return await handler(request)
    return web.Response(text="ask for an IP address or for localhost\n", status=403)


def _is_own(host: str) -> bool:
    """Whether no page can have given its own name for this machine's."""
    try:
        name = (yarl.URL(f"//{host}").host or "").removesuffix(".")
        return name.split(".")[-1] == "localhost" or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


@asynccontextmanager
async def endpoint(host: str, port: int, pulse: Pulse, metrics: Metrics) -> AsyncIterator[int]:
    """Serve them meanwhile; the port, where 0 is any that is free. Raises `CannotStart`."""

    async def healthz(_: web.Request) -> web.Response:
        trouble = pulse.trouble()
        return web.Response(text=f"{trouble or 'ok'}\n", status=503 if trouble else 200)

    async def all_metrics(_: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    here_only = ipaddress.ip_address(host).is_loopback
    app = web.Application(middlewares=[_by_address] if here_only else [])
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
