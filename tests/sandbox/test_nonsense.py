"""Bodies with junk anywhere are accepted or refused, and never cause a server error."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest

from tests.driver import PATIENCE

from .raw import BOT, Json, Raw
from .test_limits import button, command, container, label, layout, modal, option, row, select
from .test_limits import text as text_display

JUNK: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 10**30, "", "x", "\ud800"),
    *([], [None], [[]], ["x"], {}, {"x": []}),
)
CLASSIC: Json = {
    "content": "x",
    "tts": False,
    "flags": 0,
    "nonce": "n",
    "allowed_mentions": {"parse": [], "users": ["1"], "roles": [], "replied_user": True},
    "attachments": [{"id": 0, "filename": "x"}],
    "components": [row(button()), row(select())],
}
LAYOUT: Json = layout(
    container(text_display(), {"type": 14, "spacing": 1}, row(button())),
    {"type": 12, "items": [{"media": {"url": "https://example.org"}, "description": "d"}]},
)
COMMAND: Json = command(
    option(choices=[{"name": "A", "value": "a"}]),
    {"type": 1, "name": "sub", "description": "S", "options": [option()]},
    default_member_permissions="0",
)
MODAL: Json = modal(text_display(), label(custom_id="t", min_length=1))
EMOJI: Json = {"name": "ace", "image": "data:image/png;base64,iVBORw0KGgo="}


def spoiled(value: Any) -> Iterator[Any]:
    """Yield copies of the value with one part replaced by junk."""
    for step in value if isinstance(value, dict) else range(len(value)):
        inside = spoiled(value[step]) if isinstance(value[step], dict | list) else ()
        for other in (*JUNK, *inside):
            copied = copy.copy(value)
            copied[step] = other
            yield copied


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("{lounge}", CLASSIC),
        ("{lounge}", LAYOUT),
        ("{app}/commands", [COMMAND]),
        ("{app}/emojis", EMOJI),
    ],
    ids=["message", "layout", "command", "emoji"],
)
async def test_junk_in_a_body_causes_no_server_error(raw: Raw, path: str, body: Any) -> None:
    path = path.format(lounge=raw.lounge, app=raw.app)
    for spoilt in spoiled(body):
        method = "PUT" if isinstance(body, list) else "POST"
        status, answer = await raw.call(method, path, spoilt)
        assert status < 500, (spoilt, answer)
    alice = raw.sandbox.user(1)
    assert isinstance(alice.sees(raw.sandbox.channel("lounge")), str)


@pytest.mark.parametrize(
    "body", [{"type": 4, "data": CLASSIC}, {"type": 9, "data": MODAL}], ids=["message", "modal"]
)
async def test_junk_in_an_answer_causes_no_server_error(raw: Raw, body: Json) -> None:
    await raw.register()
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, raw.sandbox.user(1))
        for spoilt in spoiled(body):
            if task.done():
                event, task = await raw.interaction(socket, raw.sandbox.user(1))
            path = f"/interactions/{event['id']}/{event['token']}/callback"
            status, answer = await raw.call("POST", path, spoilt)
            assert status < 500, (spoilt, answer)
            if status < 300:
                await task
        task.cancel()


async def test_junk_on_the_gateway_closes_it_by_code(raw: Raw) -> None:
    """A malformed IDENTIFY or RESUME is accepted or closes the socket with one of Discord's codes."""
    identify = {"op": 2, "d": {"token": "t", "intents": 1, "shard": [0, 1]}}
    resume = {"op": 6, "d": {"token": "t", "session_id": "x", "seq": 1}}
    for frame in (*spoiled(identify), *spoiled(resume)):
        async with raw.socket() as socket:
            await socket.ws.send_str(json.dumps(frame))
            await socket.ws.send_str('{"op":99}')
            code = await socket.closed_with()
            assert code is not None, frame
            assert 4000 < code < 4015, frame


async def next_frame(ws: aiohttp.ClientWebSocketResponse, kind: str) -> Json:
    """Skip to the next frame of this kind from the page's socket."""
    while True:
        frame: Json = json.loads(await ws.receive_str(timeout=PATIENCE))
        if frame["t"] == kind:
            return frame


async def test_junk_from_the_page_gets_a_reason(raw: Raw) -> None:
    """The page's malformed requests are refused without closing its socket."""
    await raw.register()
    channel = {"channel_id": str(raw.sandbox.channel(0).id)}
    [command_id] = raw.sandbox.world.commands
    options = [{"name": "x", "type": 3, "value": "x"}]
    asked = [
        channel
        | {"op": "command", "nonce": "1", "command_id": str(command_id), "options": options},
        channel | {"op": "autocomplete", "command_id": str(command_id), "options": options},
        channel | {"op": "say", "content": "x"},
        channel | {"op": "select", "message_id": "1", "custom_id": "x", "values": ["x"]},
        {"op": "submit", "interaction_id": "1", "custom_id": "x", "values": {"x": "x"}},
    ]
    async with raw.page() as ws:
        for frame in (spoilt for one in asked for spoilt in spoiled(one)):
            await ws.send_str(json.dumps(frame))
        await ws.send_str(json.dumps({"op": "open"} | channel))
        await next_frame(ws, "history")


LONG, DEEP = "9" * 5_000, 3_000


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP + "]" * DEEP,
        '{"components":[' * 200 + "]}" * 200,
        '{"content":1e999}',
        '{"nonce":' + LONG + "}",
    ],
    ids=["deep", "deep objects", "infinite", "long number"],
)
async def test_oversized_json_is_malformed(raw: Raw, text: str) -> None:
    """REST, the gateway and the page refuse JSON that is too deep or too large like malformed JSON."""
    url = raw.sandbox.api_url + raw.lounge
    async with raw.session.post(url, data=text, headers=BOT) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    async with raw.socket() as socket:
        await socket.ws.send_str(text)
        assert await socket.closed_with() == 4002
    async with raw.page() as ws:
        await ws.send_str(text)
        assert "malformed" in (await next_frame(ws, "error"))["reason"]


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("payload_json", "Content-Type: application/json; charset=nonsense"),
        ("payload_json", "Content-Transfer-Encoding: nonsense"),
        ('files[0]"; filename="x', "Content-Transfer-Encoding: nonsense"),
    ],
)
async def test_a_form_in_an_unknown_encoding_is_refused(raw: Raw, name: str, header: str) -> None:
    form = (
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n{header}\r\n\r\n'
        '{"content":"x"}\r\n--x--\r\n'
    )
    kind = {"Content-Type": "multipart/form-data; boundary=x"}
    url = raw.sandbox.api_url + raw.lounge
    async with raw.session.post(url, data=form, headers=BOT | kind) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


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
async def test_a_page_that_asks_for_nonsense_gets_a_reason(
    raw: Raw, frame: str, reason: str
) -> None:
    """A malformed request gets a reason, and the socket stays open."""
    frame = frame.replace("%c", str(raw.sandbox.channel(0).id))
    async with raw.page() as ws:
        await ws.send_str(frame)
        assert reason in (await next_frame(ws, "error"))["reason"]
        await ws.send_str(json.dumps({"op": "be", "user_id": str(raw.sandbox.user(2).id)}))
        await next_frame(ws, "hello")
