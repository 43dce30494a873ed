"""The `My rounds` button: a user's own rounds at a table."""

from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.private_farewells import Farewells, OwnRounds
from cogs.language.error_sentences import Sorry
from cogs.pages.farewell import TAKE_GIFT
from cogs.pages.paging import PageTurn
from cogs.pages.parts import Layout
from cogs.pages.press import LIST, OF_TABLE, Page
from cogs.pages.sitting import draw_own_rounds


class Sittings(commands.Cog):
    def __init__(self, desk: Desk, own: OwnRounds, farewells: Farewells) -> None:
        self.desk = desk
        self._own = own
        self._farewells = farewells

    @press(Page.SITTING, OF_TABLE, reads=True)
    async def own_rounds(self, ctx: Context, table_id: int) -> None:
        await ctx.send(await self._list(ctx, table_id, 0))

    @press(Page.SITTING, *PageTurn, LIST)
    async def turn_page(self, ctx: Context, table_id: int, page: int) -> None:
        await ctx.replace(view=await self._list(ctx, table_id, page))

    @press(Page.SITTING, TAKE_GIFT)
    async def take_gift(self, ctx: Context, table_id: int) -> None:
        await self._farewells.take_gift(ctx, table_id)

    async def _list(self, ctx: Context, table_id: int, page: int) -> Layout:
        rounds = await self.desk.bank.own_rounds(ctx.user_id, table_id)
        if not rounds:
            raise Sorry("sitting-not-played")
        judged = await self._own.judged(ctx.user_id, rounds)
        worst = await self._own.worst(ctx.user_id, judged or {}, ctx.lang)
        return draw_own_rounds(table_id, rounds, judged, page, ctx.lang, worst=worst)
