"""The page's WebSocket: what a window is sent, and what a person can do with it."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import PATIENCE, Sandbox
from sandbox.page.files import FOLDER

from .raw import Json, Raw
from .toy import Toy

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


class Window:
    """A page that is open in a browser."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self._ws = ws

    async def next(self, kind: str, **fields: object) -> Json:
        """The next frame of that kind with those fields; others are passed over."""
        while True:
            frame: Json = json.loads(await self._ws.receive_str(timeout=PATIENCE))
            if frame["t"] == kind and fields.items() <= frame.items():
                return frame

    async def send(self, op: str, **fields: object) -> None:
        """Send a request."""
        await self._ws.send_str(json.dumps({"op": op} | fields))


@contextlib.asynccontextmanager
async def window(sandbox: Sandbox) -> AsyncIterator[tuple[Window, Json]]:
    """An open page and its first greeting."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(sandbox.url + "/page", origin=sandbox.url) as ws,
    ):
        page = Window(ws)
        yield page, await page.next("hello")


def home(hello: Json) -> Json:
    """The server that is there from the start."""
    guild: Json = hello["guilds"][0]
    return guild


def command_id(hello: Json, name: str) -> str:
    """The id of a registered command."""
    return next(str(one["id"]) for one in home(hello)["commands"] if one["name"] == name)


async def test_a_window_is_greeted(sandbox: Sandbox, toy: Toy) -> None:
    """The greeting names the user, everybody, the bot, the channels and the commands."""
    async with window(sandbox) as (page, hello):
        bob = hello["users"][1]
        await page.send("be", user_id=bob["id"])
        again = await page.next("hello")

    assert hello["me"]["global_name"] == "Alice"
    assert again["me"] == bob
    assert len(hello["users"]) == 6
    assert (hello["bot"]["username"], home(hello)["bot_online"]) == ("Dealer", True)
    channels = [one["name"] for one in home(hello)["channels"]]
    assert channels == ["blackjack", "lounge", "high-rollers"]
    assert "board" in [one["name"] for one in home(hello)["commands"]]
    assert "admin" not in [one["name"] for one in home(again)["commands"]]


async def test_a_round_on_the_page(sandbox: Sandbox, toy: Toy) -> None:
    """A command, a click, a pick and a modal, as the page sends them."""
    async with window(sandbox) as (page, hello):
        channel_id = home(hello)["channels"][0]["id"]
        where = {"channel_id": channel_id}
        board = command_id(hello, "board")
        await page.send("command", nonce="1", command_id=board, options=[], **where)
        assert (await page.next("interaction"))["status"] == "pending"
        message = (await page.next("message_create"))["message"]
        assert (await page.next("interaction", nonce="1"))["status"] == "ok"
        assert message["interaction_metadata"]["name"] == "board"

        one = where | {"message_id": message["id"]}
        await page.send("click", nonce="2", custom_id="count", **one)
        changed = (await page.next("message_update"))["message"]
        assert changed["components"][0]["components"][0]["content"] == "Count: 1"
        await page.send("select", nonce="3", custom_id="colour", values=["red"], **one)
        await page.next("message_update")
        await page.send("click", nonce="4", custom_id="ask", **one)
        modal = await page.next("modal", nonce="4")
        values = {"amount": "9"}
        sent = {"interaction_id": modal["interaction_id"], "custom_id": "question"}
        await page.send("submit", nonce="5", values=values, **sent)
        await page.next("interaction", nonce="5", status="ok")
        await page.send("open", **where)
        history = await page.next("history")

    assert [one["id"] for one in history["messages"]] == [message["id"]]
    text = history["messages"][0]["components"][0]["components"][0]["content"]
    assert text == "Amount: 9"


async def test_a_window_that_is_gone_before_its_greeting(
    sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    """As one that comes back while the sandbox stops: nothing is logged."""
    host = sandbox.url.removeprefix("http://")
    name, _, port = host.rpartition(":")
    asked = f"GET /page HTTP/1.1\r\nHost: {host}\r\nOrigin: {sandbox.url}\r\n{UPGRADE}\r\n"
    for _ in range(10):
        # All of it before the server looks: it meets a connection that has ended.
        with socket.create_connection((name, int(port))) as gone:
            gone.sendall(asked.encode())
    async with window(sandbox):
        pass
    assert caplog.messages == []


async def test_a_whisper_stays_in_its_window(sandbox: Sandbox, toy: Toy) -> None:
    """Another user's window never hears of an ephemeral message, and its own can dismiss it."""
    async with window(sandbox) as (page, hello), window(sandbox) as (other, _):
        bob = hello["users"][1]["id"]
        await other.send("be", user_id=bob)
        await other.next("hello")
        where = {"channel_id": home(hello)["channels"][0]["id"]}
        options = [
            {"name": "tone", "type": 3, "value": "kind"},
            {"name": "who", "type": 6, "value": bob},
        ]
        greet = command_id(hello, "greet")
        await page.send("command", nonce="1", command_id=greet, options=options, **where)
        whisper = (await page.next("message_create"))["message"]
        await page.send("dismiss", message_id=whisper["id"])
        gone = await page.next("message_delete")
        await page.send("say", content="Loud", **where)
        heard = (await other.next("message_create"))["message"]
        await other.send("open", **where)
        history = await other.next("history")

    assert whisper["flags"] & 64
    assert gone["id"] == whisper["id"]
    assert heard["content"] == "Loud"
    assert [one["content"] for one in history["messages"]] == ["Loud"]


async def test_choices_reach_the_page(sandbox: Sandbox, toy: Toy) -> None:
    """Typing into an option gets its choices."""
    async with window(sandbox) as (page, hello):
        where = {"channel_id": home(hello)["channels"][0]["id"]}
        complete = command_id(hello, "complete")
        options = [{"name": "word", "type": 3, "value": "ban", "focused": True}]
        await page.send("autocomplete", nonce="1", command_id=complete, options=options, **where)

        assert (await page.next("choices", nonce="1"))["choices"][0]["value"] == "banana"


async def test_a_window_hears_of_the_bot(raw: Raw) -> None:
    """The page is told when the bot comes and goes, of its commands, and of a failure."""
    async with window(raw.sandbox) as (page, hello):
        assert not home(hello)["bot_online"]
        await raw.register()
        commands = await page.next("frame")
        async with raw.gateway():
            assert home(await page.next("frame"))["bot_online"]
        assert not home(await page.next("frame"))["bot_online"]
        await raw.sandbox.faults.drop_gateway(resumable=False)
        where = {"channel_id": home(hello)["channels"][0]["id"]}
        go = command_id(commands, "go")
        await page.send("command", nonce="1", command_id=go, options=[], **where)
        failed = await page.next("interaction", status="failed")

    assert failed["reason"] == "The application did not respond"


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ('{"op":"fly","nonce":"1"}', "malformed"),
        ('{"op":"be","user_id":"x"}', "malformed"),
        ("[]", "malformed"),
        ("{", "malformed"),
        ('{"op":"be","user_id":"1"}', "no such user"),
        ('{"op":"open","channel_id":"1"}', "no such channel"),
        ('{"op":"click","message_id":"1","custom_id":"x"}', "no such message"),
        ('{"op":"submit","interaction_id":"1","values":{}}', "no such modal"),
        ('{"op":"command","channel_id":"%c","command_id":"1"}', "no such command"),
        ('{"op":"say","channel_id":"%c","content":" "}', "1 to 2,000 characters"),
    ],
)
async def test_nonsense_gets_a_reason(raw: Raw, frame: str, reason: str) -> None:
    """A malformed request is answered with a reason, and the window stays open."""
    frame = frame.replace("%c", str(raw.sandbox.channel(0).id))
    async with raw.page() as ws:
        await ws.send_str(frame)
        error = await Window(ws).next("error")
        await ws.send_str(json.dumps({"op": "be", "user_id": str(raw.sandbox.user(2).id)}))
        await Window(ws).next("hello")

    assert reason in error["reason"]


async def test_the_page_is_served_to_itself_only(raw: Raw) -> None:
    """The page comes from the root; another site's script can't open its socket."""
    url = raw.sandbox.url
    async with raw.session.get(url) as response:
        assert (response.status, response.content_type) == (200, "text/html")
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await raw.session.ws_connect(url + "/page", origin="http://example.org")
    async with raw.page() as ws:
        await Window(ws).next("hello")


async def test_the_page_loads_every_script(raw: Raw) -> None:
    """One file holds what each script of the folder holds, once."""
    async with raw.session.get(f"{raw.sandbox.url}/page/scripts.js") as response:
        assert (response.status, response.content_type) == (200, "text/javascript")
        text = await response.text()
    written = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js")]
    assert [text.count(one) for one in written] == [1] * len(written)
    assert len(text) == sum(map(len, written))


async def test_a_window_that_comes_back_at_once_is_refused_while_the_sandbox_stops() -> None:
    """It stops listening first: nobody would close a connection that is made while the others are closed."""
    patience = aiohttp.ClientTimeout(PATIENCE)
    async with aiohttp.ClientSession(timeout=patience) as session:
        async with Sandbox() as sandbox:
            ws = await session.ws_connect(sandbox.url + "/page", origin=sandbox.url)
            await ws.receive_str()

            async def come_back() -> None:
                while (await ws.receive()).type is aiohttp.WSMsgType.TEXT:
                    pass
                await session.ws_connect(sandbox.url + "/page", origin=sandbox.url)

            coming = asyncio.create_task(come_back())
        with pytest.raises(aiohttp.ClientConnectorError):
            await coming
