"""The page's WebSocket: what a window is sent, and what a person can do with it."""

import contextlib
import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox import PATIENCE

from .raw import Json, Raw
from .toy import Toy


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
async def window(raw: Raw) -> AsyncIterator[tuple[Window, Json]]:
    """An open page and its first greeting."""
    async with raw.page() as ws:
        page = Window(ws)
        yield page, await page.next("hello")


def home(hello: Json) -> Json:
    """The server that is there from the start."""
    guild: Json = hello["guilds"][0]
    return guild


async def test_a_window_is_greeted(raw: Raw, toy: Toy) -> None:
    """The greeting names the user, everybody, the bot, the channels and the commands."""
    async with window(raw) as (page, hello):
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
    assert "languages" not in [one["name"] for one in home(again)["commands"]]


async def test_a_window_hears_of_the_bot(raw: Raw) -> None:
    """The page is told when the bot comes and goes, of its commands, and of a failure."""
    async with window(raw) as (page, hello):
        assert not home(hello)["bot_online"]
        await raw.register()
        commands = await page.next("frame")
        async with raw.gateway():
            assert home(await page.next("frame"))["bot_online"]
        assert not home(await page.next("frame"))["bot_online"]
        await raw.sandbox.faults.drop_gateway(resumable=False)
        where = {"channel_id": home(hello)["channels"][0]["id"]}
        (go,) = home(commands)["commands"]
        await page.send("command", nonce="1", command_id=go["id"], options=[], **where)
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
