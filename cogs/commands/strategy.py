"""`/strategy`: what to do with which hand, by exactly the rules of a table."""

from io import BytesIO

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.answers.panels import OF_TABLE, PanelPress, Panels
from cogs.answers.suggestions import named_rules
from cogs.coaching.coach import Coach
from cogs.coaching.strategy_page import (
    FILE,
    PANEL,
    TEXT,
    draw_strategy,
    pressed_rules,
    same_strategy,
)
from cogs.commands.rules import any_rules
from cogs.gateway.interactions import BotInteraction
from cogs.language.sentences import Sorry
from cogs.language.translator import said
from engine.rules.rules import Rules


class Strategy(commands.Cog):
    """Shows strategy charts."""

    def __init__(self, desk: Desk, coach: Coach, panels: Panels) -> None:
        self.desk = desk
        self._coach = coach
        panels.add(PANEL, self._turn)

    @app_commands.command(
        name=said("command-strategy"), description=said("command-strategy.description")
    )
    @app_commands.describe(rules=said("command-strategy.rules-description"))
    @app_commands.rename(rules=said("command-strategy.rules"))
    @app_commands.autocomplete(rules=any_rules)
    async def strategy(self, interaction: BotInteraction, rules: str | None = None) -> None:
        """Show the chart of a rule set, or of this channel's table, to the asker alone."""
        async with self.desk.answering(interaction) as ctx:
            # The first chart of some rules takes a second.
            await ctx.think()
            wanted = await self._wanted(ctx, rules)
            await self._show_picture(ctx, wanted, replaces=False)

    async def _wanted(self, ctx: Context, typed: str | None) -> Rules:
        """What is named, else what the open table is played by, else what would be opened here. Raises `Sorry`."""
        house = self.desk.house
        table = house.in_channel(ctx.channel_id)
        if typed is not None:
            return named_rules(typed)
        if table is not None:
            return same_strategy(table.view.rules)
        return await house.usual_rules(ctx.channel_id)

    async def _turn(self, ctx: Context, press: PanelPress) -> None:
        """From a table to its chart, or from the picture to the text and back. Raises `Sorry`."""
        match press:
            case PanelPress(button=name, values=(table_id,)) if name == OF_TABLE:
                table = self.desk.table_here(ctx, table_id)
                await ctx.think()
                await self._show_picture(ctx, same_strategy(table.view.rules), replaces=False)
                return
        rules = pressed_rules(press)
        if rules is None:
            raise Sorry("sorry-unknown-button")
        await ctx.work()
        if press.button != TEXT:
            await self._show_picture(ctx, rules, replaces=True)
            return
        sheet, _ = await self._coach.chart(rules)
        view = draw_strategy(sheet, rules, ctx.lang, as_text=True)
        await ctx.replace(view=view, attachments=[])

    async def _show_picture(self, ctx: Context, rules: Rules, *, replaces: bool) -> None:
        sheet, drawn = await self._coach.chart(rules)
        await ctx.give(
            [discord.File(BytesIO(drawn), FILE)],
            draw_strategy(sheet, rules, ctx.lang, as_text=False),
            draw_strategy(sheet, rules, ctx.lang, as_text=True, note=ctx.lang("files-refused")),
            replaces=replaces,
        )
