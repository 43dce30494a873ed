"""Routes without interactions: authorization, unknown things, permissions, nonces, files."""

import io
import json

import aiohttp
import discord
import pytest

from sandbox import Permission, Refused, Sandbox

from .raw import BOT, Raw
from .toy import playing


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bot "}, {"Authorization": "token"}])
async def test_a_token_is_needed(raw: Raw, header: dict[str, str]) -> None:
    """No token, an empty one and a malformed header are refused alike."""
    status, body = await raw.call("GET", "/users/@me", headers=header)

    assert (status, body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_json_is_named_without_a_charset(raw: Raw) -> None:
    """The Content-Type has no charset, because clients compare all of it."""
    async with raw.session.get(raw.sandbox.api_url + "/users/@me", headers=BOT) as response:
        assert response.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/nowhere", (404, 0)),
        ("PUT", "/users/@me", (405, 0)),
        ("GET", "/applications/x/commands", (400, 50035)),
        ("POST", "/channels/1/messages", (404, 10003)),
        ("GET", "/applications/1/commands", (404, 10002)),
        ("GET", "/applications/1/emojis", (404, 10002)),
        ("PUT", "{app}/commands", (400, 50109)),
        ("POST", "/interactions/1/token/callback", (404, 10062)),
    ],
)
async def test_the_unknown_has_its_code(
    raw: Raw, method: str, path: str, expected: tuple[int, int]
) -> None:
    """Unknown things are refused with Discord's codes for them."""
    path = path.format(app=raw.app)

    assert await raw.refused(method, path) == expected


async def test_unknown_parts_of_known_places(raw: Raw) -> None:
    """Unknown messages and emojis have codes of their own."""
    assert await raw.refused("PATCH", f"{raw.lounge}/1", {"content": "x"}) == (404, 10008)
    assert await raw.refused("DELETE", f"{raw.lounge}/1") == (404, 10008)
    assert await raw.refused("DELETE", f"{raw.app}/emojis/1") == (404, 10014)


@pytest.mark.parametrize("body", ["{", "[]", '"text"'])
async def test_no_json_object_is_refused(raw: Raw, body: str) -> None:
    """A body that is not a JSON object has a code of its own."""
    url = raw.sandbox.api_url + raw.lounge
    async with raw.session.post(url, data=body, headers=BOT) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_a_channel_can_be_forbidden(raw: Raw) -> None:
    """In a hidden channel the bot has no access; without a permission it is refused."""
    lounge = raw.sandbox.channel("lounge")
    _, mine = await raw.call("POST", raw.lounge, {"content": "Mine"})
    theirs = raw.sandbox.user(1).say(lounge, "Theirs")
    one = f"{raw.lounge}/{theirs.id}"

    assert await raw.refused("PATCH", one, {"content": "x"}) == (403, 50005)
    assert await raw.refused("DELETE", one) == (403, 50013)
    raw.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES)
    assert await raw.refused("POST", raw.lounge, {"content": "x"}) == (403, 50013)
    assert (await raw.call("PATCH", f"{raw.lounge}/{mine['id']}", {"content": "y"}))[0] == 200
    raw.sandbox.faults.forbid(lounge)
    assert await raw.refused("POST", raw.lounge, {"content": "x"}) == (403, 50001)
    assert await raw.refused("PATCH", f"{raw.lounge}/{mine['id']}", {}) == (403, 50001)
    raw.sandbox.faults.allow(lounge)
    assert (await raw.call("POST", raw.lounge, {"content": "x"}))[0] == 200


async def test_an_interaction_tells_what_is_forbidden(raw: Raw) -> None:
    """`app_permissions` lack what the channel forbids, and answers work all the same."""
    await raw.register()
    raw.sandbox.faults.forbid(raw.sandbox.channel("lounge"), Permission.SEND_MESSAGES)
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, raw.sandbox.user(1))
        await raw.answer(event, 4, {"content": "Still here"})

        assert not int(event["app_permissions"]) & Permission.SEND_MESSAGES
        assert (await task).text == "Still here"


async def test_a_nonce_sends_once(raw: Raw) -> None:
    """A send that is repeated with an enforced nonce returns the first message."""
    body = {"content": "Once", "nonce": "n1", "enforce_nonce": True}
    _, first = await raw.call("POST", raw.lounge, body)
    _, second = await raw.call("POST", raw.lounge, body)
    _, third = await raw.call("POST", raw.lounge, body | {"nonce": "n2"})
    await raw.call("POST", raw.lounge, body | {"enforce_nonce": False})

    assert first["id"] == second["id"] != third["id"]
    assert first["nonce"] == "n1"
    assert len(raw.sandbox.user(1).messages(raw.sandbox.channel("lounge"))) == 3


async def test_a_nonce_is_known_for_some_minutes() -> None:
    """The first message comes back for five minutes and while it is there; then a new one is sent."""
    now = 1_800_000_000.0
    async with Sandbox(unix=lambda: now) as sandbox, aiohttp.ClientSession() as session:
        raw, lounge = Raw(sandbox, session), sandbox.channel("lounge")

        async def sent() -> str:
            body = {"content": "Once", "nonce": "n1", "enforce_nonce": True}
            status, message = await raw.call("POST", raw.lounge, body)
            assert status == 200
            return str(message["id"])

        first = await sent()
        now += 299
        assert await sent() == first
        sandbox.faults.delete_message(sandbox.message(int(first)))
        second = await sent()
        now += 299
        assert await sent() == second != first
        now += 1
        assert await sent() not in (first, second)
        assert len(sandbox.user(1).messages(lounge)) == 2


async def test_a_nonce_outlives_the_bot(sandbox: Sandbox) -> None:
    """A bot that is started again and repeats a send gets the message that it sent before."""
    lounge, ids = sandbox.channel("lounge"), []
    for _ in range(2):
        async with playing(sandbox) as toy:
            place = toy.get_partial_messageable(lounge.id)
            ids.append((await place.send("Once", nonce="round 1")).id)

    assert ids[0] == ids[1]
    assert sandbox.user(1).sees(lounge) == "Once"


async def test_no_nonce_is_no_nonce(raw: Raw) -> None:
    """`enforce_nonce` without a nonce has no effect."""
    await raw.call("POST", raw.lounge, {"content": "1", "nonce": "None", "enforce_nonce": True})
    await raw.call("POST", raw.lounge, {"content": "2", "enforce_nonce": True})

    assert raw.sandbox.user(1).sees(raw.sandbox.channel("lounge")) == "1\n2"


async def test_a_file_comes_with_a_layout(raw: Raw) -> None:
    """A multipart message shows its attachment, serves it, and drops it when it is deleted."""
    media = {"media": {"url": "attachment://card.png"}}
    body = {
        "flags": 32768,
        "components": [{"type": 12, "items": [media]}],
        "attachments": [{"id": 0, "filename": "card.png", "description": "A card"}],
    }
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", b"\x89PNG", filename="card.png")
    url = raw.sandbox.api_url + raw.lounge

    async with raw.session.post(url, data=form, headers=BOT) as response:
        message = await response.json()
    [attachment] = message["attachments"]
    shown = message["components"][0]["items"][0]["media"]

    assert shown["url"] == attachment["url"]
    assert attachment["description"] == "A card"
    async with raw.session.get(attachment["url"]) as response:
        assert (response.content_type, await response.read()) == ("image/png", b"\x89PNG")
    await raw.call("DELETE", f"{raw.lounge}/{message['id']}")
    async with raw.session.get(attachment["url"]) as response:
        assert response.status == 404
    assert raw.sandbox.requests_to("POST", raw.lounge)[0].body == body


@pytest.mark.parametrize("payload", ["{", "[]"])
async def test_a_bad_multipart_body_is_refused(raw: Raw, payload: str) -> None:
    """The JSON in a multipart body has the same rules as any other."""
    form = aiohttp.FormData()
    form.add_field("payload_json", payload)
    form.add_field("files[0]", b"x", filename="x.txt")
    url = raw.sandbox.api_url + raw.lounge

    async with raw.session.post(url, data=form, headers=BOT) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_every_sandbox_has_the_same_people_and_places(raw: Raw) -> None:
    """A bot that remembers users and channels finds them again after a restart of the server."""
    async with Sandbox() as other:
        assert other.user(1).id == raw.sandbox.user(1).id
        assert other.channel("lounge").id == raw.sandbox.channel("lounge").id
        assert other.world.home.id == raw.sandbox.world.home.id


async def test_a_file_can_be_too_large(raw: Raw) -> None:
    """A file over 10 MiB is refused."""
    form = aiohttp.FormData()
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", io.BytesIO(bytes(10 * 1024 * 1024 + 1)), filename="big.bin")
    url = raw.sandbox.api_url + raw.lounge

    async with raw.session.post(url, data=form, headers=BOT) as response:
        assert (response.status, (await response.json())["code"]) == (413, 40005)


async def test_a_locked_thread_takes_nothing(raw: Raw) -> None:
    """Nobody can write in a thread that is archived and locked."""
    lounge = raw.sandbox.channel("lounge")
    await raw.register()
    thread = raw.sandbox.world.add_thread(lounge, "table", raw.sandbox.world.bot.id)
    messages = f"/channels/{thread.id}/messages"

    assert (await raw.call("POST", messages, {"content": "x"}))[0] == 200
    raw.sandbox.faults.archive(thread, locked=True)
    assert await raw.refused("POST", messages, {"content": "x"}) == (400, 50083)
    with pytest.raises(Refused, match="#table is locked"):
        await raw.sandbox.user(1).command(thread, "go")
    raw.sandbox.faults.delete_channel(lounge)
    assert await raw.refused("POST", messages, {"content": "x"}) == (404, 10003)


async def test_users_have_names_and_bounds() -> None:
    """There are as many users as asked for, each with a name of their own."""
    async with Sandbox(users=12) as sandbox:
        names = [sandbox.user(number).name for number in range(1, 13)]
    assert names[:6] == ["Alice", "Bob", "Carol", "Dave", "Erin", "Frank"]
    assert len(set(names)) == 12
    with pytest.raises(ValueError, match="at least one user"):
        Sandbox(users=0)


async def test_servers_have_names_and_shards_of_their_own() -> None:
    """Each has all channels, the ids are those of every start, and as many shards as servers have one each."""
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


async def test_ids_and_timestamps_follow_the_given_time() -> None:
    """Ids and timestamps follow the time that the sandbox is given."""
    noon = 1_800_000_000.0
    async with Sandbox(unix=lambda: noon) as sandbox:
        first = sandbox.user(1).say(sandbox.channel(0), "One")
        second = sandbox.user(1).say(sandbox.channel(0), "Two")

    assert first.id < second.id
    assert discord.utils.snowflake_time(first.id).timestamp() == noon
    assert first.data["timestamp"] == "2027-01-15T08:00:00+00:00"


async def test_the_oldest_messages_and_nonces_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels keep a limited number of messages, and the server a limited number of nonces."""
    monkeypatch.setattr("sandbox.world.world.MESSAGES_A_CHANNEL", 3)
    monkeypatch.setattr("sandbox.world.world.NONCES", 2)
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        raw, lounge = Raw(sandbox, session), sandbox.channel("lounge")
        first = sandbox.user(1).say(lounge, "First")
        for number in range(3):
            body = {"content": str(number), "nonce": str(number), "enforce_nonce": True}
            await raw.call("POST", raw.lounge, body)

        assert first.deleted
        assert sandbox.user(1).sees(lounge) == "0\n1\n2"
        assert len(sandbox.world.nonces) == 2
