"""Lost and regained permissions, and threads: refused requests, gateway events, and the answers that still work."""

import asyncio
from collections.abc import Callable

import discord
import pytest

from sandbox import Channel, Permission, Refused
from tests.driver import Faults, Sandbox

from .raw import Json, Raw, Socket
from .test_limits import button, layout, row, text
from .toy import Toy

GUILDS, EVERYTHING = 1, 1 | 512


def drawn(words: str) -> Json:
    return layout(text(words), row(button(label="+", custom_id="plus")))


@pytest.fixture
def thread(sandbox: Sandbox) -> Channel:
    return sandbox.world.add_thread(sandbox.channel("lounge"), "table", sandbox.user(1).id)


async def names(socket: Socket, raw: Raw) -> list[str]:
    """Return the names of the events before a marker that is sent now."""
    raw.sandbox.actions.prefer(raw.sandbox.world.home, "de")
    found: list[str] = []
    while (frame := await socket.receive())["t"] != "GUILD_UPDATE":
        found.append(frame["t"])
    return found


SENDING = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
CLOSINGS: dict[str, tuple[int, Callable[[Faults, Channel], None]]] = {
    "hidden": (50001, lambda faults, thread: faults.forbid(thread.parent or thread)),
    "silenced": (50013, lambda faults, thread: faults.forbid(thread.parent or thread, SENDING)),
    "role": (50013, lambda faults, thread: faults.forbid_role(thread.guild, SENDING)),
    "no role": (50001, lambda faults, thread: faults.take_role(thread.guild)),
    "archived": (50083, lambda faults, thread: faults.archive(thread, locked=True)),
}


@pytest.mark.parametrize(("code", "closing"), CLOSINGS.values(), ids=CLOSINGS)
async def test_only_interaction_answers_reach_a_closed_place(
    raw: Raw, thread: Channel, code: int, closing: Callable[[Faults, Channel], None]
) -> None:
    path, alice = f"/channels/{thread.id}/messages", raw.sandbox.user(1)
    raw.sandbox.faults.refuse_edits()
    async with raw.gateway() as socket:
        _, sent = await raw.call("POST", path, drawn("0"))
        board = raw.sandbox.message(int(sent["id"]))
        closing(raw.sandbox.faults, thread)

        for method, at in (("POST", path), ("PATCH", f"{path}/{board.id}")):
            assert (await raw.refused(method, at, drawn("x")))[1] == code
        assert board.text == "0"

        clicking = asyncio.create_task(alice.click(board, "+"))
        event = await socket.next("INTERACTION_CREATE")
        assert (await raw.answer(event, 7, drawn("1")))[0] == 204
        await clicking
        assert board.text == "1"
        hook = f"{raw.hook}/{event['token']}"
        original = f"{hook}/messages/@original"
        assert (await raw.call("PATCH", original, drawn("2"), headers={}))[0] == 200
        assert board.text == "2"
        status, more = await raw.call("POST", hook, {"content": "More", "flags": 64}, headers={})
        assert status == 200
        edited = f"{hook}/messages/{more['id']}"
        assert (await raw.call("PATCH", edited, {"content": "Less"}, headers={}))[0] == 200
        assert "Less" in alice.sees(thread)


async def test_a_thread_has_the_permissions_of_its_channel(raw: Raw, thread: Channel) -> None:
    """A channel's restrictions apply in its threads, where sending is a separate permission."""
    path, lounge = f"/channels/{thread.id}/messages", raw.sandbox.channel("lounge")
    raw.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES)
    assert (await raw.call("POST", path, {"content": "x"}))[0] == 200
    raw.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES_IN_THREADS)
    assert await raw.refused("POST", path, {"content": "x"}) == (403, 50013)
    raw.sandbox.faults.forbid(lounge)
    assert await raw.refused("POST", path, {"content": "x"}) == (403, 50001)

    with pytest.raises(ValueError, match="#table is a thread"):
        raw.sandbox.faults.forbid(thread)
    with pytest.raises(ValueError, match="#lounge is no thread"):
        raw.sandbox.faults.archive(lounge)


async def test_the_library_follows_every_change(sandbox: Sandbox, toy: Toy) -> None:
    faults, lounge = sandbox.faults, sandbox.channel("lounge")
    changes: list[tuple[Callable[[], object], tuple[bool, bool]]] = [
        (lambda: None, (True, True)),
        (lambda: faults.forbid(lounge, Permission.SEND_MESSAGES), (True, False)),
        (lambda: faults.allow(lounge), (True, True)),
        (lambda: faults.forbid_role(lounge.guild, Permission.SEND_MESSAGES), (True, False)),
        (lambda: faults.allow_role(lounge.guild), (True, True)),
        (lambda: faults.take_role(lounge.guild), (False, False)),
        (lambda: faults.give_role(lounge.guild), (True, True)),
    ]
    for change, believed in changes:
        change()
        await sandbox.user(1).command(sandbox.channel(0), "board")  # earlier events were read
        seen = toy.get_channel(lounge.id)
        assert isinstance(seen, discord.TextChannel)
        may = seen.permissions_for(seen.guild.me)
        assert (may.view_channel, may.send_messages) == believed
        assert may.view_channel == lounge.bot_sees
    faults.delete_channel(lounge)
    await sandbox.user(1).command(sandbox.channel(0), "board")
    assert toy.get_channel(lounge.id) is None


async def test_bot_is_removed_and_invited(raw: Raw) -> None:
    """A bot invited without its member receives interactions only; a removed bot receives nothing."""
    await raw.register()
    faults, guild, alice = raw.sandbox.faults, raw.sandbox.world.home, raw.sandbox.user(1)
    async with raw.gateway(GUILDS) as socket:
        await names(socket, raw)
        faults.send_away(guild)
        assert await socket.next("GUILD_DELETE") == {"id": str(guild.id)}
        assert await raw.refused("POST", raw.lounge, {"content": "x"}) == (403, 50001)
        with pytest.raises(Refused):
            await alice.command(raw.sandbox.channel("lounge"), "go")
        faults.invite(guild, as_member=False)
        event, going = await raw.interaction(socket, alice)
        assert await raw.answer(event, 4, {"content": "x"}) == (204, None)
        await going
        faults.invite(guild)
        assert "unavailable" not in await socket.next("GUILD_CREATE")
    faults.break_down(guild)
    async with raw.gateway(GUILDS) as socket:
        assert socket.ready["guilds"] == [{"id": str(guild.id), "unavailable": True}]
        assert await names(socket, raw) == []


# Threads made by the bot

THREAD: Json = {"name": "Hotseat · Alice", "type": 11, "auto_archive_duration": 1440}


def thread_of(sandbox: Sandbox, answer: Json) -> Channel:
    return sandbox.world.channels[int(answer["id"])]


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"name": None}, {"name": "BASE_TYPE_REQUIRED"}),
        ({"name": "x" * 101}, {"name": "BASE_TYPE_BAD_LENGTH"}),
        ({"type": 0}, {"type": "BASE_TYPE_CHOICES"}),
        ({"auto_archive_duration": 61}, {"auto_archive_duration": "BASE_TYPE_CHOICES"}),
    ],
)
async def test_a_malformed_thread_is_refused(raw: Raw, change: Json, wanted: Json) -> None:
    """Names have 1 to 100 characters, and there are four durations until threads are archived."""
    lounge = raw.sandbox.channel("lounge")
    faults = await raw.faults("POST", f"/channels/{lounge.id}/threads", THREAD | change)
    assert faults.keys() == wanted.keys()
    assert len(raw.sandbox.world.places(lounge.guild)) == 3


async def test_limits_on_making_threads(raw: Raw) -> None:
    """It takes a permission, a text channel, and fewer open threads than the maximum, but not SEND_MESSAGES."""
    lounge, faults = raw.sandbox.channel("lounge"), raw.sandbox.faults
    path = f"/channels/{lounge.id}/threads"
    assert await raw.refused("POST", "/channels/1/threads", THREAD) == (404, 10003)
    faults.forbid(lounge, Permission.CREATE_PUBLIC_THREADS)
    assert await raw.refused("POST", path, THREAD) == (403, 50013)
    faults.forbid(lounge)
    assert await raw.refused("POST", path, THREAD) == (403, 50001)
    faults.allow(lounge)
    faults.forbid(lounge, Permission.SEND_MESSAGES)
    status, first = await raw.call("POST", path, THREAD)
    assert status == 201
    assert await raw.refused("POST", f"/channels/{first['id']}/threads", THREAD) == (400, 50024)
    faults.limit_threads(1)
    assert await raw.refused("POST", path, THREAD) == (400, 160006)
    faults.archive(thread_of(raw.sandbox, first))
    assert (await raw.call("POST", path, THREAD))[0] == 201


async def test_makers_archive_threads_and_managers_lock_them(raw: Raw) -> None:
    """Others can do neither; any thread with write access can be reopened unless it is locked."""
    lounge, faults = raw.sandbox.channel("lounge"), raw.sandbox.faults
    _, answer = await raw.call("POST", f"/channels/{lounge.id}/threads", THREAD)
    own, path = thread_of(raw.sandbox, answer), f"/channels/{answer['id']}"
    other = raw.sandbox.world.add_thread(lounge, "other", raw.sandbox.user(1).id)
    assert await raw.refused("PATCH", path, {"archived": True, "locked": True}) == (403, 50013)
    assert await raw.refused("PATCH", f"/channels/{other.id}", {"archived": True}) == (403, 50013)
    assert await raw.refused("PATCH", f"/channels/{lounge.id}", {"name": "x"}) == (403, 50013)
    async with raw.gateway(GUILDS) as socket:
        status, answer = await raw.call("PATCH", path, {"archived": True})
        event = await socket.next("THREAD_UPDATE")
    assert (status, own.archived, own.locked) == (200, True, False)
    assert event["thread_metadata"] == answer["thread_metadata"]
    assert await raw.refused("PATCH", path, {"name": "x"}) == (400, 50083)
    assert (await raw.call("PATCH", path, {"archived": False}))[0] == 200

    faults.grant_role(lounge.guild, Permission.MANAGE_THREADS)
    assert (await raw.call("PATCH", path, {"archived": True, "locked": True}))[0] == 200
    assert (own.archived, own.locked) == (True, True)
    assert (await raw.call("PATCH", f"/channels/{other.id}", {"name": "y"}))[0] == 200
    assert other.name == "y"
    faults.allow_role(lounge.guild)
    assert await raw.refused("PATCH", path, {"archived": False}) == (403, 50013)
    with pytest.raises(Refused, match="is locked"):
        raw.sandbox.user(1).say(own, "Hello")
