"""A bot that uses many features of discord.py, to test the sandbox with a real client."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import yarl
from discord import app_commands
from PIL import Image

from tests.driver import Sandbox
from tests.waiting import heard_out, until

Play = discord.Interaction[discord.Client]

GERMAN = {
    "greet": "grüße",
    "tone": "ton",
    "How": "Wie",
    "Kindly": "Freundlich",
    "Rudely": "Grob",
    "who": "wen",
    "times": "mal",
}


class German(app_commands.Translator):
    """Translates the words in `GERMAN` only."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        """Return the German word, or None."""
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


class Board(discord.ui.LayoutView):
    """A layout with a text, two buttons, a link and a select; the client handles its clicks."""

    def __init__(self, text: str, *, over: bool = False) -> None:
        super().__init__(timeout=None)
        row: discord.ui.ActionRow[Board] = discord.ui.ActionRow(
            discord.ui.Button(label="Count", custom_id="count", disabled=over),
            discord.ui.Button(label="Ask", custom_id="ask"),
            discord.ui.Button(label="Close", custom_id="close"),
            discord.ui.Button(label="Help", url="https://example.org/help"),
        )
        choose: discord.ui.ActionRow[Board] = discord.ui.ActionRow(
            discord.ui.Select(
                custom_id="colour",
                options=[discord.SelectOption(label=c.title(), value=c) for c in COLOURS],
            )
        )
        self.add_item(discord.ui.Container(discord.ui.TextDisplay(text), row, choose))
        self.stop()


COLOURS = {"red": (200, 60, 60), "blue": (80, 120, 220)}


def chart(colour: str) -> discord.File:
    """Return a picture of one colour as chart.png."""
    data = io.BytesIO()
    Image.new("RGB", (320, 120), COLOURS[colour]).save(data, "PNG")
    data.seek(0)
    return discord.File(data, "chart.png", description=f"All is {colour}")


class Question(discord.ui.Modal, title="How much?"):
    """A modal with a text input in a label."""

    amount: discord.ui.Label[Any] = discord.ui.Label(
        text="Amount",
        component=discord.ui.TextInput(custom_id="amount", min_length=1, max_length=4),
    )

    def __init__(self) -> None:
        super().__init__(custom_id="question", timeout=None)
        self.stop()


class Toy(discord.Client):
    """The client with its commands; `on_component` handles clicks and selects."""

    def __init__(self, **shards: Any) -> None:
        silent = discord.AllowedMentions.none()
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=silent, **shards)
        self.tree = app_commands.CommandTree(self)
        self.count = 0
        self.seen: list[int] = []
        self.fresh = 0
        self.extra: Callable[[Play], Awaitable[object]] | None = None

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip the library's delay of five seconds between identifications."""

    async def setup_hook(self) -> None:
        """Register the commands, in English and German."""
        add_commands(self)
        await self.tree.set_translator(German())
        await self.tree.sync()

    async def on_connect(self) -> None:
        """Count the new sessions."""
        self.fresh += 1

    async def on_interaction(self, interaction: Play) -> None:
        """Handle all interactions except commands."""
        self.seen.append(interaction.id)
        if interaction.type is discord.InteractionType.component:
            await self.on_component(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self.on_modal(interaction)

    async def on_component(self, interaction: Play) -> None:
        """Handle a click or a select."""
        data: Any = interaction.data
        match data["custom_id"]:
            case "count":
                self.count += 1
                over = self.count >= 3
                board = Board(f"Count: {self.count}", over=over)
                await interaction.response.edit_message(view=board)
            case "ask":
                await interaction.response.send_modal(Question())
            case "close":
                await interaction.response.defer()
                await interaction.delete_original_response()
            case "colour":
                await interaction.response.defer()
                (colour,) = data["values"]
                await interaction.edit_original_response(
                    view=Board(f"Colour: {colour}").add_item(
                        discord.ui.MediaGallery(
                            discord.MediaGalleryItem("attachment://chart.png", description=colour)
                        )
                    ),
                    attachments=[chart(colour)],
                )

    async def on_modal(self, interaction: Play) -> None:
        """Show the submitted amount."""
        data: Any = interaction.data
        amount = data["components"][0]["component"]["value"]
        if interaction.message is None:
            await interaction.response.send_message(f"You typed {amount}.")
        else:
            await interaction.response.edit_message(view=Board(f"Amount: {amount}"))


class ShardedToy(Toy, discord.AutoShardedClient):
    """The same client with some of several shards."""


def add_commands(toy: Toy) -> None:
    """Define the slash commands; one has a German translation."""

    @toy.tree.command(description="Show a board")
    async def board(interaction: Play) -> None:
        await interaction.response.send_message(view=Board("Count: 0"))

    @toy.tree.command(description="Greet someone")
    @app_commands.describe(tone="How")
    @app_commands.choices(
        tone=[
            app_commands.Choice(name="Kindly", value="kind"),
            app_commands.Choice(name="Rudely", value="rude"),
        ]
    )
    async def greet(
        interaction: Play,
        tone: app_commands.Choice[str],
        who: discord.Member,
        times: app_commands.Range[int, 1, 3] = 1,
    ) -> None:
        text = " ".join([f"{tone.value} {who.display_name}"] * times)
        answer = await interaction.response.send_message(text, ephemeral=True)
        assert answer.message_id is not None

    @toy.tree.command(description="Answer later")
    async def later(interaction: Play) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="Done thinking.")
        more = await interaction.followup.send("One more thing.", wait=True)
        await more.edit(content="One more thing, edited.")

    @toy.tree.command(description="Open a form")
    async def ask(interaction: Play) -> None:
        await interaction.response.send_modal(Question())

    @toy.tree.command(description="Send a chart and an export")
    async def files(interaction: Play) -> None:
        sent = [chart("red"), discord.File(io.BytesIO(b"{}"), "export.json")]
        await interaction.response.send_message("Your files", files=sent)

    @toy.tree.command(description="Whose language is what")
    @app_commands.default_permissions(manage_guild=True)
    async def languages(interaction: Play) -> None:
        assert interaction.guild is not None
        mine, ours, known = interaction.locale, interaction.guild_locale, interaction.guild
        await interaction.response.send_message(f"{mine} {ours} {known.preferred_locale}")

    @toy.tree.command(description="Whatever the test wants")
    async def run(interaction: Play) -> None:
        assert toy.extra is not None
        await toy.extra(interaction)


@contextlib.asynccontextmanager
async def playing(sandbox: Sandbox, *shard: int) -> AsyncIterator[Toy]:
    """Run the toy bot until the end of the block; with `shard`, only that shard of one per server."""
    discord.http.Route.BASE = sandbox.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    count = len(sandbox.world.guilds)
    toy = ShardedToy(shard_ids=list(shard), shard_count=count) if shard else Toy()
    servers = map(sandbox.guild, range(1, count + 1))
    own = [one for one in servers if (one.id >> 22) % count in shard]
    runner = asyncio.create_task(toy.start("token"))
    try:
        online = sandbox.wait_for(lambda: all(one.bot_online for one in own)) if shard else None
        if not await until(online or sandbox.bot_ready(), end=runner):
            await runner
        yield toy
    finally:
        await toy.close()
        await runner
        await heard_out()
