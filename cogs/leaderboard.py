"""The `/leaderboard` command: players by skill or winnings."""

from collections.abc import Awaitable, Callable
from functools import partial

from discord import app_commands
from discord.ext import commands

from cogs.coaching.judging import PERIOD
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import said
from cogs.pages.leaderboard import (
    LABELS,
    LEAST,
    LEAST_THIS_WEEK,
    MINE,
    PAGE,
    WEEK_ROUNDS,
    By,
    Found,
    LeadersPage,
    Where,
    draw_leaders,
)
from cogs.pages.paging import PageTurn, page_or_last
from cogs.pages.press import Page
from engine.clock import wall_time, week_began

FRESH_SECONDS = 5
"""Older lists are shown with their age."""

Find = Callable[[int, int], Awaitable[Found]]


class Leaders(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash(
        "leaderboard",
        choices={
            "where": [
                app_commands.Choice(name=said("leaders-server"), value=Where.SERVER.value),
                app_commands.Choice(name=said("leaders-all"), value=Where.EVERYWHERE.value),
            ],
            "by": [
                app_commands.Choice(name=said(name), value=by.value) for by, name in LABELS.items()
            ],
        },
    )
    async def leaderboard(
        self,
        ctx: Context,
        where: app_commands.Choice[int] | None = None,
        by: app_commands.Choice[int] | None = None,
    ) -> None:
        scope = Where.SERVER if where is None else Where(where.value)
        criterion = By.WEEK_SKILL if by is None else By(by.value)
        await ctx.send(draw_leaders(await self._page(ctx, scope, 0, criterion), ctx.lang))

    @press(Page.LEADERS, *PageTurn, MINE, *(by.action for by in By))
    async def turn_page(self, ctx: Context, where: Where, number: int, by: By = By.MONEY) -> None:
        page = await self._page(ctx, where, number, by)
        await ctx.replace(view=draw_leaders(page, ctx.lang))

    async def _page(self, ctx: Context, where: Where, number: int, by: By) -> LeadersPage:
        guild_id, bank = None if where is Where.EVERYWHERE else ctx.guild_id, self.desk.bank
        now = wall_time(self.desk.clock)
        monday, since, skill = week_began(now), now - PERIOD, None
        find: Find
        match by:
            case By.SKILL:
                find = partial(bank.skill_board, ctx.user_id, guild_id, since, LEAST)
                skill = await bank.skill(ctx.user_id, since, guild_id)
            case By.WEEK_SKILL:
                least = LEAST_THIS_WEEK
                find = partial(bank.skill_board, ctx.user_id, guild_id, monday, least)
                skill = await bank.skill(ctx.user_id, monday, guild_id)
            case By.WEEK:
                find = partial(bank.leaderboard_since, ctx.user_id, guild_id, monday, WEEK_ROUNDS)
            case By.MONEY:
                find = partial(bank.leaderboard, ctx.user_id, guild_id)
        found: Found
        found, number = await page_or_last(find, number, PAGE, lambda one: one.count)
        is_old = found.read_at is not None and now - found.read_at > FRESH_SECONDS
        return LeadersPage(
            where=where,
            number=number,
            found=found,
            user_id=ctx.user_id,
            by=by,
            names=await bank.names(guild_id, [one.user_id for one in found.entries]),
            skill=skill,
            monday=monday,
            as_of=found.read_at if is_old else None,
        )
