"""Random nonsense at every route and socket: each answer is a refusal or a success, and nothing is logged."""

import asyncio
import copy
import json
import logging
import random
import string
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from sandbox import PATIENCE, ManualClock, Sandbox
from tests.patient import AT_ONCE

from .raw import Json, Raw, Socket
from .test_limits import button, layout, option, row, select
from .test_nonsense import CLASSIC, COMMAND, EMOJI, JUNK, LAYOUT, MODAL, paths

REQUESTS, FRAMES = 1_500, 600
LONG = "9" * 5_000
DEEP = 3_000
TEXTS = (
    *(
        "0",
        "1",
        "-1",
        "²",
        "٣",
        LONG,
        "1" * 20,
        "x",
        "@me",
        "@original",
        "..",
        "%00",
        "%ff",
        "%2e%2e",
        "a%2fb",
    ),
    *("🂡", "null", "None", " ", "1e9", "0x1", "1_000", "\u202e", "\ufeff", "[]", "{}", "true"),
)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "BREW")
OPS = (
    *("be", "speak", "prefer", "manage", "open", "say"),
    *("command", "autocomplete", "click", "select", "submit", "dismiss"),
)
FIELDS = (
    *("op", "nonce", "user_id", "guild_id", "channel_id", "message_id", "command_id"),
    *("interaction_id", "custom_id", "values", "options", "content", "locale", "language", "may"),
)
PATTERNS = (
    *("/users/@me", "/oauth2/applications/@me", "/gateway", "/gateway/bot"),
    *("/channels/{}/messages", "/channels/{}/messages/{}", "/applications/{}/commands"),
    *("/applications/{}/emojis", "/applications/{}/emojis/{}", "/interactions/{}/{}/callback"),
    *("/webhooks/{}/{}", "/webhooks/{}/{}/messages/{}", "/nothing/{}"),
)
PUBLIC = ("/", "/page/{}", "/emojis/{}.{}", "/attachments/{}/{}/{}", "/page", "/gateway", "/{}")
QUERIES = ("with_response", "with_counts", "with_localizations", "v", "wait")
HEADERS = (
    {"Content-Type": "application/json"},
    {"Content-Type": "application/json; charset=nonsense"},
    {"Content-Type": "multipart/form-data"},
    {"Content-Type": "multipart/form-data; boundary=x"},
    {"Content-Type": "multipart/mixed; boundary=x; charset=nonsense"},
    {"Content-Type": "text/plain"},
    {"Content-Type": ";"},
    {"Content-Encoding": "gzip", "Content-Type": "application/json"},
    {"Content-Encoding": "br", "Content-Type": "application/json"},
    {"Range": "bytes=9-1", "If-Modified-Since": "yesterday"},
    {"Range": "bytes=0-1"},
    {"Upgrade": "websocket", "Connection": "Upgrade"},
    {"Expect": "nothing"},
    {"Authorization": "Bot"},
    {"X-Audit-Log-Reason": "%ff"},
)
PARTS = (
    b'name="payload_json"',
    b'name="payload_json"; filename="x"',
    b'name="files[0]"; filename="x.png"',
    b'name="files[' + LONG.encode() + b']"; filename="y"',
    b'name="files[0]"; filename="\xff\xfe"',
    b"name=\"files[1]\"; filename*=UTF-8''%ff%ed%a0%80",
    b"name=\"files[1]\"; filename*=nonsense''x",
    b'name="x"',
    b'filename="../../x"',
    b"",
)
MORE = (
    b"",
    b"\r\nContent-Type: application/json; charset=nonsense",
    b"\r\nContent-Type: multipart/mixed; boundary=y",
    b"\r\nContent-Transfer-Encoding: base64",
    b"\r\nContent-Transfer-Encoding: nonsense",
    b"\r\nContent-Encoding: deflate",
    b"\r\nContent-Encoding: nonsense",
    b"\r\nContent-Length: x",
)


class Fuzz:
    """Makes nonsense from a seed, with the ids that the sandbox has now."""

    def __init__(self, raw: Raw, seed: int) -> None:
        self.raw = raw
        self.chance = random.Random(seed)

    def id(self) -> str:
        """An id that exists, or a text that is not an id."""
        world = self.raw.sandbox.world
        known: tuple[Any, ...] = (
            *(
                world.channels,
                world.people,
                world.guilds,
                world.commands,
                world.emojis,
                world.files,
            ),
            [number for channel in world.channels.values() for number in channel.messages],
            list(self.raw.sandbox._interactions._known),
            list(self.raw.sandbox._interactions._by_token),
        )
        if self.chance.random() < 0.25:
            return self.chance.choice(TEXTS)
        kind = self.chance.choice([list(one) for one in known if one])
        return str(self.chance.choice(kind))

    def value(self, depth: int = 0) -> Any:
        """Any JSON value."""
        kinds: list[Callable[[], Any]] = [
            lambda: copy.deepcopy(self.chance.choice(JUNK)),
            self.id,
            lambda: self.chance.choice(TEXTS),
            lambda: "".join(self.chance.choices(string.printable + "äß🂡\x00", k=9)),
            lambda: self.chance.choice((10**400, -(10**400), 1e308, 5, 2**63, 0.1)),
        ]
        if depth < 3:
            kinds.append(lambda: [self.value(depth + 1) for _ in range(self.chance.randrange(3))])
            kinds.append(lambda: {self.key(): self.value(depth + 1) for _ in range(3)})
        return self.chance.choice(kinds)()

    def key(self) -> str:
        """A name that means something somewhere."""
        return self.chance.choice((*FIELDS, "name", "type", "components", "id", "d", "data", "x"))

    def body(self) -> Any:
        """A good body with some of its parts spoilt, or any value."""
        good = (
            *(CLASSIC, LAYOUT, COMMAND, EMOJI, [COMMAND], {"name": "t"}, {"archived": True}),
            *({"type": kind, "data": LAYOUT | {"flags": 64}} for kind in (4, 5, 6, 7)),
            *({"type": 9, "data": MODAL}, {"type": 8, "data": {"choices": []}}),
            {"content": f"<@{LONG}> <@1>", "nonce": "n", "enforce_nonce": True},
        )
        if self.chance.random() < 0.2:
            return self.value()
        spoilt = json.loads(json.dumps(self.chance.choice(good)))
        for _ in range(self.chance.randrange(3)):
            self.spoil(spoilt)
        return spoilt

    def spoil(self, value: Any) -> None:
        """Put anything in place of one part."""
        *way, last = self.chance.choice(list(paths(value)) or [("x",)])
        for step in way:
            value = value[step]
        if isinstance(value, dict | list) and value:
            value[last] = self.value()

    def payload(self) -> bytes:
        """The bytes of a request's body: JSON, nearly JSON, or a form."""
        text = json.dumps(self.body()).encode()
        kinds = (
            lambda: text,
            lambda: text,
            lambda: text[: self.chance.randrange(len(text) + 1)],
            lambda: b"[" * DEEP + b"]" * DEEP,
            lambda: b'{"components":[' * DEEP + b"]}" * DEEP,
            lambda: b'{"content":1e999}',
            lambda: b'{"content":' + LONG.encode() + b"}",
            lambda: self.chance.randbytes(40),
            lambda: b"",
            self.form,
            self.form,
        )
        return self.chance.choice(kinds)()

    def form(self) -> bytes:
        """A multipart body, more or less."""
        found = b""
        for _ in range(self.chance.randrange(4)):
            content = self.chance.choice(
                (json.dumps(self.body()).encode(), b"\x89PNG\r\n\x1a\n", b"\xff", b"")
            )
            disposition = b"Content-Disposition: form-data; " + self.chance.choice(PARTS)
            more = self.chance.choice(MORE)
            found += b"--x\r\n" + disposition + more + b"\r\n\r\n" + content + b"\r\n"
        return found + self.chance.choice((b"--x--\r\n", b"--x--\r\n", b"--x", b""))

    def path(self) -> str:
        """A path of one of the routes, filled with ids."""
        world = self.raw.sandbox.world
        own = {"applications": str(world.bot.id), "webhooks": str(world.bot.id)}
        pattern = self.chance.choice(PATTERNS)
        ids = [self.id() for _ in range(pattern.count("{}"))]
        kind = pattern.split("/")[1]
        if kind in own and self.chance.random() < 0.9:
            ids[0] = own[kind]
        if kind == "channels" and self.chance.random() < 0.8:
            ids[0] = str(self.chance.choice(list(world.channels)))
        if kind in ("webhooks", "interactions") and self.chance.random() < 0.8:
            ids[:2] = self.interaction(ids[0])
        public = self.chance.choice(PUBLIC)
        if self.chance.random() < 0.1:
            return public.format(*(self.id() for _ in range(public.count("{}"))))
        return "/api/v10" + pattern.format(*ids)

    def interaction(self, first: str) -> list[str]:
        """An open interaction's id, or the first part as it is, and its token."""
        known = list(self.raw.sandbox._interactions._known.values())
        if not known:
            return [first, "token"]
        chosen = self.chance.choice(known)
        return [
            first if first == str(self.raw.sandbox.world.bot.id) else str(chosen.id),
            chosen.token,
        ]

    def request(self) -> bytes:
        """A whole request."""
        queries = [f"{self.chance.choice(QUERIES)}={self.chance.choice(TEXTS)}" for _ in range(2)]
        query = "?" + "&".join(queries) if self.chance.random() < 0.3 else ""
        target = (self.path() + query).replace(" ", "+")
        usual = ("GET", "POST", "POST", "POST", "PATCH", "PATCH", "PUT")
        method = self.chance.choice(METHODS if self.chance.random() < 0.1 else usual)
        body = self.payload()
        multipart = {"Content-Type": "multipart/form-data; boundary=x"}
        chosen = multipart if body.startswith(b"--x") else HEADERS[0]
        if self.chance.random() < 0.15:
            chosen = self.chance.choice(HEADERS)
        host = self.raw.sandbox.url.removeprefix("http://")
        headers = {"Host": host, "Authorization": "Bot token", "Connection": "close"} | chosen
        lines = [f"{name}: {value}" for name, value in headers.items()]
        head = [f"{method} {target} HTTP/1.1", *lines, f"Content-Length: {len(body)}", "", ""]
        return "\r\n".join(head).encode() + body

    def frame(self) -> str:
        """A request of the page, more or less."""
        asked = {field: self.field(field) for field in FIELDS if self.chance.random() < 0.8}
        asked["op"] = self.chance.choice(OPS)
        kinds = (
            lambda: json.dumps(asked),
            lambda: json.dumps(asked),
            lambda: json.dumps(asked),
            lambda: json.dumps(self.value()),
            lambda: "[" * DEEP,
            lambda: json.dumps(asked)[:-3] + ":" + "[" * DEEP + "]" * DEEP + "}",
            lambda: '{"op":"open","channel_id":1e999}',
            lambda: '{"op":"be","user_id":' + LONG + "}",
        )
        return self.chance.choice(kinds)()

    def field(self, name: str) -> Any:
        """A likely value for a field of the page's request."""
        if self.chance.random() < 0.2:
            return self.value()
        named: Json = {
            "custom_id": ("x", "s", "r", "t", "plus", "colour"),
            "values": ([], ["a"], ["1"], {"t": "x"}, {"r": "a"}, {"t": LONG}),
            "options": (
                [],
                [{"name": "word", "value": "x"}],
                [{"name": "count", "value": 10**400}],
            ),
            "locale": ("de", "xx", "", LONG),
            "language": ("de", "xx", "", LONG),
            "content": ("x", "", LONG, "<@1>"),
            "may": (True, False),
        }
        return self.chance.choice(named[name]) if name in named else self.id()

    def gateway_frame(self) -> str:
        """A frame of a bot, more or less."""
        data: Any = self.chance.choice(
            (
                {
                    "token": "t",
                    "intents": self.chance.choice((0, 1, 513)),
                    "shard": self.chance.choice(([0, 1], self.value())),
                },
                {"token": "t", "session_id": "x", "seq": 1},
            )
        )
        if self.chance.random() < 0.3:
            data = self.value()
        frame = {"op": self.chance.choice((1, 2, 3, 4, 6, 8, 11, 99)), "d": data}
        kinds = (
            lambda: json.dumps(frame),
            lambda: json.dumps(frame),
            lambda: json.dumps(self.value()),
            lambda: "[" * DEEP + "]" * DEEP,
            lambda: '{"op":1e999}',
        )
        return self.chance.choice(kinds)()


async def answer_to(sandbox: Sandbox, request: bytes) -> int:
    """The status of the answer to a request."""
    port = int(sandbox.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    try:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        return int(head.split()[1])
    finally:
        writer.close()


async def prepare(raw: Raw) -> None:
    """Something to aim at: messages with components, commands with options, emojis, a thread, files."""
    options = (option(), option(name="count", type=4, required=False, min_value=0))
    commands = [
        COMMAND | {"name": "first"},
        {"name": "go", "description": "Go"},
        {"name": "n", "description": "N", "options": options},
    ]
    await raw.call("PUT", f"{raw.app}/commands", commands)
    await raw.call("POST", f"{raw.app}/emojis", EMOJI)
    for body in (CLASSIC, LAYOUT, layout(row(select()), row(button(custom_id="x")))):
        await raw.call("POST", raw.lounge, body)
    lounge = raw.sandbox.channel("lounge")
    raw.sandbox.world.add_thread(lounge, "table", raw.sandbox.world.bot.id)
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content":"F"}')
    form.add_field("files[0]", b"\x89PNG", filename="x.png")
    await raw.session.post(
        raw.sandbox.api_url + raw.lounge, data=form, headers={"Authorization": "Bot t"}
    )


async def knock(raw: Raw, seed: int, count: int) -> None:
    """Send nonsense to every route, while interactions are open."""
    fuzz = Fuzz(raw, seed)
    async with raw.gateway(1) as _:
        for index in range(count):
            if index % 20 == 0:
                one = [one for one in raw.sandbox.world.commands.values() if not one["options"]]
                person, place = raw.sandbox.world.users[0], raw.sandbox.channel("lounge")
                if one:
                    raw.sandbox.actions.command(person, place, int(one[0]["id"]), [])
            request = fuzz.request()
            assert await answer_to(raw.sandbox, request) not in (0, 500), request[:3000]


async def chat(raw: Raw, seed: int, count: int) -> None:
    """Send nonsense to the page's socket, which answers everything and stays open."""
    fuzz = Fuzz(raw, seed)
    async with raw.gateway(1), raw.page() as ws:
        for index in range(count):
            frame = fuzz.frame()
            await ws.send_str(frame)
            if index % 20 == 0:
                message = fuzz.id()
                await ws.send_str(json.dumps({"op": "x", "nonce": f"still here {index} {message}"}))
                while f"still here {index}" not in await ws.receive_str(timeout=PATIENCE):
                    pass


async def identify(raw: Raw, seed: int, count: int) -> None:
    """Send nonsense to the gateway, which closes with one of Discord's codes or goes on."""
    fuzz = Fuzz(raw, seed)
    for _ in range(count // 4):
        async with raw.session.ws_connect(raw.sandbox.gateway_url) as ws:
            socket = Socket(ws)
            if fuzz.chance.random() < 0.7:
                await socket.identify(intents=513)
            for _ in range(4):
                await ws.send_str(fuzz.gateway_frame())
            await ws.send_str('{"op":99}')
            code = await socket.closed_with()
            assert code is not None
            assert 4000 < code < 4015


@pytest.mark.filterwarnings("ignore::aiohttp.BadContentDispositionHeader")
@pytest.mark.filterwarnings("ignore::aiohttp.BadContentDispositionParam")
@pytest.mark.parametrize("what", [knock, chat, identify])
async def test_nonsense_breaks_nothing(
    what: Callable[[Raw, int, int], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing fails inside, nothing is logged, and a bot and a person go on as before."""
    caplog.set_level(logging.WARNING)
    loop, failures = asyncio.get_running_loop(), list[Any]()
    loop.set_exception_handler(lambda _, context: failures.append(context))
    async with (
        Sandbox(clock=ManualClock(), starts=AT_ONCE) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        raw = Raw(sandbox, session)
        await prepare(raw)
        await what(raw, 1, REQUESTS if what is knock else FRAMES)
        assert [record.getMessage() for record in caplog.records] == []
        assert failures == []
        _, sent = await raw.call(
            "POST", f"/channels/{sandbox.channel(0).id}/messages", {"content": "On"}
        )
        assert "On" in sandbox.user(1).sees(sandbox.channel(0)), sent
