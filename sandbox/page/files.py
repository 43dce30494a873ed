"""Serves the web page's files, and refuses requests from other websites."""

import asyncio
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Handler

from sandbox.page.sockets import PAGE_SOCKET

FOLDER = Path(__file__).with_name("assets")
SCRIPTS = (
    "base.js",
    "store.js",
    "socket.js",
    "times.js",
    "emoji.js",
    "markdown.js",
    "components.js",
    "messages.js",
    "focus.js",
    "news.js",
    "suggestions.js",
    "commands.js",
    "composer.js",
    "fields.js",
    "typing.js",
    "modal.js",
    "frame.js",
    "start.js",
)
"""In order of execution. One file loads in half the time of separate files."""

HEADERS = {"Cache-Control": "no-store"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' http: https: data:; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page_routes() -> list[web.RouteDef]:
    return [
        web.get("/", _document),
        web.get("/page/style.css", _style),
        web.get("/page/scripts.js", _scripts),
    ]


async def _document(request: web.Request) -> web.FileResponse:
    policy = POLICY.format(host=request.headers["Host"])
    headers = HEADERS | {"Content-Security-Policy": policy}
    return web.FileResponse(FOLDER / "index.html", headers=headers)


async def _style(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(FOLDER / "style.css", headers=HEADERS)


async def _scripts(_request: web.Request) -> web.Response:
    text = await asyncio.to_thread(scripts)
    return web.Response(text=text, content_type="text/javascript", headers=HEADERS)


def scripts() -> str:
    """Return the page's JavaScript, read from disk each time, so that changes need no restart."""
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS)


GUARDING = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
OWN_SITE = ("same-origin", "none")
"""`Sec-Fetch-Site` of the page itself, and of a typed address."""


class OriginCheck:
    """Accepts requests only from the sandbox's page and the bot; `host` is the listening address.

    Other websites in the same browser can send requests here, also by DNS rebinding, but their scripts can't forge the
    headers `Host`, `Origin` and `Sec-Fetch-Site`. A bot sends only `Host`.
    """

    def __init__(self, host: str) -> None:
        self._names = {"localhost", "127.0.0.1", "[::1]", in_url(host).lower()}

    def guard(self, app: web.Application) -> None:
        """Make `app` refuse other websites' requests and hide its responses from them."""
        app.middlewares.append(self._admit)
        app.on_response_prepare.append(_protect)

    @web.middleware
    async def _admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if objection := self._objection(request):
            return web.Response(status=403, text=f"{objection}\n")
        return await handler(request)

    def _objection(self, request: web.Request) -> str:
        host = self._own_host(request)
        if not host:
            return (
                "The sandbox answers only at its own address: this request asks for another host."
            )
        origins = request.headers.getall("Origin", [])
        if any(origin != f"http://{host}" for origin in origins):
            return "The sandbox answers only its own page and the bot: this request comes from another page."
        if not origins and request.path == PAGE_SOCKET:
            return (
                "The page's socket is for the page: this request does not say where it comes from."
            )
        if request.headers.get("Sec-Fetch-Site", "none") not in OWN_SITE and not _is_visit(request):
            return "The sandbox answers only its own page and the bot: this request comes from another site."
        return ""

    def _own_host(self, request: web.Request) -> str:
        hosts = request.headers.getall("Host", [])
        here = request.transport and request.transport.get_extra_info("sockname")
        if len(hosts) != 1 or not here or not request.raw_path.startswith("/"):
            return ""
        address, port = here[:2]
        names = self._names | {in_url(address)}
        own = {f"{name}:{port}" for name in names} | (names if port == 80 else set())
        host = hosts[0].lower()
        return host if host in own else ""


def in_url(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _is_visit(request: web.Request) -> bool:
    asks = (request.headers.get("Sec-Fetch-Mode"), request.headers.get("Sec-Fetch-Dest"))
    return request.method == "GET" and asks == ("navigate", "document")


async def _protect(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in GUARDING.items():
        response.headers.setdefault(name, value)
