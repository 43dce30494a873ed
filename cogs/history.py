"""The `/history` command: finished rounds and their replays."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import picked_number, press
from cogs.interactions.rounds import find_round, has_played, is_from_here, replay_of
from cogs.interactions.slash import slash
from cogs.language.error_sentences import Sorry
from cogs.pages.history import PAGE, PICKED, draw_list, draw_mistakes, draw_rounds_to_pick
from cogs.pages.paging import PageTurn, last_page, page_or_last
from cogs.pages.parts import Layout
from cogs.pages.press import LIST, OF_TABLE, OPEN_REPLAY, PICK, Page
from cogs.pages.replay import draw_step, replay_links

LOOKED_BACK = 60
"""Rounds searched for mistakes: half a second."""


class Rounds(commands.Cog):
    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._coach = coach
        self._bank = desk.bank

    @commands.Cog.listener()
    async def on_settings_changed(self) -> None:
        self._coach.forget_mistakes()

    @slash("history", number="round")
    async def history(self, ctx: Context, number: app_commands.Range[int, 1] | None = None) -> None:
        if number is None:
            view = await self._list(ctx, 0)
        else:
            view = await self._replay(ctx, number, step=0, page=0)
        await ctx.send(view)

    @press(Page.HISTORY, *PageTurn, LIST)
    async def turn_page(self, ctx: Context, page: int) -> None:
        await ctx.replace(view=await self._list(ctx, page))

    @press(Page.MISTAKES, *PageTurn, LIST)
    async def show_mistakes(self, ctx: Context, page: int) -> None:
        await ctx.replace(view=await self._mistakes(ctx, page))

    @press(Page.REPLAY, OF_TABLE)
    async def rounds_of_table(
        self, ctx: Context, table_id: int, first: int, last: int | None = None
    ) -> None:
        await ctx.send(await self._rounds(ctx, table_id, first, first if last is None else last))

    @press(Page.ROUNDS, *PageTurn)
    async def turn_page_of_table(
        self, ctx: Context, table_id: int, first: int, last: int, page: int
    ) -> None:
        await ctx.replace(view=await self._rounds(ctx, table_id, first, last, page))

    @press(Page.REPLAY, OPEN_REPLAY.action)
    async def open_picked(self, ctx: Context) -> None:
        await ctx.send(await self._replay(ctx, picked_number(ctx), step=0, page=0))

    @press(Page.REPLAY, PICK)
    async def replay_picked(self, ctx: Context, page: int) -> None:
        await ctx.replace(view=await self._replay(ctx, picked_number(ctx), step=0, page=page))

    @press(Page.REPLAY, *PageTurn)
    async def go_to_step(self, ctx: Context, round_id: int, step: int, page: int) -> None:
        await ctx.replace(view=await self._replay(ctx, round_id, step=step, page=page))

    async def _list(self, ctx: Context, page: int) -> Layout:
        find = partial(self._bank.history, ctx.user_id)
        found, page = await page_or_last(find, page, PAGE, lambda one: one.count)
        return draw_list(found, page, ctx.lang)

    async def _mistakes(self, ctx: Context, page: int) -> Layout:
        played = (await self._bank.history(ctx.user_id, 0, LOOKED_BACK)).rounds
        judged = await self._coach.mistakes(ctx.user_id, played, self.desk.reviews)
        return draw_mistakes(played, judged, page, ctx.lang)

    async def _rounds(
        self, ctx: Context, table_id: int, first: int, last: int, page: int | None = None
    ) -> Layout:
        """Draw a page of a table's rounds, by default the last; a single round as replay.

        Raises `Sorry` if the user may not see the rounds; several only in the server where they were played.
        """
        rounds = await self._bank.rounds_of_table(table_id, first, last)
        if len(rounds) < 2:
            return await self._replay(ctx, rounds[0].round_id if rounds else 0, step=0, page=0)
        saved = await find_round(ctx, self._bank, rounds[0].round_id)
        if not is_from_here(saved, ctx):
            raise Sorry("sorry-no-such-round", round=str(saved.round_id))
        span, end = (table_id, first, last), last_page(len(rounds), PICKED)
        at = end if page is None else min(page, end)
        shown = rounds[at * PICKED :][:PICKED]
        players = {user_id for one in shown for user_id in one.nets}
        names = await self._bank.names(ctx.guild_id, players)
        return draw_rounds_to_pick(shown, names, span, at, end, ctx.lang)

    async def _replay(self, ctx: Context, round_id: int, *, step: int, page: int) -> Layout:
        saved = await find_round(ctx, self._bank, round_id)
        replay = await replay_of(ctx, self._bank, saved)
        own = has_played(saved, ctx)
        links = replay_links(
            saved,
            page,
            ctx.lang,
            is_reviewed=own and self.desk.reviews(saved),
            is_shared=own and is_from_here(saved, ctx),
        )
        return draw_step(replay, round_id, step, page, ctx.lang, self.desk.pictures(ctx), links)
