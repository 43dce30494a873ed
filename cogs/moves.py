"""Answers clicks on the move buttons of a table's board (its message)."""

from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.pages.press import AMOUNT, Act, Page
from engine.round.moves import Verb
from engine.table.commands import MakeMove
from engine.table.view import TableView

_MOVES = [verb for verb in Verb if verb is not Verb.INSURE]


class Moves(commands.Cog):
    """Turns clicks into moves, which the table checks and shows on its board."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @press(Page.TABLE, *_MOVES)
    async def move(self, ctx: Context, table_id: int, number: int) -> None:
        await self.desk.click(ctx, table_id, _play(ctx, number, Verb(ctx.press.action)))

    @press(Page.TABLE, Act.HALF)
    async def insure(self, ctx: Context, table_id: int, number: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        play = _play(ctx, number, Verb.INSURE, _most_insurance(table.view, ctx.user_id))
        await self.desk.submit(table, play, ctx, shows=True)

    @press(Page.TABLE, Verb.INSURE)
    async def other_insurance(self, ctx: Context, table_id: int, number: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        most = _most_insurance(table.view, ctx.user_id)
        if not ctx.is_modal and most:
            await self.desk.ask_amount(table, ctx)
            return
        if ctx.is_modal:
            seat = table.view.seat_of(ctx.user_id)
            payable = seat.payable_insurance if seat else 0
            most = ctx.lang.money.read(ctx.entered(AMOUNT), balance=payable or most)
        play = _play(ctx, number, Verb.INSURE, most)
        await self.desk.submit(table, play, ctx, shows=True)


def _play(ctx: Context, number: int, verb: Verb, cents: int | None = None) -> MakeMove:
    return MakeMove(
        user_id=ctx.user_id,
        verb=verb,
        counters=ctx.press.counters,
        round_number=number,
        cents=cents,
        made=None if ctx.is_modal else ctx.made_at,
    )


def _most_insurance(view: TableView, user_id: int) -> int:
    seat = view.seat_of(user_id)
    return seat.most_insurance if seat else 0
