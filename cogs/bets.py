"""The buttons of a table's board (its message) for betting, leaving and choosing rules."""

from discord.ext import commands

from cogs.interactions.context import Context
from cogs.interactions.desk import Desk, Farewell
from cogs.interactions.press import press
from cogs.language.error_sentences import Sorry
from cogs.pages.modals import words_done, words_modal
from cogs.pages.press import AMOUNT, WORDS, Act, Page
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.commands import AddWords, ChangeRules, DealNow, LeaveTable, PlaceBet
from engine.table.view import TableView


class Bets(commands.Cog):
    """Turns clicks into commands, which the table checks and shows on its board."""

    def __init__(self, desk: Desk, farewell: Farewell) -> None:
        self.desk = desk
        self._farewell = farewell

    @press(Page.TABLE, Act.BET)
    async def bet(self, ctx: Context, table_id: int, number: int, cents: int) -> None:
        await self.desk.click(ctx, table_id, _bet(ctx, number, cents))

    @press(Page.TABLE, Act.PLAY_AGAIN)
    async def play_again(self, ctx: Context, table_id: int, number: int) -> None:
        await self.desk.click(ctx, table_id, _bet(ctx, number, None))

    @press(Page.TABLE, Act.OTHER)
    async def other_amount(self, ctx: Context, table_id: int, number: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        if ctx.is_modal:
            amount = ctx.entered(AMOUNT)
            await self.desk.bet(table, amount, ctx, round_number=number, shows=True)
        else:
            await self.desk.bank.require_no_pause(ctx.user_id)
            await self.desk.ask_amount(table, ctx)

    @press(Page.TABLE, Act.JOIN)
    async def join(self, ctx: Context, table_id: int, _number: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        if ctx.is_modal:
            await self.desk.bet(table, ctx.entered(AMOUNT), ctx, shows=True)
        else:
            await self.desk.bank.require_no_pause(ctx.user_id)
            _require_room(table.view, ctx.user_id)
            await self.desk.ask_amount(table, ctx)

    @press(Page.TABLE, Act.DEAL)
    async def deal(self, ctx: Context, table_id: int, number: int) -> None:
        await self.desk.click(ctx, table_id, DealNow(user_id=ctx.user_id, round_number=number))

    @press(Page.TABLE, Act.LEAVE)
    async def leave(self, ctx: Context, table_id: int, number: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        leave = LeaveTable(user_id=ctx.user_id, round_number=number)
        view = await self.desk.submit(table, leave, ctx, shows=True)
        await self._farewell(table, view, ctx)

    @press(Page.TABLE, Act.RULE_SET)
    async def change_rules(self, ctx: Context, table_id: int, number: int) -> None:
        table = self.desk.table_here(ctx, table_id)
        if (picked := RULE_SETS.get(ctx.picked)) is None:
            raise Refused(Refusal(why=Why.NO_SUCH_RULES))
        rules = table.settings.rules_instead(picked, table.view.rules)
        change = ChangeRules(user_id=ctx.user_id, rules=rules, round_number=number)
        await self.desk.submit(table, change, ctx, shows=True)

    @press(Page.TABLE, Act.WORDS)
    async def add_words(self, ctx: Context, table_id: int, number: int) -> None:
        """Open a modal for words that the player mixes into the shuffle, or send the entered ones."""
        table = self.desk.table_here(ctx, table_id)
        words = ctx.entered(WORDS).strip() if ctx.is_modal else "?"
        try:
            command = AddWords(user_id=ctx.user_id, words=words, round_number=number)
        except ValueError:
            raise Sorry("sorry-no-words") from None
        if ctx.is_modal:
            view = await self.desk.submit(table, command, ctx)
            await ctx.send(words_done(view, words, ctx.lang))
        elif (refusal := table.refusal(command)) is not None:
            raise Refused(refusal)
        else:
            await ctx.ask(words_modal(table.view, ctx.press, ctx.lang))


def _bet(ctx: Context, number: int, cents: int | None) -> PlaceBet:
    return PlaceBet(user_id=ctx.user_id, cents=cents, round_number=number, made=ctx.made_at)


def _require_room(view: TableView, user_id: int) -> None:
    seat = view.seat_of(user_id)
    if seat is not None and seat.hands:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if seat is None and not view.free_seats:
        raise Refused(Refusal(why=Why.TABLE_FULL))
