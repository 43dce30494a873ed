"""What every callback does: ask the house, and say why not in one sentence that only the asker sees."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import discord
from discord import ui

from cogs import sentences
from cogs.buttons import Press
from cogs.screen import Screens
from cogs.trouble import TROUBLE
from engine.change import DonorRefuses, Wallet
from engine.commands import Command, PlaceBet
from engine.house import House
from engine.money import NotAnAmount, dollars, parse_amount
from engine.refusals import Refusal, Refused, Why
from engine.rules import MalformedRules
from engine.table import Table
from engine.view import TableView

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]

DONOR_PRESS = Press(table_id=0, round_number=0, verb="donor")


class Wallets(Protocol):
    """What the desk needs of the bank."""

    async def wallet(self, user_id: int) -> Wallet:
        """What a user has."""

    async def donate(self, user_id: int) -> Wallet:
        """The donor helps. Raises `DonorRefuses`."""


class Desk:
    """Serves the commands and buttons: bets, money, and everything that goes wrong."""

    def __init__(self, house: House, wallets: Wallets, screens: Screens) -> None:
        self.house = house
        self.wallets = wallets
        self.screens = screens

    def table_of(self, interaction: BotInteraction) -> Table:
        """The open table in the channel of this interaction. Raises `Sorry`."""
        channel_id = interaction.channel_id or 0
        table = self.house.in_channel(channel_id)
        if table is None:
            broken = self.house.is_broken(channel_id)
            raise Sorry(sentences.TABLE_BROKEN if broken else sentences.NO_TABLE)
        return table

    async def submit(
        self, table: Table, command: Command, interaction: BotInteraction, *, shows: bool = False
    ) -> TableView:
        """The table after a command; the board is the answer where the interaction `shows` it. Raises `Refused`."""
        via = interaction if shows else None
        return await table.submit(command, via, origin=f"interaction {interaction.id}")

    async def bet(
        self,
        table: Table,
        amount: str,
        interaction: BotInteraction,
        *,
        round_number: int | None = None,
        shows: bool = False,
    ) -> TableView:
        """Place the bet that a player wrote. Raises `Refused`, `NotAnAmount`."""
        user_id = interaction.user.id
        wallet = await self.wallets.wallet(user_id)
        funds = table.view.funds(user_id, wallet.balance)
        cents = parse_amount(amount, balance=funds)
        command = PlaceBet(user_id=user_id, cents=cents, round_number=round_number)
        return await self.submit(table, command, interaction, shows=shows)

    @asynccontextmanager
    async def answering(self, interaction: BotInteraction) -> AsyncIterator[None]:
        """Whatever goes wrong inside, the asker gets one friendly sentence, and the log gets the cause."""
        try:
            yield
        except Sorry as sorry:
            await say(interaction, str(sorry))
        except NotAnAmount:
            await say(interaction, sentences.NOT_AN_AMOUNT)
        except MalformedRules as error:
            await say(interaction, str(error))
        except Refused as refused:
            await self._refuse(interaction, refused.refusal)
        except TROUBLE as error:
            log.info("an interaction could not be answered: %s", error)
        except Exception:
            log.exception("interaction %d failed", interaction.id)
            await say(interaction, sentences.OUR_FAULT)

    async def _refuse(self, interaction: BotInteraction, refusal: Refusal) -> None:
        if refusal.why is Why.BET_NOT_PAYABLE and await self._is_broke(interaction.user.id):
            await say(interaction, sentences.BROKE, view=donors_offer())
        else:
            await say(interaction, sentences.sentence(refusal))

    async def _is_broke(self, user_id: int) -> bool:
        """Whether the donor would help. When the bank can't tell, the plain refusal still gets through."""
        try:
            return (await self.wallets.wallet(user_id)).is_broke
        except Exception:
            log.exception("the wallet of user %d could not be read", user_id)
            return False

    async def accept_donation(self, interaction: BotInteraction) -> None:
        """The player takes the donor's offer; the message that offered it becomes the answer. Raises `Sorry`."""
        try:
            wallet = await self.wallets.donate(interaction.user.id)
        except DonorRefuses:
            raise Sorry(sentences.DONOR_REFUSES) from None
        text = f"The donor smiles and disappears. You have {dollars(wallet.balance)} now."
        await interaction.response.edit_message(content=text, view=None)


class Sorry(Exception):
    """Something can't be done; the message is the sentence for the player."""


async def say(interaction: BotInteraction, text: str, *, view: ui.View | None = None) -> None:
    """Tell the asker alone. A failure is a line in the log: there is nobody else to tell."""
    send = (
        interaction.followup.send
        if interaction.response.is_done()
        else interaction.response.send_message
    )
    try:
        await send(text, ephemeral=True, view=view if view is not None else discord.utils.MISSING)
    except TROUBLE as error:
        log.info("an answer did not get through: %s", error)


def donors_offer() -> ui.View:
    """The button with which a broke player accepts the donor's offer."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Button(
            label="Accept $10,000.00",
            style=discord.ButtonStyle.success,
            custom_id=DONOR_PRESS.custom_id(),
        )
    )
    view.stop()
    return view
