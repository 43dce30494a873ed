"""The `/rules` command, which explains the rule sets."""

from discord import app_commands
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import any_rules, slash
from cogs.language.rule_names import named_rules
from cogs.pages.press import OF_TABLE, Page
from cogs.pages.rules import draw_card, draw_card_in, draw_overview


class RuleBook(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("rules")
    @app_commands.autocomplete(rules=any_rules)
    async def rules(self, ctx: Context, rules: str | None = None) -> None:
        table = self.desk.house.in_channel(ctx.channel_id)
        settings = self.desk.house.settings_of(ctx.channel_id)
        if rules is not None:
            page = draw_card_in(ctx.lang, named_rules(rules), settings)
        elif table is not None:
            page = draw_card(ctx.lang, table.view.rules)
        else:
            page = draw_overview(ctx.lang, settings)
        await ctx.send(page)

    @press(Page.RULES, OF_TABLE, reads=True)
    async def rules_of_table(self, ctx: Context, table_id: int) -> None:
        await ctx.send(draw_card(ctx.lang, self.desk.table_here(ctx, table_id).view.rules))
