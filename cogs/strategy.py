"""The `/strategy` command: basic strategy charts for exact rules."""

from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

from cogs.coaching.coach import Coach
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import any_rules, slash
from cogs.language.error_sentences import Sorry
from cogs.language.rule_names import named_rules
from cogs.pages.press import OF_TABLE, Page
from cogs.pages.strategy import FILE, ChartForm, draw_strategy
from engine.rules.options import Options, rule_set_of, with_options
from engine.rules.refusals import Refused
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules


class Strategy(commands.Cog):
    def __init__(self, desk: Desk, coach: Coach) -> None:
        self.desk = desk
        self._coach = coach

    @slash("strategy")
    @app_commands.autocomplete(rules=any_rules)
    async def strategy(self, ctx: Context, rules: str | None = None) -> None:
        # Some rules' first chart takes a second.
        await ctx.think()
        wanted = await self._wanted(ctx, rules)
        await self._show_picture(ctx, wanted, replaces=False)

    async def _wanted(self, ctx: Context, typed: str | None) -> Rules:
        house = self.desk.house
        table = house.in_channel(ctx.channel_id)
        if typed is not None:
            return named_rules(typed)
        if table is not None:
            return _same_strategy(table.view.rules)
        return house.settings_of(ctx.channel_id).usual

    @press(Page.STRATEGY, OF_TABLE, reads=True)
    async def chart_of_table(self, ctx: Context, table_id: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        await ctx.think()
        await self._show_picture(ctx, _same_strategy(table.view.rules), replaces=False)

    @press(Page.STRATEGY, ChartForm.PICTURE)
    async def as_picture(self, ctx: Context, place: int, decks: int) -> None:
        rules = _rules_at(place, decks)
        await ctx.work()
        await self._show_picture(ctx, rules, replaces=True)

    @press(Page.STRATEGY, ChartForm.TEXT)
    async def as_text(self, ctx: Context, place: int, decks: int) -> None:
        rules = _rules_at(place, decks)
        await ctx.work()
        sheet, _ = await self._coach.chart(rules)
        view = draw_strategy(sheet, rules, ctx.lang, as_text=True)
        await ctx.replace(view=view, attachments=[])

    async def _show_picture(self, ctx: Context, rules: Rules, *, replaces: bool) -> None:
        sheet, drawn = await self._coach.chart(rules)
        shown = draw_strategy(sheet, rules, ctx.lang, as_text=False)
        note = ctx.lang("files-refused")
        instead = draw_strategy(sheet, rules, ctx.lang, as_text=True, note=note)
        files = [discord.File(BytesIO(drawn), FILE)]
        if replaces:
            await ctx.replace(view=shown, files=files, instead=instead)
        else:
            await ctx.send(shown, files=files, instead=instead)


def _rules_at(place: int, decks: int) -> Rules:
    try:
        return with_options([*RULE_SETS.values()][place], Options(decks=decks or None))
    except (IndexError, Refused):
        raise Sorry("sorry-unknown-button") from None


def _same_strategy(rules: Rules) -> Rules:
    """Drop limits and seats."""
    return with_options(rule_set_of(rules), Options(decks=rules.decks))
