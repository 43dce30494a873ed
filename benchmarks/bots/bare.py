"""The floor: a bare discord.py bot of a few lines, in a process of its own like the watched one.

For each click it builds a view of the size of a table's board and answers with it. It saves nothing and knows no rules.

    python -m benchmarks.bots.bare 4        # seats; DISCORD_API_URL as for bot.py
"""

import asyncio
import os
import sys

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

from benchmarks.bots.watched import answer_questions, size_of_process

SEAT = """**1.** <@79228162514264337> · bets $10 · ▸ 🂠 K♠ 7♦ **17**
-# K♠ 7♦ · 17 · stands at 17 or hits"""
HEADER = """## Blackjack
-# Round {} · dealer Quinn · dealer stands on soft 17 · blackjack pays 3:2
-# shuffled · 301 of 312 cards left in the shoe · cut card after 233 cards"""
VERBS = "hit", "stand", "double", "split"


def board(seats: int, number: int) -> ui.LayoutView:
    """As many texts and buttons as a table has while its players decide; each time with other ids."""
    numbers = ",".join(map(str, range(1, seats + 1)))
    press = f"bj1:{number + 1}:{number + 1}:{numbers}:{numbers}"
    buttons: list[ui.Button[ui.LayoutView]] = [
        ui.Button(label=verb.title(), custom_id=f"{press}:{verb}") for verb in VERBS
    ]
    parts: list[ui.Item[ui.LayoutView]] = [
        ui.TextDisplay(HEADER.format(number)),
        ui.Separator(),
        ui.TextDisplay("**Dealer Quinn** · K♠ 🂠"),
        *(ui.TextDisplay(SEAT) for _ in range(seats)),
        ui.Separator(),
        ui.TextDisplay("<@79228162514264337> to decide <t:1700000000:R>"),
        ui.ActionRow(*buttons),
    ]
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*parts, accent_colour=discord.Colour.green()))
    view.stop()
    return view


class Bare(discord.Client):
    """Answers each click with the next board."""

    def __init__(self, seats: int) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._seats = seats
        self._number = 0

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A board in every channel."""
        for channel in guild.text_channels:
            await channel.send(view=board(self._seats, 0))

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """The next board."""
        self._number += 1
        await interaction.response.edit_message(view=board(self._seats, self._number))


async def serve(seats: int) -> None:
    """Run until the standard input ends."""
    Route.BASE = os.environ["DISCORD_API_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(Route.BASE)
    async with Bare(seats) as client:
        connection = asyncio.create_task(client.start("benchmark"))
        await answer_questions(lambda _: size_of_process())
        await client.close()
        await connection


if __name__ == "__main__":
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    asyncio.run(serve(int(sys.argv[1])))
