"""The one router for buttons and modals: reads what was pressed, asks the table, and the screen answers.

It works the same before and after a restart, because everything is in the custom id and nothing in memory.
"""

import discord
from discord.ext import commands

from cogs.answers.desk import DONOR_PRESS, BotInteraction, Desk, Sorry, channel_of
from cogs.answers.panels import PanelPress, Panels, parse_panel_press
from cogs.answers.rate_limit import Doorkeeper
from cogs.language import language_of
from cogs.network.payload import payload, text_of
from cogs.network.tries import answer
from cogs.table.buttons import Press, parse_custom_id
from cogs.table.modals import AMOUNT, OTHER, amount_modal
from cogs.table.rows import BALANCE
from engine.game import Verb, verb_of
from engine.money import parse_amount
from engine.table import Command, DealNow, LeaveTable, PlaceBet, Play, PlayAgain, Table, TableView

_CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Clicks(commands.Cog):
    """Dispatches every click and every modal by its custom id."""

    def __init__(self, desk: Desk, doorkeeper: Doorkeeper, panels: Panels) -> None:
        self.desk = desk
        self.doorkeeper = doorkeeper
        self.panels = panels

    @commands.Cog.listener()
    async def on_interaction(self, interaction: BotInteraction) -> None:
        """Answer a click or a modal; commands are the command tree's."""
        if interaction.type not in _CLICKS or not await self.doorkeeper.lets_in(interaction):
            return
        async with self.desk.answering(interaction):
            custom_id = str(payload(interaction).get("custom_id", ""))
            if (on_panel := parse_panel_press(custom_id)) is not None:
                await self._on_panel(interaction, on_panel)
            elif (press := parse_custom_id(custom_id)) is None:
                raise Sorry("sorry-unknown-button")
            elif press == DONOR_PRESS:
                await self.desk.accept_donation(interaction)
            else:
                await self._at_table(interaction, press)

    async def _on_panel(self, interaction: BotInteraction, press: PanelPress) -> None:
        answerer = self.panels.answerer(press)
        if answerer is None:
            raise Sorry("sorry-unknown-button")
        await answerer(interaction, press)

    async def _at_table(self, interaction: BotInteraction, press: Press) -> None:
        table, channel_id = self.desk.house.find(press.table_id), channel_of(interaction)
        if table is None or table.channel_id != channel_id:
            broken = self.desk.house.is_broken(channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-table-gone")
        user_id = interaction.user.id
        if interaction.type is discord.InteractionType.modal_submit:
            await self._written(interaction, table, press)
        elif press.verb in (OTHER, Verb.INSURE):
            lang, funds = language_of(interaction.locale), await self.desk.funds(table, user_id)
            modal = amount_modal(table.view, user_id, press, lang, funds)
            await answer(interaction.response.send_modal, modal)
        elif press.verb == BALANCE:
            await self.desk.tell_balance(interaction, user_id)
        else:
            command = _command(table.view, user_id, press)
            await self.desk.submit(table, command, interaction, shows=True)

    async def _written(self, interaction: BotInteraction, table: Table, press: Press) -> None:
        """An amount was written into the modal that this button opened."""
        user_id, amount = interaction.user.id, text_of(payload(interaction), AMOUNT)
        if press.verb == Verb.INSURE:
            cents = parse_amount(amount, balance=_most_insurance(table.view, user_id))
            insure = _play(user_id, press, Verb.INSURE, cents)
            await self.desk.submit(table, insure, interaction, shows=True)
        elif press.verb == OTHER:
            number = press.round_number
            await self.desk.bet(table, amount, interaction, round_number=number, shows=True)
        else:
            raise Sorry("sorry-unknown-button")


def _command(view: TableView, user_id: int, press: Press) -> Command:
    """What a button asks of the table. Raises `Sorry` for a verb that no button has."""
    number = press.round_number
    match press.verb:
        case "bet" if press.cents is not None:
            return PlaceBet(user_id=user_id, cents=press.cents, round_number=number)
        case "same":
            return PlaceBet(user_id=user_id, cents=None, round_number=number)
        case "deal":
            return DealNow(user_id=user_id, round_number=number)
        case "again":
            return PlayAgain(user_id=user_id, round_number=number)
        case "leave":
            return LeaveTable(user_id=user_id, round_number=number)
        case "half":
            return _play(user_id, press, Verb.INSURE, _most_insurance(view, user_id))
        case word:
            if (verb := verb_of(word)) is None:
                raise Sorry("sorry-unknown-button")
            return _play(user_id, press, verb)


def _play(user_id: int, press: Press, verb: Verb, cents: int | None = None) -> Play:
    number = press.round_number
    return Play(
        user_id=user_id, verb=verb, counters=press.counters, round_number=number, cents=cents
    )


def _most_insurance(view: TableView, user_id: int) -> int:
    seat = view.seat_of(user_id)
    return seat.most_insurance if seat else 0
