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


async def test_edits_are_refused_only_when_asked_for(raw: Raw) -> None:
    """Without the permission to send, edits are refused with 50013, but only if that is switched on."""
    lounge = raw.sandbox.channel("lounge")
    _, sent = await raw.call("POST", raw.lounge, {"content": "x"})
    one = f"{raw.lounge}/{sent['id']}"
    raw.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES)

    assert (await raw.call("PATCH", one, {"content": "y"}))[0] == 200
    raw.sandbox.faults.refuse_edits()
    assert await raw.refused("PATCH", one, {"content": "z"}) == (403, 50013)
    raw.sandbox.faults.allow(lounge)
    assert (await raw.call("PATCH", one, {"content": "z"}))[0] == 200
    raw.sandbox.faults.forbid(lounge, Permission.SEND_MESSAGES)
    raw.sandbox.faults.refuse_edits(False)
    assert (await raw.call("PATCH", one, {"content": "y"}))[0] == 200


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


async def test_an_archived_thread_opens_again(raw: Raw, thread: Channel) -> None:
    """Its messages can't be edited. A new message opens it unless it is locked; a moderator can always open it."""
    path = f"/channels/{thread.id}/messages"
    _, sent = await raw.call("POST", path, {"content": "x"})
    one, faults = f"{path}/{sent['id']}", raw.sandbox.faults
    async with raw.gateway(GUILDS) as socket:
        faults.archive(thread)
        assert (await socket.next("THREAD_UPDATE"))["thread_metadata"]["archived"]
        assert await raw.refused("PATCH", one, {"content": "y"}) == (400, 50083)
        assert (await raw.call("POST", path, {"content": "z"}))[0] == 200
        assert not (await socket.next("THREAD_UPDATE"))["thread_metadata"]["archived"]
        assert (await raw.call("PATCH", one, {"content": "y"}))[0] == 200

        faults.archive(thread)
        assert (await socket.next("THREAD_UPDATE"))["thread_metadata"]["archived"]
        raw.sandbox.user(1).say(thread, "Hello")
        assert not (await socket.next("THREAD_UPDATE"))["thread_metadata"]["archived"]

        faults.archive(thread, locked=True)
        assert (await socket.next("THREAD_UPDATE"))["thread_metadata"]["locked"]
        assert await raw.refused("POST", path, {"content": "z"}) == (400, 50083)
        assert await raw.refused("PATCH", one, {"content": "z"}) == (400, 50083)
        faults.unarchive(thread)
        assert not (await socket.next("THREAD_UPDATE"))["thread_metadata"]["locked"]
        assert (await raw.call("PATCH", one, {"content": "z"}))[0] == 200
        assert (await raw.call("POST", path, {"content": "z"}))[0] == 200


async def test_interactions_tell_what_the_role_allows(raw: Raw) -> None:
    """`app_permissions` follow the channel, the role and whether the bot has it; the user's don't change."""
    await raw.register()
    faults, lounge = raw.sandbox.faults, raw.sandbox.channel("lounge")
    bob = raw.sandbox.user(2)
    async with raw.gateway() as socket:

        async def told() -> tuple[bool, bool]:
            event, task = await raw.interaction(socket, bob)
            await raw.answer(event, 4, {"content": "Seen"})
            await task
            assert int(event["member"]["permissions"]) & Permission.SEND_MESSAGES
            allowed = int(event["app_permissions"])
            return bool(allowed & Permission.VIEW_CHANNEL), bool(allowed & Permission.SEND_MESSAGES)

        assert await told() == (True, True)
        faults.forbid_role(lounge.guild, Permission.SEND_MESSAGES)
        assert await told() == (True, False)
        faults.allow_role(lounge.guild)
        assert await told() == (True, True)
        faults.take_role(lounge.guild)
        assert await told() == (False, False)
        faults.give_role(lounge.guild)
        faults.forbid(lounge)
        assert await told() == (False, True)


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


async def test_the_library_follows_a_thread(sandbox: Sandbox, toy: Toy, thread: Channel) -> None:
    """discord.py forgets an archived thread and knows it again when it is opened."""
    sandbox.faults.unarchive(thread)
    await settled(sandbox)
    assert toy.get_channel(thread.id) is not None
    sandbox.faults.archive(thread)
    await settled(sandbox)
    assert toy.get_channel(thread.id) is None
    sandbox.faults.unarchive(thread)
    await settled(sandbox)
    assert toy.get_channel(thread.id) is not None


async def test_a_change_can_go_untold(raw: Raw, thread: Channel) -> None:
    """With `told=False` a change takes effect, and the bot hears nothing of it."""
    faults, lounge = raw.sandbox.faults, raw.sandbox.channel("lounge")
    async with raw.gateway(GUILDS) as socket:
        await names(socket, raw)
        faults.forbid(lounge, told=False)
        assert await raw.refused("POST", raw.lounge, {"content": "x"}) == (403, 50001)
        faults.allow(lounge, told=False)
        faults.forbid_role(lounge.guild, Permission.SEND_MESSAGES, told=False)
        assert await raw.refused("POST", raw.lounge, {"content": "x"}) == (403, 50013)
        faults.allow_role(lounge.guild, told=False)
        faults.take_role(lounge.guild, told=False)
        faults.give_role(lounge.guild, told=False)
        faults.archive(thread, told=False)
        faults.unarchive(thread, told=False)

        assert await names(socket, raw) == []
        assert (await raw.call("POST", raw.lounge, {"content": "x"}))[0] == 200


async def test_the_bot_hears_of_itself_without_an_intent(raw: Raw) -> None:
    """Without the members intent, the bot hears of changes of its own member only."""
    home = raw.sandbox.world.home
    async with raw.gateway() as socket:
        raw.sandbox.guild().let_manage(raw.sandbox.user(2))
        raw.sandbox.faults.take_role(home)
        event = await socket.next("GUILD_MEMBER_UPDATE")

    assert event["user"]["id"] == str(raw.sandbox.world.bot.id)
    assert (event["roles"], event["guild_id"]) == ([], str(home.id))


async def test_nothing_is_heard_of_a_hidden_channel(raw: Raw, thread: Channel) -> None:
    """The bot hears nothing of a channel that it can't see; when it sees it again, it gets the threads."""
    faults, lounge = raw.sandbox.faults, raw.sandbox.channel("lounge")
    async with raw.gateway(EVERYTHING) as socket:
        faults.forbid(lounge)
        await names(socket, raw)
        raw.sandbox.user(1).say(lounge, "Psst")
        raw.sandbox.user(1).say(thread, "Psst")
        faults.archive(thread)
        faults.unarchive(thread)
        assert await names(socket, raw) == []

        faults.allow(lounge)
        event = await socket.next("THREAD_LIST_SYNC")
        raw.sandbox.user(1).say(lounge, "Hello")
        assert await names(socket, raw) == ["MESSAGE_CREATE"]

    assert [one["id"] for one in event["threads"]] == [str(thread.id)]
    assert event["channel_ids"] == [str(lounge.id)]


async def test_a_private_thread_lets_in_who_is_mentioned(raw: Raw) -> None:
    """Until then the bot neither hears of it nor may do anything there."""
    lounge, alice = raw.sandbox.channel("lounge"), raw.sandbox.user(1)
    thread = raw.sandbox.world.add_thread(lounge, "table", alice.id, private=True)
    path = f"/channels/{thread.id}"
    async with raw.gateway(GUILDS) as socket:
        created = await socket.next("GUILD_CREATE")
        assert created["threads"] == []
        assert await raw.refused("GET", path) == (403, 50001)
        assert await raw.refused("POST", f"{path}/messages", {"content": "x"}) == (403, 50001)
        alice.say(thread, f"<@{raw.sandbox.world.bot.id}>")
        assert (await socket.next("THREAD_CREATE"))["type"] == 12
        status, found = await raw.call("GET", path)
        assert (status, found["id"]) == (200, str(thread.id))


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
