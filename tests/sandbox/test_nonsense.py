"""Whatever stands where in a body, the answer is a refusal or a success, never a breakdown."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from sandbox import PATIENCE

from .raw import Json, Raw, Socket
from .test_limits import button, command, container, layout, modal, option, row, section, select
from .test_limits import text as text_display

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    10**30,
    "",
    "x",
    "\ud800",
    [],
    [None],
    [[]],
    ["x"],
    {},
    {"x": []},
)
CLASSIC: Json = {
    "content": "x",
    "tts": False,
    "flags": 0,
    "nonce": "n",
    "allowed_mentions": {"parse": [], "users": ["1"], "roles": [], "replied_user": True},
    "attachments": [{"id": 0, "filename": "x"}],
    "embeds": [
        {
            "title": "T",
            "fields": [{"name": "n", "value": "v", "inline": True}],
            "footer": {"text": "f"},
            "author": {"name": "a"},
        }
    ],
    "components": [row(button(emoji={"id": None, "name": "🂡"})), row(select())],
}
LAYOUT: Json = layout(
    section(text_display(), accessory={"type": 11, "media": {"url": "https://example.org"}}),
    container({"type": 14, "spacing": 1}, row(button())),
    {"type": 12, "items": [{"media": {"url": "https://example.org"}, "description": "d"}]},
)
COMMAND: Json = command(
    option(choices=[{"name": "A", "value": "a"}]),
    {"type": 1, "name": "sub", "description": "S", "options": [option()]},
    default_member_permissions="0",
)
MODAL: Json = modal(
    {
        "type": 18,
        "label": "L",
        "component": {"type": 21, "custom_id": "r", "options": [{"label": "A", "value": "a"}] * 2},
    },
    row({"type": 4, "custom_id": "t", "style": 1, "label": "T", "min_length": 1}),
)
EMOJI: Json = {"name": "ace", "image": "data:image/png;base64,iVBORw0KGgo="}


def spoiled(value: Any) -> Iterator[Any]:
    """The value with each of its parts replaced by each kind of junk."""
    for path in list(paths(value)):
        for junk in JUNK:
            copied = copy.deepcopy(value)
            part = copied
            for step in path[:-1]:
                part = part[step]
            part[path[-1]] = junk
            yield copied


def paths(value: Any, start: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a value."""
    steps = value if isinstance(value, dict) else range(len(value))
    for step in steps:
        yield (*start, step)
        if isinstance(value[step], dict | list):
            yield from paths(value[step], (*start, step))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("{lounge}", CLASSIC),
        ("{lounge}", LAYOUT),
        ("{app}/commands", COMMAND),
        ("{app}/emojis", EMOJI),
    ],
    ids=["message", "layout", "command", "emoji"],
)
async def test_junk_in_a_body_is_no_breakdown(raw: Raw, path: str, body: Json) -> None:
    """Every field of a body takes junk without a server error."""
    path = path.format(lounge=raw.lounge, app=raw.app)
    for spoilt in spoiled(body):
        status, answer = await raw.call("POST", path, spoilt)
        assert status < 500, (spoilt, answer)
    alice = raw.sandbox.user(1)
    assert isinstance(alice.sees(raw.sandbox.channel("lounge")), str)


async def test_junk_in_an_edit_is_no_breakdown(raw: Raw) -> None:
    """An edit takes junk without a server error, and the message stays readable."""
    _, message = await raw.call("POST", raw.lounge, LAYOUT)
    view = raw.sandbox.message(int(message["id"]))
    for spoilt in spoiled(LAYOUT):
        status, answer = await raw.call("PATCH", f"{raw.lounge}/{message['id']}", spoilt)
        assert status < 500, (spoilt, answer)
        assert view.text is not None


@pytest.mark.parametrize(
    "body", [{"type": 4, "data": CLASSIC}, {"type": 9, "data": MODAL}], ids=["message", "modal"]
)
async def test_junk_in_an_answer_is_no_breakdown(raw: Raw, body: Json) -> None:
    """A callback takes junk without a server error, whether it is accepted or not."""
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
    """A spoilt IDENTIFY or RESUME is taken or closes the socket with one of Discord's codes."""
    identify = {"op": 2, "d": {"token": "t", "intents": 1, "shard": [0, 1]}}
    resume = {"op": 6, "d": {"token": "t", "session_id": "x", "seq": 1}}
    for frame in (*spoiled(identify), *spoiled(resume)):
        async with raw.session.ws_connect(raw.sandbox.gateway_url) as ws:
            await ws.send_str(json.dumps(frame))
            await ws.send_str('{"op":99}')
            code = await Socket(ws).closed_with()
            assert code is not None, frame
            assert 4000 < code < 4015, frame


async def test_junk_from_the_page_gets_a_reason(raw: Raw) -> None:
    """Spoilt requests of the page are refused, and its socket stays open."""
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
        while json.loads(await ws.receive_str(timeout=PATIENCE))["t"] != "history":
            pass
