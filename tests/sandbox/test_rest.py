"""Routes without interactions: authorization, unknown objects, permissions, nonces and files."""

import json
from io import BytesIO

import aiohttp
import pytest

from sandbox import Permission
from tests.driver import Sandbox

from .raw import BOT, Json, Raw
from .toy import chart


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bot "}, {"Authorization": "token"}])
async def test_a_token_is_needed(raw: Raw, header: dict[str, str]) -> None:
    status, body = await raw.call("GET", "/users/@me", headers=header)

    assert (status, body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_errors_have_discords_codes(raw: Raw) -> None:
    """Unknown objects, and bodies other than JSON objects, are refused with Discord's error codes."""
    for method, path, expected in (
        ("GET", "/nowhere", (404, 0)),
        ("PUT", "/users/@me", (405, 0)),
        ("GET", "/applications/x/commands", (400, 50035)),
        ("POST", "/channels/1/messages", (404, 10003)),
        ("GET", "/applications/1/commands", (404, 10002)),
        ("GET", "/applications/1/emojis", (404, 10002)),
        ("GET", "/guilds/1/emojis/1", (404, 10004)),
        ("GET", f"/guilds/{raw.sandbox.guild().id}/emojis/1", (404, 10014)),
        ("PUT", f"{raw.app}/commands", (400, 50109)),
        ("POST", "/interactions/1/token/callback", (404, 10062)),
    ):
        assert await raw.refused(method, path) == expected, path
    for body in ("{", "[]", '"text"'):
        url = raw.sandbox.api_url + raw.lounge
        async with raw.session.post(url, data=body, headers=BOT) as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109), body


async def test_only_own_messages_can_be_changed(raw: Raw) -> None:
    """Editing its own messages does not need SEND_MESSAGES."""
    lounge = raw.sandbox.channel("lounge")
    _, mine = await raw.call("POST", raw.lounge, {"content": "Mine"})
    theirs = f"{raw.lounge}/{raw.sandbox.user(1).say(lounge, 'Theirs').id}"
    assert await raw.refused("PATCH", theirs, {"content": "x"}) == (403, 50005)
    assert await raw.refused("DELETE", theirs) == (403, 50013)
    raw.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES)
    assert (await raw.call("PATCH", f"{raw.lounge}/{mine['id']}", {"content": "y"}))[0] == 200


async def test_a_nonce_is_known_for_some_minutes() -> None:
    """Within five minutes the first message is returned unless it was deleted; later a new one is sent."""
    now = 1_800_000_000.0
    async with Sandbox(unix=lambda: now) as sandbox, aiohttp.ClientSession() as session:
        raw, lounge = Raw(sandbox, session), sandbox.channel("lounge")

        async def sent(**fields: object) -> int:
            body = {"content": "Once", "nonce": "n1", "enforce_nonce": True} | fields
            status, message = await raw.call("POST", raw.lounge, body)
            assert (status, message["nonce"]) == (200, body["nonce"])
            return int(message["id"])

        first = await sent()
        now += 299
        assert await sent() == first
        assert len({first, await sent(nonce="n2"), await sent(enforce_nonce=False)}) == 3
        sandbox.faults.delete_message(sandbox.message(first))
        second = await sent()
        now += 299
        assert await sent() == second != first
        now += 1
        assert await sent() not in (first, second)
        assert len(sandbox.user(1).messages(lounge)) == 4


async def upload(raw: Raw, body: Json, name: str, file: bytes) -> tuple[int, Json]:
    """Send a message with a file. Return the status and the JSON."""
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", BytesIO(file), filename=name)
    url = raw.sandbox.api_url + raw.lounge
    async with raw.session.post(url, data=form, headers=BOT) as response:
        return response.status, await response.json()


@pytest.mark.parametrize("deleted", [True, False], ids=["deleted", "edited"])
async def test_a_file_comes_with_a_layout(raw: Raw, deleted: bool) -> None:
    """The message shows and serves its attachment, until it is deleted or edited without the attachment."""
    media, file = {"media": {"url": "attachment://card.png"}}, chart("red").fp.read()
    body = {
        "flags": 32768,
        "components": [{"type": 12, "items": [media]}],
        "attachments": [{"id": 0, "filename": "card.png", "description": "A card"}],
    }
    _, message = await upload(raw, body, "card.png", file)
    [attachment] = message["attachments"]
    shown = message["components"][0]["items"][0]["media"]
    assert shown["url"] == attachment["url"]
    assert (attachment["description"], attachment["size"]) == ("A card", len(file))
    assert (attachment["width"], attachment["height"]) == (320, 120)
    async with raw.session.get(attachment["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", file)
    one = f"{raw.lounge}/{message['id']}"
    if deleted:
        await raw.call("DELETE", one)
    else:
        body_without = {"components": [{"type": 10, "content": "x"}], "attachments": []}
        assert (await raw.call("PATCH", one, body_without))[0] == 200
    async with raw.session.get(attachment["url"]) as response:
        assert response.status == 404
    assert raw.sandbox.requests_to("POST", raw.lounge)[0].body == body


async def test_a_file_can_be_too_large(raw: Raw) -> None:
    status, answer = await upload(raw, {}, "big.bin", bytes(10 * 1024 * 1024 + 1))
    assert (status, answer["code"]) == (413, 40005)


async def test_servers_have_own_names_and_shards() -> None:
    """Every server has all channels, ids are the same at every start, and n servers belong to n different shards."""
    for count in (1, 2, 7):
        async with Sandbox(guilds=count) as one, Sandbox(guilds=count) as other:
            servers = [one.guild(number) for number in range(1, count + 1)]
            assert len({server.name for server in servers}) == count
            assert {(server.id >> 22) % count for server in servers} == set(range(count))
            assert {len(server.channels) for server in servers} == {3}
            assert list(one.world.guilds) == list(other.world.guilds)
            assert list(one.world.channels) == list(other.world.channels)
            assert len({*one.world.guilds, *one.world.channels, *one.world.people}) == 4 * count + 7
    with pytest.raises(ValueError, match="at least one guild"):
        Sandbox(guilds=0)
