"""Command permission overwrites, as in Server Settings → Integrations."""

import asyncio

import pytest

from sandbox import Refused
from tests.browser.window import Window, act, needs_browser
from tests.browser.wire import Keys
from tests.driver import Sandbox, Target

from .raw import Raw

MANAGE_GUILD = str(1 << 5)
FREE, MANAGED, NOBODY = "free", "managed", "nobody"
COMMANDS = [
    {"name": FREE, "description": "For all"},
    {"name": MANAGED, "description": "For managers", "default_member_permissions": MANAGE_GUILD},
    {"name": NOBODY, "description": "For the owner", "default_member_permissions": "0"},
]
APP, BOB, LOUNGE = "", "bob", "lounge"
EVERYONE, MANAGERS, ALL_CHANNELS = Target.EVERYONE, Target.MANAGERS, Target.ALL_CHANNELS

Set = tuple[str, str | Target, bool]


def apply(sandbox: Sandbox, command: str, target: str | Target, may: bool | None) -> None:
    """Set or remove one overwrite in the first server."""
    if target == BOB:
        sandbox.guild().let_use(command, sandbox.user(2), may)
    elif isinstance(target, Target):
        sandbox.guild().let_use(command, target, may)
    else:
        sandbox.guild().let_use(command, sandbox.channel(target), may)


@pytest.mark.parametrize(
    ("overwrites", "offered"),
    [
        ([], {FREE}),
        # A command's overwrite replaces the bot's default permissions.
        ([(MANAGED, BOB, True)], {FREE, MANAGED}),
        ([(NOBODY, EVERYONE, True)], {FREE, NOBODY}),
        ([(FREE, BOB, False)], set()),
        # The app's does not, and has lower priority than a command's.
        ([(APP, BOB, True)], {FREE}),
        ([(APP, BOB, False)], set()),
        ([(APP, EVERYONE, False), (MANAGED, BOB, True)], {MANAGED}),
        ([(APP, BOB, False), (FREE, EVERYONE, True)], {FREE}),
        # Users have priority over roles, and roles over @everyone.
        ([(MANAGED, BOB, True), (MANAGED, EVERYONE, False)], {FREE, MANAGED}),
        ([(MANAGED, BOB, False), (MANAGED, EVERYONE, True)], {FREE}),
        ([(APP, MANAGERS, False), (FREE, MANAGERS, True)], {FREE}),
        # A denied channel is denied to every member who may use the command.
        ([(FREE, LOUNGE, False), (FREE, BOB, True)], set()),
        ([(FREE, ALL_CHANNELS, False), (FREE, LOUNGE, True)], {FREE}),
        ([(APP, LOUNGE, False), (FREE, ALL_CHANNELS, True)], {FREE}),
        ([(APP, ALL_CHANNELS, False), (APP, LOUNGE, True)], {FREE}),
        ([(APP, ALL_CHANNELS, False)], set()),
        ([(MANAGED, LOUNGE, True)], {FREE}),
    ],
)
async def test_priority_of_overwrites(
    sandbox: Sandbox, raw: Raw, overwrites: list[Set], offered: set[str]
) -> None:
    """Bob is an ordinary member; the cases follow Discord's own flowchart."""
    await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    for one in overwrites:
        apply(sandbox, *one)
    bob, lounge = sandbox.user(2), sandbox.channel("lounge")
    assert set(bob.commands(lounge)) == offered
    for name in {FREE, MANAGED, NOBODY} - offered:
        with pytest.raises(Refused, match=f"Bob may not use /{name}"):
            await bob.command(lounge, name)
    assert set(sandbox.user(1).commands(lounge)) == {FREE, MANAGED, NOBODY}, "the owner's"
    for command, target, _ in overwrites:
        apply(sandbox, command, target, None)
    assert set(bob.commands(lounge)) == {FREE}


async def test_a_role_counts_for_its_members(sandbox: Sandbox, raw: Raw) -> None:
    await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    apply(sandbox, FREE, EVERYONE, False)
    apply(sandbox, FREE, MANAGERS, True)
    apply(sandbox, MANAGED, MANAGERS, False)
    bob, carol = sandbox.user(2), sandbox.user(3)
    sandbox.guild().let_manage(bob)
    lounge = sandbox.channel("lounge")
    assert (set(bob.commands(lounge)), set(carol.commands(lounge))) == ({FREE}, set())


async def test_threads_inherit_overwrites(sandbox: Sandbox, raw: Raw) -> None:
    await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    lounge, bob = sandbox.channel("lounge"), sandbox.user(2)
    thread = sandbox.world.add_thread(lounge, "Table", sandbox.world.bot.id)
    apply(sandbox, FREE, LOUNGE, False)
    assert not bob.commands(thread)
    assert set(bob.commands(sandbox.channel("high-rollers"))) == {FREE}


async def test_overwrites_send_an_event_and_end_with_their_command(
    sandbox: Sandbox, raw: Raw
) -> None:
    """The event needs no intent. Deleting and registering a command again removes its overwrites."""
    _, [first, *_] = await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    bob, lounge = sandbox.user(2), sandbox.channel("lounge")
    async with raw.gateway() as socket:
        apply(sandbox, FREE, BOB, False)
        event = await socket.next("APPLICATION_COMMAND_PERMISSIONS_UPDATE")
    assert event == {
        "id": first["id"],
        "application_id": str(sandbox.world.bot.id),
        "guild_id": str(sandbox.guild().id),
        "permissions": [{"id": str(bob.id), "type": 2, "permission": False}],
    }
    await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    assert FREE not in bob.commands(lounge)
    for bodies in (COMMANDS[1:], COMMANDS):
        await raw.call("PUT", f"{raw.app}/commands", bodies)
    assert FREE in bob.commands(lounge)


async def test_bot_can_read_overwrites(sandbox: Sandbox, raw: Raw) -> None:
    """The list covers one server: each command with overwrites, and the app under its own id."""
    _, [first, *_] = await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    guild, other = sandbox.guild(), sandbox.add_guild("Second")
    url = f"{raw.app}/guilds/{guild.id}/commands/permissions"
    assert await raw.call("GET", url) == (200, [])
    apply(sandbox, FREE, BOB, False)
    apply(sandbox, APP, LOUNGE, True)
    apply(sandbox, MANAGED, EVERYONE, True)
    apply(sandbox, MANAGED, EVERYONE, None)
    _, found = await raw.call("GET", url)
    bob, lounge = sandbox.user(2).id, sandbox.channel("lounge").id
    assert {one["id"]: one["permissions"] for one in found} == {
        first["id"]: [{"id": str(bob), "type": 2, "permission": False}],
        str(sandbox.world.bot.id): [{"id": str(lounge), "type": 3, "permission": True}],
    }
    elsewhere = url.replace(str(guild.id), str(other.id))
    assert await raw.call("GET", elsewhere) == (200, [])
    sandbox.faults.send_away(sandbox.world.guilds[other.id])
    assert await raw.refused("GET", elsewhere) == (403, 50001)
    assert await raw.refused("GET", url.replace(raw.app, "/applications/1")) == (404, 10002)


async def test_a_command_has_at_most_100_overwrites(sandbox: Sandbox, raw: Raw) -> None:
    await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    guild = sandbox.guild()
    for i in range(100):
        guild.let_use(FREE, sandbox.world.add_channel(f"c{i}"), False)
    with pytest.raises(Refused, match="at most 100"):
        apply(sandbox, FREE, BOB, False)
    guild.let_use(FREE, sandbox.channel("c0"), True)
    apply(sandbox, MANAGED, BOB, True)


async def test_buttons_have_no_overwrites(sandbox: Sandbox, raw: Raw) -> None:
    """A user without access to the command may still click its messages' buttons."""
    await raw.register()
    async with raw.gateway() as socket:
        event, task = await raw.interaction(socket, sandbox.user(1))
        go = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
        data = {"content": "x", "components": [{"type": 1, "components": [go]}]}
        await raw.answer(event, 4, data)
        answer = await task
        sandbox.guild().let_use("", EVERYONE, False)
        bob = sandbox.user(2)
        assert not bob.commands(sandbox.channel("lounge"))
        task = asyncio.create_task(bob.click(answer.message, "Go"))
        event = await socket.next("INTERACTION_CREATE")
        await raw.answer(event, 4, {"content": "y"})
        assert (await task).text == "y"


@needs_browser
async def test_page_sets_overwrites(sandbox: Sandbox, raw: Raw, window: Window) -> None:
    """The settings in the sidebar change overwrites; denied commands disappear."""
    await raw.call("PUT", f"{raw.app}/commands", COMMANDS)
    bob, lounge = sandbox.user(2), sandbox.channel("lounge")

    def story() -> None:
        window.visit(f"{sandbox.url}?user=2")
        window.until("nameOf(store.me) === 'Bob'")
        window.choose("#granted-command", "/managed")
        window.choose("#granted-target", "Bob")
        assert window.ask("$('granted').value") == ""
        window.choose("#granted", "Allowed")
        window.until("store.guilds[0].overwrites.length")
        window.choose("#granted-command", "All commands")
        window.choose("#granted-target", "#lounge")
        window.choose("#granted", "Denied")
        window.until("store.guilds[0].overwrites.length === 2")
        window.choose("#granted-command", "/managed")
        window.choose("#granted-target", "Bob")
        assert window.ask("$('granted').value") == "true"
        window.compose("/m")
        window.until("document.querySelector('[role=option] .label')?.innerText === '/managed'")
        window.type(Keys.ESCAPE)

    await act(story)
    assert not bob.commands(lounge)
    assert set(bob.commands(sandbox.channel("blackjack"))) == {FREE, MANAGED}
