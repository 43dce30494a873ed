"""The buttons and modals of a table's board: bets, moves, the menu of rule sets, words for the shuffle."""

from discord.ext import commands

from cogs.discord_link.payloads import text_of
from cogs.interactions.admission import RateLimit
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk, Farewell
from cogs.interactions.donor import accept_donation
from cogs.interactions.press import press
from cogs.language.sentences import Sorry
from cogs.pages.modals import amount_modal, words_done, words_modal
from cogs.pages.press import AMOUNT, WORDS, Act, Page
from engine.live.table import Table
from engine.round.moves import Verb
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.commands import (
    AddWords,
    ChangeRules,
    Command,
    DealNow,
    LeaveTable,
    PlaceBet,
    Play,
)
from engine.table.view import TableView

_MOVES = [verb for verb in Verb if verb is not Verb.INSURE]


class TableButtons(commands.Cog):
    """Turns clicks into commands, which the board answers. The table checks them."""

    def __init__(self, desk: Desk, rate_limit: RateLimit, farewell: Farewell) -> None:
        self.desk = desk
        self._rate_limit = rate_limit
        self._farewell = farewell

    async def _submit(
        self, ctx: Context, table_id: int, command: Command
    ) -> tuple[Table, TableView]:
        table = self.desk.table_here(ctx, table_id)
        return table, await self.desk.submit(table, command, ctx, shows=True)

    def _made(self, ctx: Context) -> float:
        return self._rate_limit.made_at(ctx.interaction.id)

    # Between rounds

    @press(Page.TABLE, Act.BET)
    async def bet(self, ctx: Context, table_id: int, number: int, cents: int) -> None:
        """Bet a chip."""
        made = self._made(ctx)
        bet = PlaceBet(user_id=ctx.user_id, cents=cents, round_number=number, made=made)
        await self._submit(ctx, table_id, bet)

    @press(Page.TABLE, Act.PLAY_AGAIN)
    async def play_again(self, ctx: Context, table_id: int, number: int) -> None:
        """Bet as in the last round."""
        made = self._made(ctx)
        bet = PlaceBet(user_id=ctx.user_id, cents=None, round_number=number, made=made)
        await self._submit(ctx, table_id, bet)

    @press(Page.TABLE, Act.OTHER)
    async def other_amount(self, ctx: Context, table_id: int, number: int) -> None:
        """Ask for an amount, or bet the one that was entered."""
        table = self.desk.table_here(ctx, table_id)
        if ctx.is_modal:
            amount = text_of(ctx.payload, AMOUNT)
            await self.desk.bet(table, amount, ctx, round_number=number, shows=True)
        else:
            await self.desk.bank.require_no_pause(ctx.user_id)
            await self._ask_amount(ctx, table)

    @press(Page.TABLE, Act.JOIN)
    async def join(self, ctx: Context, table_id: int, _number: int) -> None:
        """Ask for a bet on the next round, or place the one that was entered, whatever round is being played."""
        table = self.desk.table_here(ctx, table_id)
        if ctx.is_modal:
            await self.desk.bet(table, text_of(ctx.payload, AMOUNT), ctx, shows=True)
        else:
            await self.desk.bank.require_no_pause(ctx.user_id)
            _require_room(table.view, ctx.user_id)
            await self._ask_amount(ctx, table)

    @press(Page.TABLE, Act.DEAL)
    async def deal(self, ctx: Context, table_id: int, number: int) -> None:
        """Deal without waiting for other players."""
        await self._submit(ctx, table_id, DealNow(user_id=ctx.user_id, round_number=number))

    @press(Page.TABLE, Act.LEAVE)
    async def leave(self, ctx: Context, table_id: int, number: int) -> None:
        """Leave the table."""
        leave = LeaveTable(user_id=ctx.user_id, round_number=number)
        table, view = await self._submit(ctx, table_id, leave)
        await self._farewell(table, view, ctx)

    @press(Page.TABLE, Act.RULE_SET)
    async def change_rules(self, ctx: Context, table_id: int, number: int) -> None:
        """Change the rules to the picked rule set. Raises `Refused` if it is not allowed here."""
        table = self.desk.table_here(ctx, table_id)
        match ctx.payload.get("values"):
            case [str(key)] if key in RULE_SETS:
                rules = table.settings.rules_instead(RULE_SETS[key], table.view.rules)
            case _:
                raise Refused(Refusal(why=Why.NO_SUCH_RULES))
        change = ChangeRules(user_id=ctx.user_id, rules=rules, round_number=number)
        await self.desk.submit(table, change, ctx, shows=True)

    @press(Page.TABLE, Act.WORDS)
    async def add_words(self, ctx: Context, table_id: int, number: int) -> None:
        """Ask for words to add to the shuffle, with the seal, or confirm the entered words privately."""
        table = self.desk.table_here(ctx, table_id)
        words = text_of(ctx.payload, WORDS).strip() if ctx.is_modal else "?"
        try:
            command = AddWords(user_id=ctx.user_id, words=words, round_number=number)
        except ValueError:
            raise Sorry("sorry-no-words") from None
        if ctx.is_modal:
            view = await self.desk.submit(table, command, ctx)
            await ctx.send(words_done(view, words, ctx.lang))
        elif (refusal := table.refusal(command)) is not None:
            raise Refused(refusal)
        elif ctx.press is not None:
            await ctx.ask(words_modal(table.view, ctx.press, ctx.lang))

    # During a round

    @press(Page.TABLE, *_MOVES)
    async def move(self, ctx: Context, table_id: int, number: int) -> None:
        """Make a move."""
        await self._submit(ctx, table_id, self._play(ctx, number, Verb(ctx.action)))

    @press(Page.TABLE, Act.HALF)
    async def insure(self, ctx: Context, table_id: int, number: int) -> None:
        """Insure for half of the bet."""
        table = self.desk.table_here(ctx, table_id)
        cents = _most_insurance(table.view, ctx.user_id)
        play = self._play(ctx, number, Verb.INSURE, cents)
        await self.desk.submit(table, play, ctx, shows=True)

    @press(Page.TABLE, Verb.INSURE)
    async def other_insurance(self, ctx: Context, table_id: int, number: int) -> None:
        """Ask for the amount of an insurance, or insure for the one that was entered."""
        table = self.desk.table_here(ctx, table_id)
        most = _most_insurance(table.view, ctx.user_id)
        if not ctx.is_modal and most:
            await self._ask_amount(ctx, table)
            return
        if ctx.is_modal:
            most = ctx.lang.money.read(text_of(ctx.payload, AMOUNT), balance=most)
        play = self._play(ctx, number, Verb.INSURE, most)
        await self.desk.submit(table, play, ctx, shows=True)

    def _play(self, ctx: Context, number: int, verb: Verb, cents: int | None = None) -> Play:
        return Play(
            user_id=ctx.user_id,
            verb=verb,
            counters=ctx.press.counters if ctx.press else {},
            round_number=number,
            cents=cents,
            made=None if ctx.is_modal else self._made(ctx),
        )

    async def _ask_amount(self, ctx: Context, table: Table) -> None:
        if ctx.press is not None:
            funds = await self.desk.funds(table, ctx.user_id)
            await ctx.ask(amount_modal(table.view, ctx.user_id, ctx.press, ctx.lang, funds))

    @press(Page.DONOR, "take")
    async def accept_donation(
        self, ctx: Context, table_id: int | None = None, _number: int | None = None
    ) -> None:
        """Accept the donor's offer, at a table or in a private message. Raises `Sorry`."""
        if table_id is None:
            await accept_donation(ctx, self.desk.bank)
        else:
            await self.desk.accept_donation(self.desk.table_here(ctx, table_id), ctx)


def _require_room(view: TableView, user_id: int) -> None:
    """Raise `Refused` if this user may not bet on the next round."""
    seat = view.seat_of(user_id)
    if seat is not None and seat.hands:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if seat is None and not view.free_seats:
        raise Refused(Refusal(why=Why.TABLE_FULL))


def _most_insurance(view: TableView, user_id: int) -> int:
    seat = view.seat_of(user_id)
    return seat.most_insurance if seat else 0
