"""`/verify`: the seals of the shoes in a channel, and all that a player needs to check one that is over."""

import io
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.answers.paging import PAGE_BUTTONS
from cogs.answers.panels import MOST, PanelPress, Panels
from cogs.board.components import Layout
from cogs.commands.pages.replays import find_round
from cogs.commands.pages.verify_page import (
    PAGE,
    PANEL,
    SCRIPT_NAME,
    draw_shoes,
    last_page,
    not_over,
    parse_pick,
    to_cut,
    told,
    transcript_name,
    without_files,
)
from cogs.language.sentences import Sorry
from cogs.language.translator import said
from cogs.network.log_words import about
from cogs.network.payload import BotInteraction
from engine.fairness.checking import script
from engine.records.shoes import shoe_transcript
from engine.values.bank import PublicBank
from engine.values.shoes import KeptShoe

log = logging.getLogger(__name__)


class Verification(commands.Cog):
    """Shows what was sealed, and gives what checks it. Every click says where it leads."""

    def __init__(self, desk: Desk, panels: Panels, shoes: PublicBank) -> None:
        self.desk = desk
        self._shoes = shoes
        panels.add(PANEL, self._answer)

    @app_commands.command(
        name=said("command-verify"), description=said("command-verify.description")
    )
    @app_commands.describe(number=said("command-verify.shoe-description"))
    @app_commands.rename(number=said("command-verify.shoe"))
    async def verify(
        self, interaction: BotInteraction, number: app_commands.Range[int, 1, MOST] | None = None
    ) -> None:
        """Show the shoes of this channel, or one of its last table, to the asker alone."""
        async with self.desk.answering(interaction) as ctx:
            if number is None:
                await ctx.show(await self._list(ctx, 0))
            else:
                newest = await self._shoes.shoes_of_channel(ctx.channel_id, 0, 1)
                table_id = newest.shoes[0].table_id if newest.shoes else 0
                await self._give_here(ctx, table_id, number)

    async def _answer(self, ctx: Context, press: PanelPress) -> None:
        """Answer a button of the list, or one that leads to a shoe. Raises `Sorry`."""
        if any(value > MOST for value in press.values):
            raise Sorry("sorry-old-verify")
        match press:
            case PanelPress(button=name, values=(page,)) if name in PAGE_BUTTONS:
                await ctx.replace(view=await self._list(ctx, page))
            case PanelPress(button="pick", values=()):
                await self._give_here(ctx, *picked_shoe(ctx.payload))
            case PanelPress(button="round", values=(round_id,)):
                kept = await find_round(ctx, self._shoes, round_id)
                number = kept.shoe or 0
                await self._give(ctx, await self._shoes.kept_shoe(kept.table_id, number), number)
            case _:
                raise Sorry("sorry-old-verify")

    async def _list(self, ctx: Context, page: int) -> Layout:
        """This page, or the last one there is."""
        found = await self._shoes.shoes_of_channel(ctx.channel_id, page * PAGE, PAGE)
        if found.total and not found.shoes:
            page = last_page(found)
            found = await self._shoes.shoes_of_channel(ctx.channel_id, page * PAGE, PAGE)
        table = self.desk.house.in_channel(ctx.channel_id)
        cut = None if table is None else to_cut(table.view, ctx.user_id)
        cutters = [shoe.cut_by for shoe in found.shoes if shoe.cut_by is not None]
        names = await self._shoes.names(ctx.interaction.guild_id, cutters)
        return draw_shoes(found, page, ctx.lang, cut, names)

    async def _give_here(self, ctx: Context, table_id: int, number: int) -> None:
        """The same of a shoe of this channel; of others nothing is told here."""
        shoe = await self._shoes.kept_shoe(table_id, number)
        is_here = shoe is not None and shoe.channel_id == ctx.channel_id
        await self._give(ctx, shoe if is_here else None, number)

    async def _give(self, ctx: Context, shoe: KeptShoe | None, number: int) -> None:
        """Give the files that check a shoe, or say that it is in use. Raises `Sorry`."""
        if shoe is None:
            raise Sorry("sorry-no-such-shoe", shoe=str(number))
        if shoe.end is None:
            await ctx.say(not_over(shoe, ctx.lang))
            return
        transcript = await self._transcript(ctx, shoe)
        await ctx.think()
        lang = ctx.lang
        await ctx.give(
            _files(shoe, transcript),
            told(shoe, transcript, lang),
            without_files(shoe, transcript, lang),
        )

    async def _transcript(self, ctx: Context, shoe: KeptShoe) -> str:
        """The transcript of a shoe that is over. Raises `Sorry` where its log can't be read."""
        rounds = await self._shoes.shoe_rounds(shoe.table_id, shoe.number, shoe.number)
        try:
            return shoe_transcript(shoe, rounds.get(shoe.number, ()))
        except ValueError as error:
            lines = about(log, ctx.interaction, table=shoe.table_id)
            lines.error("shoe %d of table %d: %s", shoe.number, shoe.table_id, error)
            raise Sorry("sorry-no-transcript", shoe=str(shoe.number)) from None


def picked_shoe(data: Mapping[str, Any]) -> tuple[int, int]:
    """Table and number of the shoe that was picked from the list, of a click's payload. Raises `Sorry`."""
    match data.get("values"):
        case [str(text)] if (picked := parse_pick(text)) is not None:
            return picked
        case _:
            raise Sorry("sorry-old-verify")


def _files(shoe: KeptShoe, transcript: str) -> Sequence[discord.File]:
    texts = ((transcript_name(shoe), transcript), (SCRIPT_NAME, script()))
    return [discord.File(io.BytesIO(text.encode()), name) for name, text in texts]
