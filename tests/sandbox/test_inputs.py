"""What a user can fill in: options of every kind, sub-commands, and what a refusal says."""

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import AnswerKind, Refused, Sandbox

from .toy import Play, Toy

Group = app_commands.Group


def add_tables(toy: Toy) -> None:
    """Define /table with a sub-command and a group of one more."""
    table = Group(name="table", description="Tables", guild_only=True)
    limits = Group(name="limits", description="Limits", parent=table)

    @table.command(name="open", description="Open")
    async def open_(
        interaction: Play,
        host: discord.Member,
        seats: app_commands.Range[int, 1, 7],
        name: app_commands.Range[str, 2, 4] = "best",
    ) -> None:
        """Echo what was given."""
        given = f"{host.name} {seats} {name}"
        await interaction.response.send_message(given)

    @limits.command(name="set", description="Set")
    async def set_(interaction: Play, most: int) -> None:
        """Echo what was given."""
        await interaction.response.send_message(f"At most {most}")

    toy.tree.add_command(table)


async def test_sub_commands_and_every_kind_of_option(sandbox: Sandbox, toy: Toy) -> None:
    """Options arrive as the objects that they name, also in sub-commands."""
    add_tables(toy)
    await toy.tree.sync()
    alice, channel = sandbox.user(1), sandbox.channel(0)
    good: dict[str, Any] = {"host": sandbox.user(2), "seats": 5}

    opened = await alice.command(channel, "table open", **good)
    limited = await alice.command(channel, "table limits set", most=5)

    assert opened.text == "bob 5 best"
    assert limited.text == "At most 5"
    assert opened.message is not None
    assert opened.message.data["interaction_metadata"]["name"] == "table open"
    for command, options in (
        ("table", {}),
        ("table close", {}),
        ("table open", good | {"host": "1"}),
        ("table open", good | {"seats": 8}),
        ("table open", good | {"seats": True}),
        ("table open", good | {"name": "x"}),
        ("table limits set", {"most": "5"}),
        ("table limits set", {"most": 2**60}),
    ):
        with pytest.raises(Refused):
            await alice.command(channel, command, **options)


async def test_a_client_names_what_there_is(sandbox: Sandbox, toy: Toy) -> None:
    """A refusal tells the author of a test which buttons and channels there are."""
    alice = sandbox.user(1)
    board = await alice.command(sandbox.channel(0), "board")
    assert board.message is not None

    with pytest.raises(Refused, match="there are: 'Count', 'Ask', 'Whisper'"):
        await alice.click(board.message, "Fold")
    with pytest.raises(Refused, match="is no select"):
        await alice.select(board.message, "x", custom_id="count")
    with pytest.raises(Refused, match="opened no modal"):
        await alice.submit(board)
    with pytest.raises(LookupError, match="no channel 'cellar'"):
        sandbox.channel("cellar")
    with pytest.raises(LookupError, match="no message 1"):
        sandbox.message(1)
    with pytest.raises(LookupError, match="No button 'Fold'"):
        board.message.button("Fold")
    assert not board.message.button("Count").disabled


async def test_a_command_in_a_thread(sandbox: Sandbox, toy: Toy) -> None:
    """A command in a thread is answered in the thread."""
    lounge, alice = sandbox.channel("lounge"), sandbox.user(1)
    thread = sandbox.world.add_thread(lounge, "table-1", alice.id)

    answer = await alice.command(sandbox.channel("table-1"), "board")

    assert answer.kind is AnswerKind.MESSAGE
    assert [one.channel_id for one in alice.messages(thread)] == [thread.id]
    assert alice.messages(lounge) == []
