"""Commands for the toy bot that use what a modern bot uses: languages, files, private panels."""

import io
import json
import struct
import zlib
from typing import Any

import discord
from discord import app_commands

from .toy import Play, Toy

Text = app_commands.locale_str
GERMAN = {
    "table": "tisch",
    "open": "öffnen",
    "limits": "grenzen",
    "set": "setzen",
    "Open a table": "Einen Tisch öffnen",
    "Set the limits": "Die Grenzen setzen",
    "rules": "regeln",
    "Which rules": "Welche Regeln",
    "seats": "plätze",
    "How many seats": "Wie viele Plätze",
    "owner": "besitzer",
    "Whose table": "Wessen Tisch",
    "theme": "farbe",
    "Which theme": "Welche Farbe",
    "European": "Europäisch",
    "American": "Amerikanisch",
}
THEMES = {"red": "rot", "green": "grün", "grey": "grau"}


class German(app_commands.Translator):
    """Translates what is in `GERMAN` to German, and nothing else."""

    async def translate(self, string: Text, locale: discord.Locale, context: Any) -> str | None:
        """The German word, if there is one and German is wanted."""
        return GERMAN.get(string.message) if locale is discord.Locale.german else None


def chart(colour: tuple[int, int, int], width: int = 320, height: int = 120) -> discord.File:
    """A picture of rising bars, as a PNG named chart.png."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            lit = x % 40 < 28 and height - y < 20 + x * 90 // width
            rows += bytes(colour if lit else (30, 32, 38))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (("IHDR", header), ("IDAT", zlib.compress(bytes(rows))), ("IEND", b""))
    data = b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind.encode(), part) for kind, part in parts)
    return discord.File(io.BytesIO(data), "chart.png", description="Rising bars")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def export(**content: object) -> discord.File:
    """A JSON file named export.json."""
    return discord.File(io.BytesIO(json.dumps(content, indent=2).encode()), "export.json")


COLOURS = {"red": (200, 60, 60), "green": (60, 170, 90), "blue": (80, 120, 220)}


class Panel(discord.ui.LayoutView):
    """A private panel: a chart, an export, a select, a link, and buttons of which some are disabled."""

    def __init__(self, colour: str, note: str = "No note") -> None:
        super().__init__(timeout=None)
        options = [
            discord.SelectOption(label=c.title(), value=c, default=c == colour) for c in COLOURS
        ]
        choose: discord.ui.ActionRow[Panel] = discord.ui.ActionRow(
            discord.ui.Select(custom_id="panel-colour", options=options)
        )
        row: discord.ui.ActionRow[Panel] = discord.ui.ActionRow(
            discord.ui.Button(label="Blue", custom_id="panel-blue", disabled=colour == "blue"),
            discord.ui.Button(label="Note…", custom_id="panel-note"),
            discord.ui.Button(label="Close", custom_id="panel-close"),
            discord.ui.Button(label="Help", url="https://example.org/help"),
        )
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(f"### Colour: {colour}\n{note}"),
                discord.ui.MediaGallery(
                    discord.MediaGalleryItem("attachment://chart.png", description="Rising bars")
                ),
                choose,
                row,
            )
        )
        self.stop()

    @staticmethod
    def files(colour: str) -> list[discord.File]:
        """What the panel of that colour shows."""
        return [chart(COLOURS[colour]), export(colour=colour)]


class Note(discord.ui.Modal, title="A note"):
    """Asks for one line."""

    def __init__(self) -> None:
        super().__init__(custom_id="note", timeout=None)
        self.line: discord.ui.TextInput[Note] = discord.ui.TextInput(custom_id="line")
        self.add_item(discord.ui.Label(text="Line", component=self.line))

    async def on_submit(self, interaction: Play) -> None:
        """Show the note on the panel that opened this."""
        panel = Panel("red", note=str(self.line.value))
        await interaction.response.edit_message(view=panel, attachments=Panel.files("red"))


async def on_panel(interaction: Play) -> None:
    """Answer a click or a pick on a panel."""
    data: Any = interaction.data
    match data["custom_id"]:
        case "panel-blue":
            await _repaint(interaction, "blue")
        case "panel-colour":
            await _repaint(interaction, data["values"][0])
        case "panel-note":
            await interaction.response.send_modal(Note())
        case "panel-close":
            await interaction.response.defer()
            await interaction.delete_original_response()


async def _repaint(interaction: Play, colour: str) -> None:
    files = Panel.files(colour)
    await interaction.response.edit_message(view=Panel(colour), attachments=files)


async def show_off(toy: Toy) -> None:
    """Add the commands to a toy bot and register them in English and German."""
    add_tables(toy)
    add_panels(toy)
    toy.on_panel = on_panel
    await toy.tree.set_translator(German())
    await toy.tree.sync()


def add_tables(toy: Toy) -> None:
    """Define /table open and /table limits set, with options of most kinds."""
    table = app_commands.Group(name=Text("table"), description=Text("Tables"), guild_only=True)
    limits = app_commands.Group(name=Text("limits"), description=Text("Limits"), parent=table)

    @table.command(name=Text("open"), description=Text("Open a table"))
    @app_commands.rename(
        rules=Text("rules"),
        seats=Text("seats"),
        owner=Text("owner"),
        theme=Text("theme"),
    )
    @app_commands.describe(
        rules=Text("Which rules"),
        seats=Text("How many seats"),
        owner=Text("Whose table"),
        theme=Text("Which theme"),
    )
    @app_commands.choices(
        rules=[
            app_commands.Choice(name=Text("European"), value="eu"),
            app_commands.Choice(name=Text("American"), value="us"),
        ]
    )
    async def open_(
        interaction: Play,
        rules: app_commands.Choice[str],
        seats: app_commands.Range[int, 1, 7],
        owner: discord.Member | None = None,
        theme: str = "red",
    ) -> None:
        """Echo what was given."""
        given = f"{rules.value} {seats} {owner} {theme}"
        await interaction.response.send_message(given)

    @open_.autocomplete("theme")
    async def themes(interaction: Play, current: str) -> list[app_commands.Choice[str]]:
        german = interaction.locale is discord.Locale.german
        names = {value: THEMES[value] if german else value for value in THEMES}
        return [
            app_commands.Choice(name=name, value=value)
            for value, name in names.items()
            if name.startswith(current.lower())
        ]

    @limits.command(name=Text("set"), description=Text("Set the limits"))
    async def set_(interaction: Play, most: int) -> None:
        """Echo what was given."""
        await interaction.response.send_message(f"At most {most}")

    toy.tree.add_command(table)


def add_panels(toy: Toy) -> None:
    """Define /panel, /files, /nudge and /languages."""

    @toy.tree.command(description="Show a private panel")
    async def panel(interaction: Play) -> None:
        files = Panel.files("red")
        await interaction.response.send_message(view=Panel("red"), files=files, ephemeral=True)

    @toy.tree.command(description="Send a chart and an export")
    async def files(interaction: Play) -> None:
        sent = [chart(COLOURS["green"]), export(hands=12, note="ünï")]
        await interaction.response.send_message("Your files", files=sent)

    @toy.tree.command(description="Remind somebody, and name another")
    async def nudge(interaction: Play, who: discord.Member, other: discord.Member) -> None:
        await interaction.response.send_message("On it", ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.channel.send(
            f"{who.mention}, it is your turn after {other.mention}.",
            allowed_mentions=discord.AllowedMentions(users=[who]),
        )

    @toy.tree.command(description="Whose language is what")
    @app_commands.default_permissions(manage_guild=True)
    async def languages(interaction: Play) -> None:
        assert interaction.guild is not None
        mine, ours, known = interaction.locale, interaction.guild_locale, interaction.guild
        await interaction.response.send_message(f"{mine} {ours} {known.preferred_locale}")
