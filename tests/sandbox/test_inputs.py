"""Everything a user can fill in: options of every kind, sub-commands, selects and modal inputs."""

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox import AnswerKind, Input, Refused, Sandbox

from .toy import Play, Toy

Group = app_commands.Group


def add_tables(toy: Toy) -> None:
    """Define /table with a sub-command and a group of one more."""
    table = Group(name="table", description="Tables", guild_only=True)
    limits = Group(name="limits", description="Limits", parent=table)

    @table.command(name="open", description="Open")
    async def open_(
        interaction: Play,
        place: discord.TextChannel,
        role: discord.Role,
        loud: bool,
        pace: app_commands.Range[float, 0.5, 2.0],
        name: app_commands.Range[str, 2, 4] = "best",
    ) -> None:
        """Echo what was given."""
        given = f"{place.name} {role.name} {loud} {pace} {name}"
        await interaction.response.send_message(given)

    @limits.command(name="set", description="Set")
    async def set_(interaction: Play, most: int) -> None:
        """Echo what was given."""
        await interaction.response.send_message(f"At most {most}")

    toy.tree.add_command(table)


class Everything(discord.ui.Modal, title="Everything"):
    """A modal with one input of most kinds."""

    note: Any = discord.ui.TextDisplay("Fill it in")
    rules: Any = discord.ui.Label(
        text="Rules",
        component=discord.ui.RadioGroup(
            custom_id="rules",
            options=[discord.RadioGroupOption(label=v.upper(), value=v) for v in ("a", "b")],
        ),
    )
    sides: Any = discord.ui.Label(
        text="Sides",
        component=discord.ui.CheckboxGroup(
            custom_id="sides",
            min_values=0,
            max_values=2,
            required=False,
            options=[discord.CheckboxGroupOption(label=v, value=v) for v in ("x", "y")],
        ),
    )
    sure: Any = discord.ui.Label(text="Sure", component=discord.ui.Checkbox(custom_id="sure"))
    friend: Any = discord.ui.Label(
        text="Friend", component=discord.ui.UserSelect(custom_id="friend", required=True)
    )

    async def on_submit(self, interaction: Play) -> None:
        """Echo what was given."""
        rules, sides = self.rules.component.value, self.sides.component.values
        sure, friend = self.sure.component.value, self.friend.component.values
        await interaction.response.send_message(f"{rules} {sides} {sure} {friend[0].name}")


class Classic(discord.ui.Modal, title="Classic"):
    """A modal in the old form: a text input in a row, with its own label."""

    stake: discord.ui.TextInput[Any] = discord.ui.TextInput(
        label="Stake", custom_id="stake", default="10", min_length=2, required=False
    )

    async def on_submit(self, interaction: Play) -> None:
        """Echo what was given."""
        await interaction.response.send_message(f"Stake {self.stake.value}")


class Seats(discord.ui.View):
    """A view with a select of users."""

    @discord.ui.select(cls=discord.ui.UserSelect, max_values=2)
    async def seat(self, interaction: Play, select: discord.ui.UserSelect[Any]) -> None:
        """Echo who was picked."""
        names = ", ".join(user.display_name for user in select.values)
        await interaction.response.edit_message(content=names, view=None)


async def test_sub_commands_and_every_kind_of_option(sandbox: Sandbox, toy: Toy) -> None:
    """Options arrive as the objects that they name, however deep their command is nested."""
    add_tables(toy)
    await toy.tree.sync()
    alice, channel = sandbox.user(1), sandbox.channel(0)
    lounge, everyone = str(sandbox.channel("lounge").id), str(sandbox.world.home.id)
    good: dict[str, Any] = {"place": lounge, "role": everyone, "loud": True, "pace": 1.5}

    opened = await alice.command(channel, "table open", **good)
    limited = await alice.command(channel, "table limits set", most=5)

    assert opened.text == "lounge @everyone True 1.5 best"
    assert limited.text == "At most 5"
    assert opened.message is not None
    assert opened.message.data["interaction_metadata"]["name"] == "table open"
    for command, options in (
        ("table", {}),
        ("table close", {}),
        ("table open", good | {"place": "1"}),
        ("table open", good | {"role": "1"}),
        ("table open", good | {"loud": "yes"}),
        ("table open", good | {"pace": 3}),
        ("table open", good | {"name": "x"}),
        ("table limits set", {"most": "5"}),
        ("table limits set", {"most": 2**60}),
    ):
        with pytest.raises(Refused):
            await alice.command(channel, command, **options)


async def test_a_modal_of_many_inputs(sandbox: Sandbox, toy: Toy) -> None:
    """Radio buttons, checkboxes and selects come back as discord.py reads them."""
    alice, bob, channel = sandbox.user(1), sandbox.user(2), sandbox.channel(0)
    toy.extra = lambda interaction: interaction.response.send_modal(Everything())
    opened = await alice.command(channel, "run")
    assert opened.modal is not None

    labels = [one.label for one in opened.modal.inputs]
    good: dict[str, Any] = {"rules": "a", "friend": str(bob.id)}
    wrong: tuple[dict[str, Any], ...] = (
        {"rules": "c"},
        {"sides": ["z"]},
        {"sides": ["x", "x"]},
        {"friend": []},
        {"friend": "1"},
        {"friend": "nobody"},
        {"unknown": "x"},
    )
    for fields in wrong:
        with pytest.raises(Refused):
            await alice.submit(opened, good | fields)
    with pytest.raises(Refused, match="needs a choice"):
        await alice.submit(opened, friend=str(bob.id))
    answer = await alice.submit(opened, Rules="b", Sides=["x"], sure=True, friend=str(bob.id))

    assert labels == ["Rules", "Sides", "Sure", "Friend"]
    assert answer.text == "b ['x'] True bob"


async def test_a_classic_modal(sandbox: Sandbox, toy: Toy) -> None:
    """A text input in a row keeps its default, and may stay empty when it is optional."""
    alice, channel = sandbox.user(1), sandbox.channel(0)
    toy.extra = lambda interaction: interaction.response.send_modal(Classic())

    kept = await alice.submit(await alice.command(channel, "run"))
    opened = await alice.command(channel, "run")
    with pytest.raises(Refused, match="takes 2 to 4000 characters, not 1"):
        await alice.submit(opened, Stake="9")
    emptied = await alice.submit(opened, Stake="")

    assert opened.modal is not None
    assert [one.value for one in opened.modal.inputs] == ["10"]
    assert (kept.text, emptied.text) == ("Stake 10", "Stake ")
    assert isinstance(opened.modal.inputs[0], Input)


async def test_users_are_picked(sandbox: Sandbox, toy: Toy) -> None:
    """A user select gives members, as many as it takes."""
    alice, bob, carol = (sandbox.user(number) for number in (1, 2, 3))
    view = Seats(timeout=None)
    toy.extra = lambda interaction: interaction.response.send_message("Who?", view=view)
    asked = (await alice.command(sandbox.channel(0), "run")).message
    assert asked is not None

    with pytest.raises(Refused, match="does not take 3 values"):
        await alice.select(asked, alice, bob, carol)
    with pytest.raises(Refused, match="no user 'Bob' to pick"):
        await alice.select(asked, "Bob")
    with pytest.raises(Refused, match="is no button"):
        await alice.click(asked, custom_id=asked.selects[0].custom_id)
    answer = await alice.select(asked, bob, carol)

    assert answer.text == "Bob, Carol"
    assert asked.selects == []
    view.stop()


async def test_a_client_names_what_there_is(sandbox: Sandbox, toy: Toy) -> None:
    """A refusal tells a test's author which buttons, inputs and places there would be."""
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


async def test_a_game_in_a_thread(sandbox: Sandbox, toy: Toy) -> None:
    """The bot opens a thread at a message, plays in it, and locks it."""
    lounge = toy.get_channel(sandbox.channel("lounge").id)
    assert isinstance(lounge, discord.TextChannel)
    async with lounge.typing():
        start = await lounge.send("Table 1")
    thread = await start.create_thread(name="table-1")

    answer = await sandbox.user(1).command(sandbox.channel("table-1"), "board")

    assert thread.id == start.id
    assert answer.kind is AnswerKind.MESSAGE
    assert (await thread.send("In here")).channel.id == thread.id
    await thread.edit(archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as caught:
        await thread.send("Too late")
    assert caught.value.code == 50083
