"""Several servers: each with its own channels, commands, owner and managers."""

import discord
import pytest

from sandbox import Refused, Sandbox

from .raw import Raw
from .toy import Toy


async def test_the_bot_joins_a_second_server(sandbox: Sandbox, showing: Toy) -> None:
    """A server that is made while the bot runs works at once, with a language of its own."""
    bob, second = sandbox.user(2), sandbox.add_guild("Second", channels=("den",), language="fr")
    second.let_manage(bob)

    answer = await bob.command(second.channel("den"), "languages")

    assert answer.text == "en-US fr fr"
    assert [guild.name for guild in showing.guilds] == ["The Sandbox", "Second"]
    assert sandbox.guild(2).id == second.id
    with pytest.raises(LookupError):
        second.channel("lounge")


async def test_permissions_are_a_servers_own(sandbox: Sandbox, showing: Toy) -> None:
    """A manager of one server is an ordinary member of another; the owner may do everything."""
    alice, bob, home = sandbox.user(1), sandbox.user(2), sandbox.channel("lounge")
    den = sandbox.add_guild("Second", channels=("den",), owner=2).channel("den")

    assert (await bob.command(den, "languages")).text
    assert (await alice.command(home, "languages")).text
    with pytest.raises(Refused, match="Alice may not use /languages"):
        await alice.command(den, "languages")
    sandbox.guild(2).let_manage(alice)
    assert (await alice.command(den, "languages")).text
    sandbox.guild(2).let_manage(alice, False)
    with pytest.raises(Refused, match="Alice may not use /languages"):
        await alice.command(den, "languages")


async def test_a_manager_is_one_for_the_library(sandbox: Sandbox, toy: Toy) -> None:
    """The permission arrives in the interaction, and as a role that the member has."""
    bob, carol = sandbox.user(2), sandbox.user(3)
    sandbox.guild().let_manage(bob)
    seen: list[tuple[bool, bool]] = []

    async def look(interaction: discord.Interaction[discord.Client]) -> None:
        assert isinstance(interaction.user, discord.Member)
        by_role = interaction.user.guild_permissions.manage_guild
        seen.append((interaction.permissions.manage_guild, by_role))
        await interaction.response.send_message("Seen")

    toy.extra = look
    for user in (bob, carol):
        await user.command(sandbox.channel(0), "run")

    assert seen == [(True, True), (False, False)]


async def test_events_name_their_server(raw: Raw) -> None:
    """A new session hears of both servers; what happens in one carries its id."""
    second = raw.sandbox.add_guild("Second", channels=("den",))
    async with raw.gateway(intents=1 | 512) as socket:
        guilds = [(await socket.next("GUILD_CREATE"))["id"] for _ in range(2)]
        raw.sandbox.user(1).say(second.channel("den"), "Hello")
        message = await socket.next("MESSAGE_CREATE")

    assert guilds == [str(raw.sandbox.guild().id), str(second.id)]
    assert message["guild_id"] == str(second.id)
