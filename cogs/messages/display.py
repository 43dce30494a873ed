"""Shows all tables in their channels."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence, Set
from functools import partial

import discord
from discord.ext import commands

from cogs.discord_link import requests
from cogs.discord_link.wire import Wire
from cogs.messages.achievement_lines import AchievementLines
from cogs.messages.board.renderer import Renderer, Shares
from cogs.messages.board.screen import Screen
from cogs.messages.board.timing import Timing
from cogs.messages.card_emojis import CardEmojis
from cogs.messages.cleanup import Cleanup
from cogs.messages.hints import Hints
from cogs.messages.reminders import Reminders
from cogs.messages.threads import Threads
from engine.bank.bank import Bank
from engine.clock import Clock
from engine.live.table import Table
from engine.table.state import Stage
from engine.table.view import TableView

log = logging.getLogger(__name__)

AT_A_TIME = 5
"""About the rate that Discord allows after a start."""

TURN_SECONDS = 1.0
"""The longest time that a table delays the next one after a start."""


class Display:
    """Receives each new state of a table and updates its messages."""

    def __init__(
        self,
        wire: Wire,
        bank: Bank,
        *,
        clock: Clock,
        emojis: CardEmojis,
        timing: Timing,
        reminder_seconds: float,
        shares: Shares,
    ) -> None:
        self.emojis = emojis
        self.achievements = AchievementLines(
            bank, clock, lambda table: self.screen_of(table).settled(), self.redraw
        )
        renderer = Renderer(
            emojis=emojis,
            shown=clock.shown,
            bank=bank,
            achievements=self.achievements,
            shares=shares,
        )
        self.cleanup = Cleanup(wire, bank, clock)
        self.threads = Threads(wire)
        self.hints = Hints(wire)
        self.reminders = Reminders(
            wire=wire,
            clock=clock,
            seconds=reminder_seconds,
            screen_of=self.screen_of,
            cleanup=self.cleanup,
        )
        self._new_screen = partial(
            Screen,
            wire,
            timing=timing,
            renderer=renderer,
            cleanup=self.cleanup,
            threads=self.threads,
            at_rest=self._drop_if_over,
        )
        self.watchers: list[Callable[[Table, TableView], None]] = []
        self._screens: dict[Table, Screen] = {}
        """Not by id: a reloaded table has the same."""
        self._prepared: deque[Screen] = deque()
        """Waiting for their turn after a start."""
        self._showing: list[asyncio.Task[None]] = []

    def screen_of(self, table: Table) -> Screen:
        if table not in self._screens:
            self._screens[table] = self._new_screen(table)
        return self._screens[table]

    def show(self, table: Table, frames: tuple[TableView, ...], interaction: object) -> None:
        """Show a table's new views; `interaction` may have caused them."""
        newest, screen = frames[-1], self.screen_of(table)
        if newest.stage is not Stage.PLAYING:
            self.achievements.look(table, newest)
        screen.show(frames, interaction if isinstance(interaction, discord.Interaction) else None)
        self.reminders.look(table, newest)
        self.hints.look(table, newest)
        for look in self.watchers:
            look(table, newest)

    def redraw(self, table: Table) -> None:
        self.show(table, (table.view,), None)

    def show_in_turn(self, resumed: Sequence[Table]) -> None:
        """Show these tables after a restart, a few at a time; a table with new views is shown at once."""
        for table in resumed:
            screen = self.screen_of(table)
            screen.prepare()
            self._prepared.append(screen)
            self.reminders.look(table, table.view)
        self._showing = [
            asyncio.create_task(self._show_prepared(), name=f"boards {number}")
            for number in range(min(AT_A_TIME, len(self._prepared)))
        ]

    async def _show_prepared(self) -> None:
        while self._prepared:
            screen = self._prepared.popleft()
            screen.begin()
            if screen.task is not None:
                await asyncio.wait([screen.task], timeout=TURN_SECONDS)

    def _drop_if_over(self, screen: Screen) -> None:
        is_over = screen.table.view.stage is Stage.CLOSED and not screen.has_unshown
        if is_over and not screen.at_work:
            self._screens.pop(screen.table, None)

    def reopen(self, is_affected: Callable[[Table], bool]) -> None:
        """Show affected tables, whose channels may be open again."""
        for screen in list(self._screens.values()):
            if is_affected(screen.table):
                screen.reopen()

    def forget(self, guild_id: int) -> None:
        """Stop displaying closed tables in a server that has removed the bot."""
        for table in list(self._screens):
            if table.guild_id == guild_id and table.view.stage is Stage.CLOSED:
                del self._screens[table]

    async def leave(self) -> None:
        """Stop without finishing: this process no longer plays the tables."""
        self.reminders.leave()
        self.hints.leave()
        self.cleanup.leave()
        self._prepared.clear()
        screens, self._screens = self._screens, {}
        for screen in screens.values():
            screen.give_up()
        await asyncio.gather(*(screen.settled() for screen in screens.values()))

    async def finish(self) -> None:
        await self.reminders.errands.finish()
        await self.hints.errands.finish()
        await self._finish_screens()
        if self.achievements.errands:
            await self.achievements.errands.finish()
            await self._finish_screens()
        await self.cleanup.finish()
        await self.threads.errands.finish()

    def give_up(self) -> None:
        for one in (self.reminders, self.hints, self.achievements, self.threads):
            one.errands.give_up()
        for screen in self._at_work():
            screen.give_up()

    async def _finish_screens(self) -> None:
        while self._prepared:
            self._prepared.popleft().begin()
        try:
            async with asyncio.timeout(requests.STOP_SECONDS):
                while late := self._at_work():
                    await asyncio.gather(*(screen.finish() for screen in late))
        except TimeoutError:
            for screen in self._at_work():
                screen.position.about(log).warning("the stop left the board unfinished")
                screen.give_up()

    def _at_work(self) -> list[Screen]:
        return [screen for screen in self._screens.values() if screen.at_work]


class Reopening(commands.Cog):
    """Shows boards again when a closed channel or the bot's roles change.

    It checks no permissions first: the event that closed the channel may have been lost.
    """

    def __init__(self, display: Display) -> None:
        self.display = display

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Show boards again: permissions in the channel and its threads may have changed."""
        await self._reopen({after.id, *(thread.id for thread in getattr(after, "threads", ()))})

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Show a thread's board again if the thread is not archived."""
        if not payload.data.get("thread_metadata", {}).get("archived"):
            await self._reopen({payload.thread_id})

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        await self._reopen_all(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        if after == after.guild.me:
            await self._reopen_all(after.guild)

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def on_guild(self, guild: discord.Guild) -> None:
        """Show boards again: the bot was invited again, or an outage is over."""
        await self._reopen_all(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.display.forget(guild.id)

    async def _reopen(self, channels: Set[int]) -> None:
        self.display.reopen(lambda table: not channels.isdisjoint({table.channel_id, table.home}))
        await self.display.cleanup.reopen(channels.__contains__)

    async def _reopen_all(self, guild: discord.Guild) -> None:
        self.display.reopen(lambda table: table.guild_id == guild.id)
        await self.display.cleanup.reopen(lambda one: guild.get_channel_or_thread(one) is not None)
