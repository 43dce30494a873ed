"""Places that are closed to the bot and opened again: what is refused, what it hears, what still works."""

import asyncio
from collections.abc import Callable

import discord
import pytest

from sandbox import Answer, Channel, Permission, Refused, Sandbox

from .raw import Json, Raw, Socket
from .toy import Toy

GUILDS, EVERYTHING = 1, 1 | 512
BOARD: Json = {
    "flags": 32768,
    "components": [
        {"type": 10, "content": "0"},
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "+", "custom_id": "plus"}]},
    ],
}


def drawn(text: str) -> Json:
    """The board with another text."""
    return BOARD | {"components": [{"type": 10, "content": text}, *BOARD["components"][1:]]}


@pytest.fixture
def thread(sandbox: Sandbox) -> Channel:
    """A thread of the lounge."""
    return sandbox.world.add_thread(sandbox.channel("lounge"), "table", sandbox.user(1).id)


async def names(socket: Socket, raw: Raw) -> list[str]:
    """The names of the events so far: those before a marker that is sent now."""
    raw.sandbox.actions.prefer(raw.sandbox.world.home, "de")
    found: list[str] = []
    while (frame := await socket.receive())["t"] != "GUILD_UPDATE":
        found.append(frame["t"])
    return found


async def settled(sandbox: Sandbox) -> None:
    """Wait until the toy bot has read every event that was sent to it."""
    await sandbox.user(1).command(sandbox.channel(0), "board")


def me_in(toy: Toy, channel: Channel) -> discord.Permissions:
    """The bot's permissions in a channel, as the library computes them."""
    seen = toy.get_channel(channel.parent_id or channel.id)
    assert isinstance(seen, discord.TextChannel)
    return seen.permissions_for(seen.guild.me)


CLOSINGS: dict[str, Callable[[Sandbox, Channel], None]] = {
    "hidden": lambda sandbox, thread: sandbox.faults.forbid(sandbox.channel("lounge")),
    "silenced": lambda sandbox, thread: sandbox.faults.forbid(
        sandbox.channel("lounge"),
        Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS,
    ),
    "role": lambda sandbox, thread: sandbox.faults.forbid_role(
        thread.guild, Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    ),
    "no role": lambda sandbox, thread: sandbox.faults.take_role(thread.guild),
    "archived": lambda sandbox, thread: sandbox.faults.archive(thread, locked=True),
}
CODES = {"hidden": 50001, "silenced": 50013, "role": 50013, "no role": 50001, "archived": 50083}


@pytest.mark.parametrize("closing", CLOSINGS)
async def test_a_closed_place_takes_answers_alone(raw: Raw, thread: Channel, closing: str) -> None:
    """Sends and edits without an interaction are refused; answers to interactions go through."""
    path, alice = f"/channels/{thread.id}/messages", raw.sandbox.user(1)
    raw.sandbox.faults.refuse_edits()
    async with raw.gateway() as socket:
        _, sent = await raw.call("POST", path, BOARD)
        board = raw.sandbox.message(int(sent["id"]))
        CLOSINGS[closing](raw.sandbox, thread)

        for method, at in (("POST", path), ("PATCH", f"{path}/{board.id}")):
            assert (await raw.refused(method, at, drawn("x")))[1] == CODES[closing]
        assert board.text == "0"

        clicking = asyncio.create_task(alice.click(board, "+"))
        event = await socket.next("INTERACTION_CREATE")
        assert (await raw.answer(event, 7, drawn("1")))[0] == 204
        answer: Answer = await clicking
        assert answer.message is not None
        assert (answer.message.id, board.text) == (board.id, "1")
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
    """What a channel forbids is forbidden in its threads, where sending is a permission of its own."""
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


async def test_the_library_follows_every_change(
    sandbox: Sandbox, toy: Toy, thread: Channel
) -> None:
    """From the events, discord.py computes the permissions that the sandbox has set."""
    faults, lounge = sandbox.faults, sandbox.channel("lounge")
    heard: list[str] = []
    for name in ("guild_channel_update", "guild_role_update", "member_update"):

        async def note(*_: object, name: str = name) -> None:
            heard.append(name)

        setattr(toy, f"on_{name}", note)

    async def believes() -> tuple[bool, bool]:
        await settled(sandbox)
        may = me_in(toy, lounge)
        assert may.view_channel == lounge.bot_sees
        return may.view_channel, may.send_messages

    assert await believes() == (True, True)
    faults.forbid(lounge, Permission.SEND_MESSAGES)
    assert await believes() == (True, False)
    faults.allow(lounge)
    assert await believes() == (True, True)
    faults.forbid_role(lounge.guild, Permission.SEND_MESSAGES)
    assert await believes() == (True, False)
    faults.allow_role(lounge.guild)
    assert await believes() == (True, True)
    faults.take_role(lounge.guild)
    assert await believes() == (False, False)
    faults.give_role(lounge.guild)
    assert await believes() == (True, True)
    assert heard == [
        name
        for name in ("guild_channel_update", "guild_role_update", "member_update")
        for _ in range(2)
    ]


async def test_a_bot_is_sent_away_and_invited(raw: Raw) -> None:
    """As commands alone it hears of interactions, and of nothing else; without them nobody reaches it."""
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
