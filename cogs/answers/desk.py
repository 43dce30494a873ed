"""What the commands and buttons ask of the tables."""

from cogs.answers.answering import Answering
from cogs.answers.context import Context
from cogs.language.sentences import Sorry
from cogs.messages.screens import Screens
from cogs.monitoring.gauges import Gauges
from cogs.network.crowding import Crowding
from engine.house import House
from engine.live import Table
from engine.saved import PublicBank
from engine.table import Command, PlaceBet, TableView


class Desk:
    """Serves the commands and buttons; all of them work inside `answering`."""

    def __init__(
        self,
        house: House,
        bank: PublicBank,
        screens: Screens,
        crowding: Crowding,
        gauges: Gauges,
    ) -> None:
        self._crowding = crowding
        self.house = house
        self.bank = bank
        self.screens = screens
        self.answering = Answering(house, bank, screens, gauges)

    async def finish(self) -> None:
        """Wait until everybody has their answer, or can't get one any more."""
        await self.answering.finish()
        await self._crowding.finish()

    def table_of(self, ctx: Context) -> Table:
        """The open table in the channel of this interaction. Raises `Sorry`."""
        table = self.house.in_channel(ctx.channel_id)
        if table is None:
            broken = self.house.is_broken(ctx.channel_id)
            raise Sorry("sorry-table-broken" if broken else "sorry-no-table")
        return table

    async def submit(
        self, table: Table, command: Command, ctx: Context, *, shows: bool = False
    ) -> TableView:
        """The table after a command; the board is the answer where the interaction `shows` it.

        Raises `Refused`, and `Crowded` where too many wait.
        """
        origin, via = f"interaction {ctx.interaction.id}", ctx.interaction if shows else None
        self._crowding.enter(ctx.interaction, is_click=shows)
        try:
            return await table.submit(command, via, origin=origin)
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
        """Place the bet that a player wrote. Raises `Refused`, `NotAnAmount`."""
        cents = ctx.lang.money.read(amount, balance=await self.funds(table, ctx.user_id))
        command = PlaceBet(user_id=ctx.user_id, cents=cents, round_number=round_number)
        return await self.submit(table, command, ctx, shows=shows)

    def redraw(self, table: Table) -> None:
        """Draw a table's board anew, as it is now."""
        self.screens.show(table, (table.view,), None)

    async def funds(self, table: Table, user_id: int) -> int:
        """What a user could bet at this table, in cents."""
        wallet = await self.bank.wallet(user_id)
        return table.view.funds(user_id, wallet.balance)
