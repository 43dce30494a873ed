"""Threads that the bot makes: who may, what is told of them, and how they are closed."""

import discord
import pytest

from sandbox import Channel, Permission, Refused, Sandbox

from .raw import Json, Raw
from .test_access import settled
from .toy import Toy

GUILDS = 1
THREAD: Json = {"name": "Hotseat · Alice", "type": 11, "auto_archive_duration": 1440}


def made(sandbox: Sandbox, answer: Json) -> Channel:
    """The thread that Discord has told of."""
    return sandbox.world.channels[int(answer["id"])]


async def test_a_thread_is_made(raw: Raw) -> None:
    """It belongs to the bot, its channel tells of it, and messages can be sent to it."""
    lounge = raw.sandbox.channel("lounge")
    async with raw.gateway(GUILDS) as socket:
        status, answer = await raw.call("POST", f"/channels/{lounge.id}/threads", THREAD)
        told = await socket.next("THREAD_CREATE")
    assert (status, answer["type"], answer["name"]) == (201, 11, THREAD["name"])
    assert (told["id"], told["newly_created"]) == (answer["id"], True)
    assert answer["owner_id"] == str(raw.sandbox.world.bot.id)
    assert answer["parent_id"] == str(lounge.id)
    (message,) = raw.sandbox.user(1).messages(lounge)
    assert (message.data["type"], message.text) == (18, THREAD["name"])
    assert message.data["message_reference"]["channel_id"] == answer["id"]
    messages = f"/channels/{answer['id']}/messages"
    assert (await raw.call("POST", messages, {"content": "x"}))[0] == 200


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
    """Names have 1 to 100 characters, and threads are archived after one of four times."""
    lounge = raw.sandbox.channel("lounge")
    faults = await raw.faults("POST", f"/channels/{lounge.id}/threads", THREAD | change)
    assert faults.keys() == wanted.keys()
    assert len(raw.sandbox.world.places(lounge.guild)) == 3


async def test_who_may_not_make_threads(raw: Raw) -> None:
    """It takes a permission and a channel, and there is an end to open ones; sending is another matter."""
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
    faults.archive(made(raw.sandbox, first))
    assert (await raw.call("POST", path, THREAD))[0] == 201


async def test_its_maker_archives_it_and_who_manages_threads_locks_it(raw: Raw) -> None:
    """Others may do neither; what is archived can be opened by whoever may write there, unless it is locked."""
    lounge, faults = raw.sandbox.channel("lounge"), raw.sandbox.faults
    _, answer = await raw.call("POST", f"/channels/{lounge.id}/threads", THREAD)
    own, path = made(raw.sandbox, answer), f"/channels/{answer['id']}"
    other = raw.sandbox.world.add_thread(lounge, "other", raw.sandbox.user(1).id)
    assert await raw.refused("PATCH", path, {"archived": True, "locked": True}) == (403, 50013)
    assert await raw.refused("PATCH", f"/channels/{other.id}", {"archived": True}) == (403, 50013)
    assert await raw.refused("PATCH", f"/channels/{lounge.id}", {"name": "x"}) == (403, 50013)
    async with raw.gateway(GUILDS) as socket:
        status, answer = await raw.call("PATCH", path, {"archived": True})
        told = await socket.next("THREAD_UPDATE")
    assert (status, own.archived, own.locked) == (200, True, False)
    assert told["thread_metadata"] == answer["thread_metadata"]
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


async def test_the_library_makes_and_closes_threads(toy: Toy, sandbox: Sandbox) -> None:
    """As a bot would with discord.py."""
    lounge = toy.get_channel(sandbox.channel("lounge").id)
    assert isinstance(lounge, discord.TextChannel)
    thread = await lounge.create_thread(name="x", type=discord.ChannelType.public_thread)
    await settled(sandbox)
    assert toy.get_channel(thread.id) is not None
    await thread.edit(archived=True)
    assert sandbox.world.channels[thread.id].archived
    await settled(sandbox)
    assert toy.get_channel(thread.id) is None
