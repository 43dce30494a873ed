"""The `/stats` command: statistics, achievements, and a chart of the balance."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import BytesIO

import discord
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.coaching.judging import PERIOD
from cogs.interactions.admission import Cooldowns
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language.display_names import display_name_of
from cogs.language.error_sentences import Sorry
from cogs.pages.parts import Layout, Part, picture, text
from cogs.pages.press import Page
from cogs.pages.stats import (
    AHEAD,
    chart_in_words,
    chart_words,
    draw_achievements,
    draw_ahead,
    draw_own_achievements,
    draw_statistics,
    sentence_about,
)
from engine.records.achievements import Search
from engine.values.achievements import AchievementsFound, Progress

POINTS = 500

PICTURES, PER_SECONDS = 3, 60.0
"""Per user: one process draws all pictures."""

FILE = "balance.png"


class PlayerStatistics(commands.Cog):
    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._bank = desk.bank
        self._coach = coach
        self._looking = Search()
        self._pace = Cooldowns(desk.clock, PER_SECONDS, PICTURES)

    @slash("stats")
    async def stats(self, ctx: Context, player: discord.User | None = None) -> None:
        if player is not None and player.bot:
            raise Sorry("sorry-bots-do-not-play")
        target = display_name_of(player) if player else ctx.display_name
        user_id = target.user_id
        sentence = partial(sentence_about, ctx.lang, target, is_own=user_id == ctx.user_id)
        found = await self._bank.statistics(user_id)
        now = self.desk.clock.now()
        skill = await self._bank.skill(user_id, self.desk.clock.shown(now) - PERIOD)
        if not found.total.rounds:
            await ctx.send(sentence("stats-none-mine", "stats-none"))
            return
        title = sentence("stats-title-mine", "stats-title")
        drawn = partial(draw_statistics, ctx.lang, title, found, skill)
        if (when := self._pace.take(ctx.user_id)) is not None:
            later = text(f"-# {ctx.lang('stats-picture-later', when=when)}")
            await ctx.send(drawn(later, await self._below(ctx, user_id)))
        else:
            await self._with_picture(ctx, user_id, drawn)

    async def _with_picture(
        self, ctx: Context, user_id: int, drawn: Callable[[Part, Sequence[Part]], Layout]
    ) -> None:
        await ctx.think()
        searched = await self._bank.find_achievements(user_id, self._looking)
        below = await self._below(ctx, user_id, searched)
        points = await self._bank.balance_over_time(user_id, POINTS)
        image = await self._coach.balance_picture(points, chart_words(ctx.lang))
        written = text(f"{chart_in_words(ctx.lang, points)}\n-# {ctx.lang('files-refused')}")
        description = chart_in_words(ctx.lang.plain, points)
        file = discord.File(BytesIO(image), FILE)
        shown = drawn(picture(FILE, description), below)
        await ctx.send(shown, files=[file], instead=drawn(written, below))

    async def _below(
        self, ctx: Context, user_id: int, searched: AchievementsFound | None = None
    ) -> Sequence[Part]:
        known = await self._bank.achievements(user_id)
        if user_id != ctx.user_id:
            return draw_achievements(ctx.lang, known, searched)
        progress = await self._progress(user_id)
        return draw_own_achievements(ctx.lang, known, progress, searched)

    async def _progress(self, user_id: int) -> Mapping[str, Progress]:
        return await self._bank.achievements_ahead(user_id, self._looking)

    @press(Page.ACHIEVEMENTS, AHEAD.action)
    async def show_ahead(self, ctx: Context) -> None:
        known = await self._bank.achievements(ctx.user_id)
        progress = await self._progress(ctx.user_id)
        await ctx.send(draw_ahead(ctx.lang, known, progress))
