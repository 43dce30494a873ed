"""All that shows the tables in their channels."""

from collections.abc import Sequence

from cogs.gateway.wire import Wire
from cogs.messages.deletions import Deletions
from cogs.messages.hints import Hints
from cogs.messages.honour_lines import HonourLines
from cogs.messages.pending import Pace
from cogs.messages.reminders import Reminders
from cogs.messages.renderer import Renderer, Shares
from cogs.messages.screens import Screens
from cogs.pictures.emojis import CardEmojis
from cogs.threads.threads import Threads
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.live.house import House
from engine.live.table import Table
from engine.table.view import TableView


class Display:
    """The audience of the tables: their boards, the reminders, the hints, and the messages to be deleted."""

    def __init__(
        self,
        wire: Wire,
        house: House,
        bank: Bank,
        *,
        clock: Clock,
        emojis: CardEmojis,
        pace: Pace,
        reminder_seconds: float,
        shares: Shares,
    ) -> None:
        self.honours = HonourLines(bank, clock)
        self.renderer = Renderer(
            emojis,
            house.settings_of,
            clock.shown,
            self.honours.of,
            self.honours.recall,
            bank,
            self.honours.found,
            shares,
        )
        self.deletions = Deletions(wire, bank, clock)
        self.threads = Threads(wire)
        self.screens = Screens(wire, pace, self.renderer, self.deletions, self.threads)
        self.hints = Hints(wire)
        self.reminders = Reminders(
            wire,
            clock=clock,
            seconds=reminder_seconds,
            renderer=self.renderer,
            screens=self.screens,
            deletions=self.deletions,
        )

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Show new views of a table, start or call off its reminders, and take hints away."""
        self.honours.look(table, frames[-1], self.screens)
        self.screens.show(table, frames, via)
        self.reminders.show(table, frames, via)
        self.hints.show(table, frames, via)

    def show_in_turn(self, resumed: Sequence[tuple[Table, tuple[TableView, ...]]]) -> None:
        """Show the tables that were open, and those that say goodbye, few at a time; start all reminders."""
        self.screens.show_in_turn(resumed)
        for table, frames in resumed:
            self.reminders.show(table, frames, None)

    async def leave(self) -> None:
        """Show nothing more, and remind nobody: another process plays the tables."""
        self.reminders.leave()
        self.hints.leave()
        await self.screens.leave()

    async def finish(self) -> None:
        """Wait until everything is shown or can't be."""
        await self.reminders.finish()
        await self.hints.finish()
        await self.screens.finish()
        if self.honours.at_work:
            await self.honours.finish()
            await self.screens.finish()
        await self.threads.finish()
