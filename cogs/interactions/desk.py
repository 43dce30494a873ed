"""The services that commands and buttons share: tables, bets, panels, languages."""

import logging
from collections.abc import Awaitable, Callable

from cogs.discord_link.payloads import InteractionGauges, about
from cogs.discord_link.waiting_clicks import Age, Crowded, Crowding, LateAnswers
from cogs.interactions.answering import Answering
from cogs.interactions.context import Context
from cogs.interactions.donor import donated, donation_taken
from cogs.interactions.panels import Answerer
from cogs.language import Language, language_in
from cogs.language.sentences import Sorry
from cogs.messages.display import Display
from cogs.pages.cards import Pictures
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.live.open_tables import House
from engine.live.table import Table
from engine.rules.refusals import Refused
from engine.table.channel_settings import Coaching
from engine.table.commands import Command, KeepOpen, PlaceBet
from engine.table.view import TableView
from engine.values.bank import StorageTrouble
from engine.values.played import SavedRound

log = logging.getLogger(__name__)

Farewell = Callable[[Table, TableView, Context], Awaitable[None]]
"""Sends a private farewell to a player who has left a table; the view is the table's state afterwards."""


class Desk:
    """Shared services of the commands and buttons, which all run inside `answering`."""

    def __init__(
        self,
        house: House,
        bank: Bank,
        display: Display,
        clock: Clock,
        age: Age,
        gauges: InteractionGauges,
    ) -> None:
        self._crowding = Crowding(clock, age)
        self._late = LateAnswers(clock, age)
        self.house = house
        self.bank = bank
        self.display = display
        self.clock = clock
        self.panels: dict[str, Answerer] = {}
        """The answerer of each panel, by the panel's name."""
        self.answering = Answering(house, bank, display, self._late, gauges)

    async def finish(self) -> None:
        """Finish the running answers, or cancel them."""
        await self.answering.finish()
        await self._late.finish()

    def table_of(self, ctx: Context) -> Table:
        """Return the open table in the channel of this interaction. Raises `Sorry`."""
        table = self.house.in_channel(ctx.channel_id)
        if table is None:
            broken = self.house.is_broken(ctx.channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-no-table")
        return table

    def table_here(self, ctx: Context, table_id: int) -> Table:
        """Return the open table of a button. Raises `Sorry` if it has closed or is in another channel.

        A client can forge a button of another channel. In another server the error reveals nothing about the table.
        """
        table = self.house.find(table_id)
        if table is None:
            broken = self.house.is_broken(ctx.channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-table-gone")
        if table.guild_id != ctx.guild_id:
            raise Sorry("sorry-unknown-button")
        if table.channel_id != ctx.channel_id:
            link = self.display.screen_of(table).position.jump_url
            raise Sorry("sorry-table-elsewhere", link=link)
        return table

    async def submit(
        self, table: Table, command: Command, ctx: Context, *, shows: bool = False
    ) -> TableView:
        """Send a command to a table and return its new state. If `shows`, the board answers the interaction.

        Raises `Refused`, and `Crowded` if too many interactions are waiting.
        """
        origin, interaction = (
            f"interaction {ctx.interaction.id}",
            ctx.interaction if shows else None,
        )
        self._crowding.enter(ctx.interaction)
        self.display.screen_of(table).position.look_below(ctx.interaction)
        try:
            return await table.submit(
                command, interaction, origin=origin, display_name=ctx.display_name
            )
        finally:
            self._crowding.leave(ctx.interaction)

    async def bet(
        self,
        table: Table,
        amount: str,
        ctx: Context,
        *,
        round_number: int | None = None,
        shows: bool = False,
    ) -> TableView:
        """Place the bet that a player typed. Raises `Refused`, `NotAnAmount`."""
        cents = ctx.lang.money.read(amount, balance=await self.funds(table, ctx.user_id))
        command = PlaceBet(user_id=ctx.user_id, cents=cents, round_number=round_number)
        return await self.submit(table, command, ctx, shows=shows)

    async def keep_open(self, ctx: Context) -> None:
        """Extend the betting time for a lone player who is reading. A failure is logged."""
        table, command = self.house.in_channel(ctx.channel_id), KeepOpen(user_id=ctx.user_id)
        if table is not None and table.refusal(command) is None:
            try:
                await self.submit(table, command, ctx)
            except (Refused, Crowded, StorageTrouble) as error:
                about(log, ctx.interaction).info("the betting time is not extended (%r)", error)

    async def accept_donation(self, table: Table, ctx: Context) -> None:
        """Accept the donor's offer for the player and redraw the board. Raises `Sorry`."""
        wallet = await donated(ctx, self.bank)
        table.note_balance(ctx.user_id, wallet.balance)
        self.display.redraw(table)
        await ctx.say(donation_taken(ctx.lang, wallet))

    def reviews(self, saved: SavedRound) -> bool:
        """True if the coach is on where this round was played."""
        where = saved.parent_id or saved.channel_id
        return self.house.settings_of(where).coach is not Coaching.OFF

    def pictures(self, ctx: Context) -> Pictures:
        """The card pictures for this channel, or none if they are switched off there."""
        wanted = self.house.settings_of(ctx.channel_id).card_pictures
        return self.display.emojis.pictures_if(wanted)

    def public_language(self, ctx: Context, channel_id: int) -> Language:
        """The language of public messages in a channel: the channel's setting, or `ctx.public_locale`."""
        return language_in(self.house.settings_of(channel_id), ctx.public_locale)

    async def funds(self, table: Table, user_id: int) -> int:
        """The amount a user could bet at this table, in cents."""
        wallet = await self.bank.wallet(user_id)
        return table.view.funds(user_id, wallet.balance)
