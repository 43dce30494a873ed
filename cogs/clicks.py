"""The router for buttons and modals: parses the custom id, sends a command to the table, and the screen answers.

`cogs/interactions/admission.py` has already dropped duplicates, late clicks and floods. Custom ids contain all state,
so buttons work after a restart.
"""

import logging

import discord
from discord.ext import commands

from cogs.discord_link.ownership import Ownership
from cogs.discord_link.payloads import (
    BotInteraction,
    text_of,
)
from cogs.interactions.admission import RateLimit
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk, Farewell
from cogs.interactions.donor import DONOR_PRESS, accept_donation
from cogs.interactions.panels import (
    GIFT,
    HINT,
    MORE,
    NEW_TABLE,
    OF_TABLE,
    READ,
    SITTING,
    PanelPress,
    of_table,
    parse_panel_press,
    rounds_from,
)
from cogs.language.sentences import Sorry
from cogs.pages.buttons import AMOUNT, WORDS, Act, Press, parse_custom_id
from cogs.pages.modals import amount_modal, words_done, words_modal
from engine.live.table import Table
from engine.round.moves import Verb, verb_of
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from engine.table.commands import (
    AddWords,
    ChangeRules,
    Command,
    DealNow,
    LeaveTable,
    MakeMove,
    PlaceBet,
)
from engine.table.view import TableView

log = logging.getLogger(__name__)


_CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Clicks(commands.Cog):
    """Dispatches clicks and modals by custom id."""

    def __init__(
        self, desk: Desk, rate_limit: RateLimit, ownership: Ownership, farewell: Farewell
    ) -> None:
        self.desk = desk
        self._farewell = farewell
        self.rate_limit = rate_limit
        self.ownership = ownership

    @commands.Cog.listener()
    async def on_interaction(self, interaction: BotInteraction) -> None:
        """Answer a click or a modal; the command tree handles commands."""
        if interaction.type not in _CLICKS or not await self.ownership.answers():
            return
        if not await self.rate_limit.lets_in(interaction):
            return
        await self.desk.answering(interaction, self._answer)

    async def _answer(self, ctx: Context) -> None:
        custom_id = str(ctx.payload.get("custom_id", ""))
        press = parse_custom_id(custom_id)
        if press == DONOR_PRESS:
            await accept_donation(ctx, self.desk.bank)
        elif panel_press := _panel_press(press) if press else parse_panel_press(custom_id):
            await self._on_panel(ctx, panel_press)
        elif press is None:
            raise Sorry("sorry-unknown-button")
        else:
            await self._at_table(ctx, press)

    async def _on_panel(self, ctx: Context, press: PanelPress) -> None:
        if (answerer := self.desk.panels.get(press.panel)) is None:
            raise Sorry("sorry-unknown-button")
        if press.button == OF_TABLE and press.panel in READ:
            await self.desk.keep_open(ctx)
        await answerer(ctx, press)

    async def _at_table(self, ctx: Context, press: Press) -> None:
        table, user_id = self.desk.table_here(ctx, press.table_id), ctx.user_id
        if press.verb == Act.WORDS:
            await self._add_words(ctx, table, press)
        elif press.verb == Act.DONOR:
            await self.desk.accept_donation(table, ctx)
        elif ctx.is_modal:
            await self._amount_entered(ctx, table, press)
        elif press.verb == Act.RULE_SET:
            await self.desk.submit(table, self._other_rules(ctx, table, press), ctx, shows=True)
        elif press.verb in (Act.OTHER, Act.JOIN) or (
            press.verb == Verb.INSURE and _most_insurance(table.view, user_id)
        ):
            if press.verb != Verb.INSURE:
                await self.desk.bank.require_no_pause(user_id)
            if press.verb == Act.JOIN:
                _require_room(table.view, user_id)
            funds = await self.desk.funds(table, user_id)
            await ctx.ask(amount_modal(table.view, user_id, press, ctx.lang, funds))
        else:
            made = self.rate_limit.made_at(ctx.interaction.id)
            command = _command(table.view, user_id, press, made)
            view = await self.desk.submit(table, command, ctx, shows=True)
            if isinstance(command, LeaveTable):
                await self._farewell(table, view, ctx)

    async def _add_words(self, ctx: Context, table: Table, press: Press) -> None:
        """Open the modal with the seal and an input for words to add to the shuffle, or confirm the words privately."""
        words = text_of(ctx.payload, WORDS).strip() if ctx.is_modal else "?"
        try:
            command = AddWords(user_id=ctx.user_id, words=words, round_number=press.round_number)
        except ValueError:
            raise Sorry("sorry-no-words") from None
        if ctx.is_modal:
            view = await self.desk.submit(table, command, ctx)
            await ctx.say(words_done(view, words, ctx.lang))
        elif (refusal := table.refusal(command)) is not None:
            raise Refused(refusal)
        else:
            await ctx.ask(words_modal(table.view, press, ctx.lang))

    def _other_rules(self, ctx: Context, table: Table, press: Press) -> ChangeRules:
        """Return the command for the picked rule set. Raises `Refused` if it is not allowed here."""
        match ctx.payload.get("values"):
            case [str(key)] if key in RULE_SETS:
                rules = table.settings.rules_instead(RULE_SETS[key], table.view.rules)
            case _:
                raise Refused(Refusal(why=Why.NO_SUCH_RULES))
        return ChangeRules(user_id=ctx.user_id, rules=rules, round_number=press.round_number)

    async def _amount_entered(self, ctx: Context, table: Table, press: Press) -> None:
        """Handle the amount typed into the modal that this button opened."""
        user_id, amount = ctx.user_id, text_of(ctx.payload, AMOUNT)
        if press.verb == Verb.INSURE:
            cents = ctx.lang.money.read(amount, balance=_most_insurance(table.view, user_id))
            insure = _play(user_id, press, Verb.INSURE, None, cents)
            await self.desk.submit(table, insure, ctx, shows=True)
        elif press.verb == Act.OTHER:
            number = press.round_number
            await self.desk.bet(table, amount, ctx, round_number=number, shows=True)
        elif press.verb == Act.JOIN:
            # Not tied to the button's round, which may already be over.
            await self.desk.bet(table, amount, ctx, shows=True)
        else:
            raise Sorry("sorry-unknown-button")


def _panel_press(press: Press) -> PanelPress | None:
    """Return the panel that a board's button opens; None for buttons that send a command to the table."""
    table_id = press.table_id
    match press.verb:
        case Act.REPLAY:
            return rounds_from(table_id, press.round_number, press.number)
        case Act.HINT:
            return of_table(HINT, table_id, press.round_number)
        case Act.MORE:
            return of_table(MORE, table_id)
        case Act.MY_ROUNDS:
            return of_table(SITTING, table_id)
        case Act.NEW_TABLE:
            return of_table(NEW_TABLE, table_id)
        case Act.TAKE_GIFT:
            return PanelPress(panel=SITTING, button=GIFT, values=(table_id,))
        case _:
            return None


def _command(view: TableView, user_id: int, press: Press, made: float) -> Command:
    """Return the command of a button clicked at `made`. Raises `Sorry` for an unknown verb."""
    number = press.round_number
    match press.verb:
        case Act.BET if press.number is not None:
            cents = press.number
            return PlaceBet(user_id=user_id, cents=cents, round_number=number, made=made)
        case Act.PLAY_AGAIN:
            return PlaceBet(user_id=user_id, cents=None, round_number=number, made=made)
        case Act.DEAL:
            return DealNow(user_id=user_id, round_number=number)
        case Act.LEAVE:
            return LeaveTable(user_id=user_id, round_number=number)
        case Act.HALF | Verb.INSURE:
            return _play(user_id, press, Verb.INSURE, made, _most_insurance(view, user_id))
        case word:
            if (verb := verb_of(word)) is None:
                raise Sorry("sorry-unknown-button")
            return _play(user_id, press, verb, made)


def _require_room(view: TableView, user_id: int) -> None:
    """Raise `Refused` if this user may not bet on the next round."""
    seat = view.seat_of(user_id)
    if seat is not None and seat.hands:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if seat is None and not view.free_seats:
        raise Refused(Refusal(why=Why.TABLE_FULL))


def _play(
    user_id: int, press: Press, verb: Verb, made: float | None, cents: int | None = None
) -> MakeMove:
    return MakeMove(
        user_id=user_id,
        verb=verb,
        counters=press.counters,
        round_number=press.round_number,
        cents=cents,
        made=made,
    )


def _most_insurance(view: TableView, user_id: int) -> int:
    seat = view.seat_of(user_id)
    return seat.most_insurance if seat else 0
