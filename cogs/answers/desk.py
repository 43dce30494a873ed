"""What every callback does: ask the house, and say why not in one sentence that only the asker sees."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import ui

from cogs.answers.refused import note_refusal
from cogs.answers.said_once import Courtesy
from cogs.language import Language, language_of
from cogs.language.sentences import sentence
from cogs.language.wallet_text import LAST_ROUNDS, balance_of, my_balance
from cogs.network.errors import ANSWERED, TROUBLE, code_of, in_one_line
from cogs.network.log_words import where
from cogs.network.tries import acknowledge, answer
from cogs.table.buttons import Press
from cogs.table.screen import Screen
from cogs.table.screens import Screens
from engine.house import House
from engine.money import NotAnAmount, dollars, parse_amount
from engine.rules import Refusal, Refused, Why
from engine.saved import GIFT, DonorRefuses, OutcomeUnknown, PublicBank
from engine.table import Command, PlaceBet, Table, TableView

log = logging.getLogger(__name__)

BotInteraction = discord.Interaction[discord.Client]

PATIENCE = 5.0
"""Seconds that `Desk.finish` waits at most."""

DONOR_PRESS = Press(table_id=0, round_number=0, verb="donor")


class Desk:
    """Serves the commands and buttons: bets, money, and everything that goes wrong."""

    def __init__(self, house: House, wallets: PublicBank, screens: Screens) -> None:
        self.house = house
        self.wallets = wallets
        self.screens = screens
        self._courtesy = Courtesy()
        self._answers: set[asyncio.Task[Any] | None] = set()
        """The tasks in which somebody is being answered."""

    def table_of(self, interaction: BotInteraction) -> Table:
        """The open table in the channel of this interaction. Raises `Sorry`."""
        channel_id = channel_of(interaction)
        table = self.house.in_channel(channel_id)
        if table is None:
            broken = self.house.is_broken(channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-no-table")
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
        cents = parse_amount(amount, balance=await self.funds(table, user_id))
        command = PlaceBet(user_id=user_id, cents=cents, round_number=round_number)
        return await self.submit(table, command, interaction, shows=shows)

    @asynccontextmanager
    async def answering(self, interaction: BotInteraction) -> AsyncIterator[None]:
        """Whatever goes wrong inside, the asker gets one friendly sentence, and the log gets the cause."""
        lang, task = language_of(interaction.locale), asyncio.current_task()
        self._answers.add(task)
        try:
            async with self._board_first(interaction):
                yield
        except Sorry as sorry:
            note_refusal(interaction, sorry.key)
            await say(interaction, lang(sorry.key, **sorry.values))
        except NotAnAmount:
            note_refusal(interaction, "NOT_AN_AMOUNT")
            await say(interaction, lang("sorry-not-an-amount"))
        except Refused as refused:
            note_refusal(interaction, refused.refusal.why.name)
            await self._refuse(interaction, lang, refused.refusal)
        except TROUBLE as error:
            log.info("%s could not be answered: %s", where(interaction), in_one_line(error))
        except OutcomeUnknown:
            log.exception("%s may have failed", where(interaction))
            await say(interaction, lang("sorry-in-doubt"))
        except Exception:
            log.exception("%s failed", where(interaction))
            await say(interaction, lang("sorry-our-fault"))
        finally:
            if (screen := self._shut_out(interaction)) is not None:
                screen.bring_back(interaction)
            self._answers.discard(task)

    @asynccontextmanager
    async def _board_first(self, interaction: BotInteraction) -> AsyncIterator[None]:
        """Where the channel is closed to the bot, a click that fails is answered with the board; the reason follows."""
        try:
            yield
        except Exception:
            screen = self._shut_out(interaction)
            if screen is not None and screen.is_under(interaction):
                await screen.answer_with_board(interaction)
            raise

    def _shut_out(self, interaction: BotInteraction) -> Screen | None:
        """The screen of the table in this channel, if the channel keeps it from being shown."""
        table = self.house.in_channel(interaction.channel_id or 0)
        screen = None if table is None else self.screens.of(table)
        return screen if screen is not None and screen.shut_out else None

    async def finish(self) -> None:
        """Return when everybody who waits for an answer has it, or when patience is at an end."""
        if waiting := [task for task in self._answers if task is not None]:
            await asyncio.wait(waiting, timeout=PATIENCE)

    async def _refuse(self, interaction: BotInteraction, lang: Language, refusal: Refusal) -> None:
        if refusal.why is Why.BET_NOT_PAYABLE and await self._is_broke(interaction.user.id):
            offer = lang("sorry-broke", amount=dollars(GIFT))
            await say(interaction, offer, view=donors_offer(lang))
        elif self._courtesy.has_said(interaction, refusal.why):
            await acknowledge(interaction)
        else:
            await say(interaction, sentence(lang, refusal))

    async def _is_broke(self, user_id: int) -> bool:
        """Whether the donor would help. When the bank can't tell, the plain refusal still gets through."""
        try:
            return (await self.wallets.wallet(user_id)).is_broke
        except Exception:
            log.exception("the wallet of user %d could not be read", user_id)
            return False

    async def funds(self, table: Table, user_id: int) -> int:
        """What a user could bet at this table, in cents."""
        wallet = await self.wallets.wallet(user_id)
        return table.view.funds(user_id, wallet.balance)

    async def tell_balance(self, interaction: BotInteraction, user_id: int) -> None:
        """Tell the asker alone what somebody has; of himself he hears more, and if he is broke the donor's offer."""
        lang = language_of(interaction.locale)
        if user_id != interaction.user.id:
            known = await self.wallets.known_wallet(user_id)
            await say(interaction, balance_of(lang, user_id, known))
            return
        wallet = await self.wallets.wallet(user_id)
        last = await self.wallets.history(user_id, 0, LAST_ROUNDS)
        offer = donors_offer(lang) if wallet.is_broke else None
        await say(interaction, my_balance(lang, wallet, last.rounds), view=offer)

    async def accept_donation(self, interaction: BotInteraction) -> None:
        """The player takes the donor's offer; the message that offered it becomes the answer. Raises `Sorry`."""
        try:
            wallet = await self.wallets.donate(interaction.user.id)
        except DonorRefuses:
            raise Sorry("sorry-donor-refuses") from None
        text = language_of(interaction.locale)("donor-gave", balance=dollars(wallet.balance))
        await answer(interaction.response.edit_message, content=text, view=None)


class Sorry(Exception):
    """Something can't be done; `key` and `values` make the sentence for the player."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


def channel_of(interaction: BotInteraction) -> int:
    """The id of the channel of this interaction. Raises `Sorry` where Discord names none, or one of an unknown kind."""
    if interaction.channel_id is None:
        raise Sorry("sorry-no-channel")
    return interaction.channel_id


def guild_of(interaction: BotInteraction) -> int:
    """The id of the server of this interaction. Raises `Sorry` where it comes from no server."""
    if interaction.guild_id is None:
        raise Sorry("sorry-no-channel")
    return interaction.guild_id


async def say(interaction: BotInteraction, text: str, *, view: ui.View | None = None) -> None:
    """Tell the asker alone. A failure is a line in the log: there is nobody else to tell."""
    shown = discord.utils.MISSING if view is None else view
    response, followup = interaction.response, interaction.followup
    try:
        if response.is_done():
            await followup.send(text, ephemeral=True, view=shown)
        else:
            await _say_first(interaction, text, shown)
    except TROUBLE as error:
        log.info("%s: the answer did not get through: %s", where(interaction), in_one_line(error))


async def _say_first(interaction: BotInteraction, text: str, view: ui.View) -> None:
    try:
        await answer(interaction.response.send_message, text, ephemeral=True, view=view)
    except discord.HTTPException as error:
        if code_of(error) != ANSWERED:
            raise
        # A try before was taken, although it failed; or the board was the answer, which nobody could know.
        await interaction.followup.send(text, ephemeral=True, view=view)


def donors_offer(lang: Language) -> ui.View:
    """The button with which a broke player accepts the donor's offer."""
    view = ui.View(timeout=None)
    view.add_item(
        ui.Button(
            label=lang("button-donor", amount=dollars(GIFT)),
            style=discord.ButtonStyle.success,
            custom_id=DONOR_PRESS.custom_id(),
        )
    )
    view.stop()
    return view
