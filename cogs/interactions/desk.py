"""The services that commands and buttons share."""

import logging
from collections.abc import Awaitable, Callable

from cogs.discord_link.late_answers import LateAnswers
from cogs.discord_link.payloads import InteractionGauges
from cogs.discord_link.request_errors import in_one_line
from cogs.interactions.admission import Crowded, Crowding
from cogs.interactions.answering import Answering
from cogs.interactions.context import Context
from cogs.language import Language, language_in
from cogs.language.error_sentences import Sorry
from cogs.messages.display import Display
from cogs.pages.cards import Pictures
from cogs.pages.modals import amount_modal
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.live.open_tables import House
from engine.live.table import Table
from engine.rules.refusals import Refused
from engine.table.channel_settings import Coaching
from engine.table.commands import Command, KeepOpen, PlaceBet
from engine.table.view import TableView
from engine.values.bank import DonorRefuses, StorageTrouble
from engine.values.money import LITTLE, Wallet
from engine.values.played import SavedRound

log = logging.getLogger(__name__)

Farewell = Callable[[Table, TableView, Context], Awaitable[None]]
"""The view is after the player has left."""


class Desk:
    """Tables, bets, languages and card pictures for commands and buttons."""

    def __init__(
        self,
        house: House,
        bank: Bank,
        display: Display,
        clock: Clock,
        age: Callable[[int], float],
        gauges: InteractionGauges,
    ) -> None:
        """Initialise; `age` returns a Discord id's age in seconds."""
        self._crowding = Crowding(clock)
        self._late = LateAnswers(clock)
        self.house = house
        self.bank = bank
        self.display = display
        self.clock = clock
        self.answering = Answering(house, bank, display, self._late, clock.now, age, gauges)

    async def finish(self) -> None:
        await self.answering.finish()
        await self._late.finish()

    def table_of(self, ctx: Context) -> Table:
        """Return the channel's open table. Raises `Sorry` if there is none."""
        table = self.house.in_channel(ctx.channel_id)
        if table is None:
            broken = self.house.is_broken(ctx.channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-no-table")
        return table

    def table_here(self, ctx: Context, table_id: int) -> Table:
        """Return the open table that a button names.

        Raises `Sorry` if it has closed or is in another channel: a client can forge a button. For
        another server's table the error reveals nothing.
        """
        table = self.house.find(table_id)
        if table is None:
            broken = self.house.is_broken(ctx.channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-table-gone")
        guild_id, channel_id = table.guild_id, table.channel_id
        if guild_id != ctx.guild_id:
            raise Sorry("sorry-unknown-button")
        if channel_id != ctx.channel_id:
            link = self.display.screen_of(table).position.jump_url
            raise Sorry("sorry-table-elsewhere", link=link)
        return table

    async def click(self, ctx: Context, table_id: int, command: Command) -> TableView:
        return await self.submit(self.table_here(ctx, table_id), command, ctx, shows=True)

    async def submit(
        self, table: Table, command: Command, ctx: Context, *, shows: bool = False
    ) -> TableView:
        """Send a command to a table; return the table's new state.

        If `shows`, the redrawn board is the answer. Raises `Refused`, and `Crowded` under overload.
        """
        interaction, origin = ctx.interaction, f"interaction {ctx.interaction.id}"
        self._crowding.enter(ctx)
        self.display.screen_of(table).position.look_below(interaction)
        try:
            answered = interaction if shows else None
            name = ctx.display_name
            return await table.submit(command, answered, origin=origin, display_name=name)
        finally:
            self._crowding.leave(ctx)

    async def bet(
        self,
        table: Table,
        amount: str,
        ctx: Context,
        *,
        round_number: int | None = None,
        shows: bool = False,
    ) -> TableView:
        """Place a typed bet. Raises `Refused`, and `NotAnAmount` for other text."""
        cents = ctx.lang.money.read(amount, balance=await self.funds(table, ctx.user_id))
        command = PlaceBet(user_id=ctx.user_id, cents=cents, round_number=round_number)
        return await self.submit(table, command, ctx, shows=shows)

    async def keep_open(self, ctx: Context) -> None:
        """Extend a lone player's betting time while they read a page."""
        table, command = self.house.in_channel(ctx.channel_id), KeepOpen(user_id=ctx.user_id)
        if table is not None and table.refusal(command) is None:
            try:
                await self.submit(table, command, ctx)
            except (Refused, Crowded, StorageTrouble) as error:
                lines = ctx.about(log, table=table.table_id, round=table.view.round_number)
                lines.info("the table did not extend the betting time (%s)", in_one_line(error))

    async def ask_amount(self, table: Table, ctx: Context) -> None:
        funds = await self.funds(table, ctx.user_id)
        await ctx.ask(amount_modal(table.view, ctx.user_id, ctx.press, ctx.lang, funds))

    async def donated(self, ctx: Context) -> Wallet:
        """Give a broke user free play money; return their wallet. Raises `Sorry` if not broke."""
        try:
            return await self.bank.donate(ctx.user_id)
        except DonorRefuses:
            raise Sorry("sorry-donor-refuses", amount=ctx.lang.money.write(LITTLE)) from None

    def reviews(self, saved: SavedRound) -> bool:
        """Return True if the coach, who reviews rounds, is on in this round's channel."""
        where = saved.parent_id or saved.channel_id
        return self.house.settings_of(where).coach is not Coaching.OFF

    def pictures(self, ctx: Context) -> Pictures:
        wanted = self.house.settings_of(ctx.channel_id).card_pictures
        return self.display.emojis.pictures_if(wanted)

    def public_language(self, ctx: Context, channel_id: int) -> Language:
        return language_in(self.house.settings_of(channel_id), ctx.public_locale)

    async def funds(self, table: Table, user_id: int) -> int:
        """Return the most that a user could bet at the table, in cents."""
        wallet = await self.bank.wallet(user_id)
        return table.view.funds(user_id, wallet.balance)
