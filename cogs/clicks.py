"""The one router for buttons and modals: reads what was pressed, asks the table, and the screen answers.

It works the same before and after a restart, because everything is in the custom id and nothing in memory.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

import discord
from discord import ui
from discord.ext import commands

from cogs import sentences
from cogs.buttons import Press, parse_custom_id
from cogs.desk import DONOR_PRESS, BotInteraction, Desk, Sorry
from cogs.freshness import Freshness
from cogs.rules_text import limits
from engine.commands import Command, DealNow, LeaveTable, PlaceBet, Play, PlayAgain
from engine.moves import Double, Hit, PlayerMove, Stand
from engine.table import Table

AMOUNT = "amount"
"""The custom id of the modal's text input."""

_MOVES: Mapping[str, Callable[[int], PlayerMove]] = {"hit": Hit, "stand": Stand, "double": Double}

_CLICKS = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Clicks(commands.Cog):
    """Dispatches every click and every modal by its custom id."""

    def __init__(self, desk: Desk, freshness: Freshness) -> None:
        self.desk = desk
        self.freshness = freshness

    @commands.Cog.listener()
    async def on_interaction(self, interaction: BotInteraction) -> None:
        """Answer a click or a modal; commands are the command tree's."""
        if interaction.type not in _CLICKS or not self.freshness.accept(interaction):
            return
        async with self.desk.answering(interaction):
            press = parse_custom_id(str(_data(interaction).get("custom_id", "")))
            if press is None:
                raise Sorry(sentences.UNKNOWN_BUTTON)
            if press == DONOR_PRESS:
                await self.desk.accept_donation(interaction)
            else:
                await self._at_table(interaction, press)

    async def _at_table(self, interaction: BotInteraction, press: Press) -> None:
        table = self.desk.house.find(press.table_id)
        if table is None or table.channel_id != interaction.channel_id:
            raise Sorry(sentences.TABLE_GONE)
        if interaction.type is discord.InteractionType.modal_submit:
            await self._bet_from_modal(interaction, table, press)
        elif press.verb == "other":
            await interaction.response.send_modal(_amount_modal(table, press))
        else:
            await table.submit(_command(interaction.user.id, press), interaction)

    async def _bet_from_modal(
        self, interaction: BotInteraction, table: Table, press: Press
    ) -> None:
        amount = _modal_value(interaction)
        round_number = press.round_number
        user_id = interaction.user.id
        await self.desk.bet(table, user_id, amount, round_number=round_number, via=interaction)


def _command(user_id: int, press: Press) -> Command:
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
        case verb if verb in _MOVES:
            return Play(
                user_id=user_id, move=_MOVES[verb], counters=press.counters, round_number=number
            )
        case _:
            raise Sorry(sentences.UNKNOWN_BUTTON)


def _amount_modal(table: Table, press: Press) -> ui.Modal:
    """Asks for an amount; it is not stored, the router knows it by its custom id."""
    modal = ui.Modal(title="Place your bet", custom_id=press.custom_id())
    modal.add_item(
        ui.Label(
            text="Amount",
            description=f"Bets are {limits(table.view.rules)}.",
            component=ui.TextInput(
                custom_id=AMOUNT, placeholder="250, 12.50, $1,000, 1k, half or all", max_length=20
            ),
        )
    )
    modal.stop()
    return modal


def _modal_value(interaction: BotInteraction) -> str:
    """What was written into the modal's text input; empty where the payload has none."""
    for row in _data(interaction).get("components", ()):
        inner = row.get("component", {})
        if inner.get("custom_id") == AMOUNT:
            return str(inner.get("value", ""))
    return ""


def _data(interaction: BotInteraction) -> Mapping[str, Any]:
    """The payload of a click or modal, as Discord sent it."""
    return cast("Mapping[str, Any]", interaction.data or {})
