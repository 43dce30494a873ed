"""The `/company` command and button, which seat an AI player."""

from discord import app_commands
from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.language import said
from cogs.pages.press import COMPANY, Page
from cogs.pages.table import company_here
from engine.live.table import Table
from engine.table.commands import Invite
from engine.values.tables import Character

WHO = [app_commands.Choice(name=said(f"character-{one}"), value=str(one)) for one in Character]


class AiPlayers(commands.Cog):
    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("company", choices={"who": WHO})
    async def company(self, ctx: Context, who: app_commands.Choice[str] | None = None) -> None:
        character = None if who is None else Character(who.value)
        await self._invite(ctx, self.desk.table_of(ctx), character)

    @press(Page.MORE, COMPANY)
    async def invite(self, ctx: Context, table_id: int) -> None:
        await self._invite(ctx, self.desk.table_here(ctx, table_id), None)

    async def _invite(self, ctx: Context, table: Table, character: Character | None) -> None:
        most = table.settings.company
        command = Invite(user_id=ctx.user_id, character=character, most=most)
        view = await self.desk.submit(table, command, ctx)
        await ctx.send(company_here(ctx.lang, view))
