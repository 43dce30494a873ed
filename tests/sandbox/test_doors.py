"""Call every route with the headers that browsers send for other pages."""

import asyncio
import http
import json
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp
import pytest

from tests.driver import Sandbox

from .raw import BOT, Raw

SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}
ROUTES: dict[str, tuple[str, str, Mapping[str, str]]] = {
    "page": ("GET", "/", {}),
    "page's socket": ("GET", "/page", SOCKET),
    "gateway": ("GET", "/gateway/?v=10&encoding=json", SOCKET),
    "REST": ("GET", "/api/v10/users/@me", BOT),
    "send": ("POST", "/api/v10/channels/{lounge}/messages", BOT),
    "file": ("GET", "/attachments/{lounge}/{file}/note.txt", {}),
}
REFUSED = {
    "The sandbox answers only at its own address: this request asks for another host.",
    "The sandbox answers only its own page and the bot: this request comes from another page.",
    "The sandbox answers only its own page and the bot: this request comes from another site.",
    "The page's socket is for the page: this request does not say where it comes from.",
}


@dataclass
class Answered:
    status: int
    headers: dict[str, str]
    text: str


class Caller:
    """Sends raw HTTP requests with any headers; HTTP clients would correct them."""

    def __init__(self, sandbox: Sandbox, file: str) -> None:
        self.own = sandbox.url.removeprefix("http://")
        self.address, _, port = self.own.rpartition(":")
        self.port = int(port)
        self._names = {"lounge": sandbox.channel("lounge").id, "file": file}

    async def call(
        self, route: str, headers: Mapping[str, str], *, version: str = "1.1"
    ) -> Answered:
        """Send a request to a route and read the whole response."""
        method, path, needed = ROUTES[route]
        origin = {"Origin": f"http://{headers['Host']}"} if route == "page's socket" else {}
        body = json.dumps({"content": "x"}) if method == "POST" else ""
        length = {"Content-Length": str(len(body)), "Content-Type": "application/json"}
        sent = {**needed, **(length if body else {}), **origin, **headers}
        lines = [f"{name}: {value}" for name, value in sent.items() if value]
        line = f"{method} {path.format(**self._names)} HTTP/{version}"
        reader, writer = await asyncio.open_connection(self.address, self.port)
        try:
            writer.write("\r\n".join([line, *lines, "", body]).encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *rest = head.strip().split("\r\n")
            given = dict(one.lower().split(": ", 1) for one in rest)
            text = (await reader.readexactly(int(given.get("content-length", 0)))).decode()
            return Answered(int(first.split()[1]), given, text)
        finally:
            writer.close()


@pytest.fixture
async def caller(raw: Raw) -> Caller:
    """A caller, with a file in the lounge."""
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps({"content": "File"}))
    form.add_field("files[0]", b"<script>", filename="note.txt")
    async with raw.session.post(
        raw.sandbox.api_url + raw.lounge, data=form, headers=BOT
    ) as response:
        [attachment] = (await response.json())["attachments"]
    return Caller(raw.sandbox, attachment["id"])


def is_refused(answered: Answered) -> bool:
    """Return True if the origin check refused the request with one of its messages."""
    refused = answered.status == http.HTTPStatus.FORBIDDEN
    assert refused == (answered.text.strip() in REFUSED), answered
    return refused


OWN = ("127.0.0.1:{port}", "localhost:{port}", "LocalHost:{port}", "[::1]:{port}")
HOSTS = (
    "evil.example:{port}",
    "localhost.evil.example:{port}",
    "127.0.0.1:1",
    "127.0.0.1",
    "localhost.:{port}",
    "127.0.0.2:{port}",
    "0.0.0.0:{port}",
    "user@127.0.0.1:{port}",
    "127.0.0.1:{port}, evil.example",
    "",
)
ORIGINS = (
    "null",
    "http://evil.example:{port}",
    "https://127.0.0.1:{port}",
    "http://localhost:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:{port}.evil.example",
    "file://",
    "127.0.0.1:{port}",
)


@pytest.mark.parametrize("route", ROUTES)
async def test_foreign_requests_are_refused_at_every_route(caller: Caller, route: str) -> None:
    """Foreign hosts, origins and sites are refused, however similar; the sandbox's own are accepted."""
    port, host = caller.port, {"Host": caller.own}
    for named in (one.format(port=port) for one in HOSTS):
        for version in ("1.0", "1.1") if named else ("1.0",):  # HTTP/1.1 requires a Host header
            assert is_refused(await caller.call(route, {"Host": named}, version=version)), named
    for origin in (one.format(port=port) for one in ORIGINS):
        assert is_refused(await caller.call(route, host | {"Origin": origin})), origin
    for site in ("cross-site", "same-site", "nonsense"):
        for mode, dest in (("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe")):
            marks = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
            assert is_refused(await caller.call(route, host | marks)), marks

    for named in (one.format(port=port) for one in OWN):
        from_itself = {"Origin": f"http://{named.lower()}"} if route == "page's socket" else {}
        assert not is_refused(await caller.call(route, {"Host": named} | from_itself)), named
    for own in (
        {"Origin": f"http://{caller.own}"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ):
        assert not is_refused(await caller.call(route, host | own)), own
    # Links from other sites may be followed, except to routes that send something. Only the page's socket needs an
    # origin: browsers always send one for sockets, bots never do.
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    followed = await caller.call(route, host | link | {"Sec-Fetch-Dest": "document"})
    assert is_refused(followed) == (ROUTES[route][0] == "POST")
    nowhere = await caller.call(route, host | {"Origin": ""})
    assert is_refused(nowhere) == (route == "page's socket")


@pytest.mark.parametrize("route", ROUTES)
async def test_responses_forbid_frames_and_foreign_readers(caller: Caller, route: str) -> None:
    """Every response, including refusals, forbids frames and foreign readers, and has no CORS header."""
    for host in (caller.own, "evil.example"):
        headers = (await caller.call(route, {"Host": host})).headers
        policy = headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-frame-options"] == "deny"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert not [name for name in headers if name.startswith("access-control")]


async def test_refused_requests_have_no_effect(raw: Raw, caller: Caller) -> None:
    before = len(raw.sandbox.requests)
    await caller.call("send", {"Host": "evil.example"})
    assert raw.sandbox.user(1).sees(raw.sandbox.channel("lounge")) == "File"
    assert len(raw.sandbox.requests) == before
