"""The `/verify` command: the seals (hashes) of shoes, and the files that check them."""

import io
import logging
from collections.abc import Iterator
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.rounds import find_round
from cogs.interactions.slash import slash
from cogs.language.error_sentences import Sorry
from cogs.pages.paging import PageTurn, page_or_last
from cogs.pages.parts import Layout
from cogs.pages.press import OF_ROUND, PICK, Page
from cogs.pages.verify import (
    PAGE,
    SCRIPT_NAME,
    check_text,
    check_text_without_files,
    draw_shoes,
    not_over,
    parse_shoe,
    to_add_words,
    transcript_name,
)
from engine.fairness.transcript_check import script
from engine.records.shoes import shoe_transcript
from engine.values.shoes import PublicShoe

log = logging.getLogger(__name__)


class Verification(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._bank = desk.bank

    @slash("verify", number="shoe")
    async def verify(self, ctx: Context, number: app_commands.Range[int, 1] | None = None) -> None:
        if number is None:
            await ctx.send(await self._list(ctx, 0))
        else:
            newest = await self._bank.shoes_of_channel(ctx.channel_id, 0, 1)
            table_id = newest.shoes[0].table_id if newest.shoes else 0
            await self._send_from_here(ctx, table_id, number)

    @press(Page.VERIFY, *PageTurn)
    async def turn_page(self, ctx: Context, page: int) -> None:
        await ctx.replace(view=await self._list(ctx, page))

    @press(Page.VERIFY, PICK)
    async def send_picked(self, ctx: Context) -> None:
        await self._send_from_here(ctx, *_picked(ctx))

    @press(Page.VERIFY, OF_ROUND)
    async def send_shoe_of_round(self, ctx: Context, round_id: int) -> None:
        saved = await find_round(ctx, self._bank, round_id)
        number = saved.shoe or 0
        await self._send(ctx, await self._bank.public_shoe(saved.table_id, number), number)

    async def _list(self, ctx: Context, page: int) -> Layout:
        find = partial(self._bank.shoes_of_channel, ctx.channel_id)
        found, page = await page_or_last(find, page, PAGE, lambda one: one.total)
        table = self.desk.house.in_channel(ctx.channel_id)
        add = None if table is None else to_add_words(table.view, ctx.user_id)
        players = [shoe.words_by for shoe in found.shoes if shoe.words_by is not None]
        names = await self._bank.names(ctx.interaction.guild_id, players)
        return draw_shoes(found, page, ctx.lang, add, names)

    async def _send_from_here(self, ctx: Context, table_id: int, number: int) -> None:
        shoe = await self._bank.public_shoe(table_id, number)
        is_here = shoe is not None and shoe.channel_id == ctx.channel_id
        await self._send(ctx, shoe if is_here else None, number)

    async def _send(self, ctx: Context, shoe: PublicShoe | None, number: int) -> None:
        """Send the files that check a shoe, or its seal while in use. Raises `Sorry` without a shoe."""
        if shoe is None:
            raise Sorry("sorry-no-such-shoe", shoe=str(number))
        if shoe.end is None:
            await ctx.send(not_over(shoe, ctx.lang))
            return
        transcript = await self._transcript(ctx, shoe)
        after = await self._bank.header_after(shoe.table_id, shoe.number)
        await ctx.think()
        await ctx.send(
            check_text(shoe, transcript, after, ctx.lang),
            files=[*_files(shoe, transcript)],
            instead=check_text_without_files(shoe, transcript, after, ctx.lang),
        )

    async def _transcript(self, ctx: Context, shoe: PublicShoe) -> str:
        rounds = await self._bank.shoe_rounds(shoe.table_id, shoe.number, shoe.number)
        try:
            return shoe_transcript(shoe, rounds.get(shoe.number, ()))
        except ValueError as error:
            lines = ctx.about(log, table=shoe.table_id)
            lines.error(
                "the bot could not write the transcript of shoe %d (%s)", shoe.number, error
            )
            raise Sorry("sorry-no-transcript", shoe=str(shoe.number)) from None


def _picked(ctx: Context) -> tuple[int, int]:
    match ctx.payload.get("values"):
        case [str(value)] if (picked := parse_shoe(value)) is not None:
            return picked
        case _:
            raise Sorry("sorry-old-verify")


def _files(shoe: PublicShoe, transcript: str) -> Iterator[discord.File]:
    for name, content in ((transcript_name(shoe), transcript), (SCRIPT_NAME, script())):
        yield discord.File(io.BytesIO(content.encode()), name)
