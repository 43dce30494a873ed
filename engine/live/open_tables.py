"""All open tables, and the settings of their channels."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from cachetools import LRUCache

from engine.fairness.sealing import NONE_BEFORE
from engine.live.log_lines import About, about
from engine.live.table import Table, TableContext
from engine.records.shoes import transcript_digest
from engine.rules.options import Options
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.all_settings import AllSettings, whole_server
from engine.table.channel_settings import ChannelSettings, Seconds
from engine.table.command_handler import handle
from engine.table.commands import BreakOff, CloseTable, Command, LeaveTable
from engine.table.resuming import CannotResume, as_it_ended, closed, placeholder, restored, resume
from engine.table.state import (
    Stage,
    TableState,
    first_shoe,
    numbered,
    open_table,
    to_save,
)
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.money import Balances
from engine.values.rounds import EndedRound
from engine.values.tables import DisplayName, Names, OpenTable, SavedSettings, SavedTable

if TYPE_CHECKING:
    from engine.bank.bank import Bank

log = logging.getLogger(__name__)

HOMES = 50_000
"""The number of cached parents of channels; finding one is slow for a bot in many servers."""


class House:
    """The open tables of this process, at most one per Discord channel, and their channels' settings."""

    def __init__(
        self,
        bank: "Bank",
        context: TableContext,
        home_of: Callable[[int], int | None] = lambda _: None,
        guild_of: Callable[[int], int | None] = lambda _: None,
    ) -> None:
        """Start without tables.

        `home_of` returns a thread's parent channel, or the channel itself; `guild_of` a channel's server.
        """
        self._bank = bank
        self._context = context
        self._home_of = home_of
        self._by_id: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._broken: dict[int, Table | SavedTable] = {}
        """Tables that could not be resumed or no longer fit the saved data, by channel."""
        self.settings = AllSettings(guild_of)
        self._homes = LRUCache[int, int](HOMES)
        """Cache: the channel whose settings apply, by channel or thread."""
        self._one_admin = asyncio.Lock()
        """Keeps admins from undoing each other's changes, as settings are saved as a whole."""
        self._stopping = False

    def __len__(self) -> int:
        return len(self._by_id)

    @property
    def ai_players(self) -> int:
        return sum(table.ai_players for table in self._by_id.values())

    def find(self, table_id: int) -> Table | None:
        return self._by_id.get(table_id)

    def in_channel(self, channel_id: int) -> Table | None:
        return self._by_channel.get(channel_id)

    def settings_of(self, channel_id: int) -> ChannelSettings:
        return self.settings.in_effect(self.settings_channel(channel_id))

    def settings_channel(self, channel_id: int) -> int:
        """Return the channel whose settings apply: for a thread, its parent."""
        if channel_id not in self._homes:
            table = self._by_channel.get(channel_id)
            parent_id = None if table is None else table.parent_id
            if (home := parent_id or self._home_of(channel_id)) is None:
                return channel_id
            self.note_home(channel_id, home)
        return self._homes[channel_id]

    def note_home(self, channel_id: int, home: int) -> None:
        """Remember a thread's parent channel, which `home_of` may not know."""
        self._homes[channel_id] = home

    def tables_set_by(self, channel_id: int) -> list[Table]:
        """Return the open tables to which the settings of a channel, or of a server as `whole_server`, apply."""
        where = self.settings_channel(channel_id)
        return [
            table
            for table in self._by_id.values()
            if where in (self.settings_channel(table.channel_id), whole_server(table.guild_id))
        ]

    def opened_by(self, user_id: int, channel_id: int) -> Table | None:
        """Return the oldest table in a channel or its threads that this user opened and still sits at, or None."""
        tables = self.tables_set_by(channel_id)
        return next((table for table in tables if table.opener == user_id), None)

    async def change_settings(
        self,
        guild_id: int,
        channel_id: int,
        changes: Mapping[str, str | None],
        admin_id: int,
        display_name: DisplayName | None = None,
    ) -> None:
        """Save and apply settings of a channel, or of a server as `whole_server`; None resets a setting.

        Open tables keep their rules and running deadlines. Raises `Refused`, `NotAnAmount`, and `NotInChannel`.
        """
        scope = self.settings_channel(channel_id)
        async with self._one_admin:
            texts = self.settings.changed(guild_id, scope, changes)
            # Shielded: saved settings must be applied even if the admin's command is cancelled.
            await asyncio.shield(
                self._save_and_apply(guild_id, scope, texts, admin_id, display_name)
            )

    async def _save_and_apply(
        self,
        guild_id: int,
        scope: int,
        texts: Mapping[str, str],
        admin_id: int,
        display_name: DisplayName | None,
    ) -> None:
        saved = SavedSettings(guild_id=guild_id, channel_id=scope, texts=texts)
        await self._bank.change_settings(saved, admin_id, display_name)
        self.settings.put(guild_id, scope, texts)
        text = ", ".join(f"{name} {text}" for name, text in texts.items()) or "the defaults"
        lines = _about_scope(guild_id, scope, user=admin_id)
        lines.info("user %d has set %s", admin_id, text)

    async def open(
        self,
        rules: Rules,
        options: Options | None = None,
        *,
        channel_id: int,
        guild_id: int,
        opener: int,
        display_name: DisplayName | None = None,
        locale: str = "",
        parent_id: int | None = None,
    ) -> Table:
        """Open a table within the channel's settings, with the opener in the first seat.

        `parent_id` is the channel of a thread made for the table. Raises `ChannelTaken`, and `Refused` for rules that
        the channel does not allow and while stopping.
        """
        if self._stopping:
            raise Refused(Refusal(why=Why.HOUSE_CLOSING))
        home = parent_id or channel_id
        self.settings.note(home, guild_id)
        settings = self.settings_of(home)
        rules = settings.rules_for(rules, options)
        wallet = await self._bank.wallet(opener)
        seed = self._context.random_bytes()
        before = await self._last_transcript(guild_id, channel_id)
        state = open_table(
            rules,
            channel_id=channel_id,
            guild_id=guild_id,
            opener=opener,
            now=self._context.clock.now(),
            seconds=settings.seconds(self._context.seconds),
            seed=seed,
            locale=locale,
            parent_id=parent_id,
        )
        number = await self._bank.open_table(
            to_save(state).dated(self._context.clock.shown),
            partial(first_shoe, rules, seed=seed, before=before),
            display_name,
        )
        state = numbered(state, number, before)
        lines = about(log, state, user=opener)
        lines.info("user %d opened the table (rules %s)", opener, rules.key)
        names = {} if display_name is None else {opener: display_name.here}
        table = self._add(self._table(state, {opener: wallet.balance}, names))
        if settings.company:
            table.load_ai_players()
        return table

    async def _last_transcript(self, guild_id: int, channel_id: int) -> bytes:
        last = await self._bank.last_shoe(channel_id)
        if last is None or last[0].end is None:  # in use, so opening a table will fail
            return NONE_BEFORE
        try:
            return transcript_digest(*last)
        except ValueError as error:
            lines = _about_scope(guild_id, channel_id)
            lines.warning("the table begins a new chain of shoes (unreadable last shoe: %s)", error)
            return NONE_BEFORE

    async def resume(self) -> list[Table]:
        """Load and return the saved open tables, and closed ones whose farewell message is due.

        Tables that can't be resumed are logged and stay in the bank.
        """
        await self._load_settings()
        resumed = []
        for saved in await self._bank.owed_farewells():
            try:
                resumed.append(self._table_of_before(closed(saved), saved, {}))
            except CannotResume as error:
                about(log, saved.table).error("the bot can't announce the table's end (%s)", error)
        tables = await self._bank.open_tables()
        if rolled_back := [saved for saved in tables if saved.rolled_back]:
            for saved in rolled_back:
                await self._break_off(saved)
            tables = await self._bank.open_tables()
        balances = await self._bank.seated_balances()
        for saved in tables:
            try:
                resumed.append(self._resume_one(saved, balances))
            except CannotResume as error:
                text = "the bot can't resume the table, /house close there returns its stakes (%s)"
                about(log, saved.table).error(text, error)
                self._broken[saved.table.channel_id] = saved.table
        return resumed

    async def _break_off(self, saved: OpenTable) -> None:
        """Void the round and replace the shoe: a restored backup may lack rounds that showed its next cards."""
        context = self._context
        try:
            state = restored(saved)
        except CannotResume:
            return  # no cards are dealt from it; `resume` logs the error
        now, seconds = context.clock.now(), self._seconds_of(saved.table)
        resumed = resume(state, now=now, seconds=seconds)
        accepted = handle(
            resumed, BreakOff(), now=now, seconds=seconds, random_bytes=context.random_bytes
        )
        if accepted is not None:
            await self._bank.commit(accepted.change.dated(context.clock.shown))
            about(log, state).info("the table replaced its shoe (a backup was restored)")

    def _seconds_of(self, table: SavedTable) -> Seconds:
        home = table.parent_id or table.channel_id
        self.settings.note(home, table.guild_id)
        return self.settings_of(home).seconds(self._context.seconds)

    def is_broken(self, channel_id: int) -> bool:
        return channel_id in self._broken

    async def close_broken(
        self, channel_id: int, admin_id: int, display_name: DisplayName | None = None
    ) -> None:
        """Close a channel's table that can't be played on, and return its stakes. Raises `KeyError` without one."""
        table = self._broken[channel_id]
        await self._bank.close_table(table.table_id, admin_id, display_name)
        self._broken.pop(channel_id, None)
        lines = about(log, table, user=admin_id)
        lines.info("user %d closed the broken table", admin_id)

    async def close_guild(self, guild_id: int, by: int) -> None:
        """Close a server's tables, return their stakes, and delete its settings; `by` is the id of the closing user."""
        for table in [one for one in self._by_id.values() if one.guild_id == guild_id]:
            await _submit_unless(table, CloseTable(admin_id=by), Why.TABLE_CLOSED)
        for channel_id, broken in list(self._broken.items()):
            if broken.guild_id == guild_id and self.is_broken(channel_id):
                await self.close_broken(channel_id, by)
        for scope in await self._bank.drop_settings(guild_id):
            self.settings.drop(scope)

    async def unseat(self, user_id: int) -> tuple[int, ...]:
        """Remove a user from all tables: undealt bets are returned, and hands in play stand.

        Return the channels in which the user stays seated until the round is settled.
        """
        for table in list(self._by_id.values()):
            if table.view.seat_of(user_id) is not None:
                leave = LeaveTable(user_id=user_id)
                await _submit_unless(table, leave, Why.NOT_SEATED, Why.TABLE_CLOSED)
        return tuple(
            table.channel_id
            for table in self._by_id.values()
            if table.view.seat_of(user_id) is not None
        )

    def forget(self, user_id: int) -> None:
        """Remove a user's name from the last round of every table."""
        for table in self._by_id.values():
            table.forget(user_id)

    async def _load_settings(self) -> None:
        for saved in await self._bank.channel_settings():
            try:
                self.settings.put(saved.guild_id, saved.channel_id, saved.texts)
            except ValueError as error:
                lines = _about_scope(saved.guild_id, saved.channel_id)
                lines.error("the bot opens no tables here (invalid settings: %s)", error)

    def _resume_one(self, saved: OpenTable, balances: Balances) -> Table:
        seconds = self._seconds_of(saved.table)
        state = resume(restored(saved), now=self._context.clock.now(), seconds=seconds)
        users = [seat.user_id for seat in state.seats]
        seated = {user: balances[user] for user in users if user in balances}
        about(log, state, state.round_number).info("the bot resumed the table")
        return self._add(self._table_of_before(state, saved, seated))

    async def stop(self) -> None:
        """Let every table finish its queued commands, and open no more. Tables stay open in the bank."""
        self._stopping = True
        for table in list(self._by_id.values()):
            await table.stop()

    async def leave(self) -> None:
        """Drop all tables silently, as another process has taken them over; `resume` reopens them."""
        tables = list(self._by_id.values())
        for known in (self._by_id, self._by_channel, self._broken, self.settings):
            known.clear()
        for table in tables:
            await table.stop(aloud=False)

    def _add(self, table: Table) -> Table:
        self._by_id[table.table_id] = table
        self._by_channel[table.channel_id] = table
        table.start()
        return table

    def _table(
        self, state: TableState, balances: Balances, names: Names, before: TableView | None = None
    ) -> Table:
        return Table(
            state,
            balances,
            self._context,
            names=names,
            before=before,
            settings=partial(self.settings_of, state.parent_id or state.channel_id),
            on_closed=self._remove,
        )

    def _table_of_before(self, state: TableState, saved: OpenTable, balances: Balances) -> Table:
        end = None if saved.ended is None else _end(state, saved.ended)
        if end is None or state.stage is not Stage.PLAYING:
            return self._table(state._replace(last=end), balances, saved.names)
        return self._table(state, balances, saved.names, view_of(end, {}, saved.names))

    def _remove(self, table: Table) -> None:
        self._by_id.pop(table.table_id, None)
        self._by_channel.pop(table.channel_id, None)
        if table.broken:
            self._broken[table.channel_id] = table


async def _submit_unless(table: Table, command: Command, *done: Why) -> None:
    """Submit a command, ignoring refusals for the reasons `done`, which say that it was done already."""
    try:
        await table.submit(command)
    except Refused as refused:
        if refused.refusal.why not in done:
            raise


def _end(state: TableState, ended: EndedRound) -> TableState:
    try:
        end = as_it_ended(state, ended)
    except CannotResume as error:
        about(log, state, ended.number).error("the bot can't show the last result (%s)", error)
        end = placeholder(state, ended.number)
    return end._replace(round_id=ended.round_id)


def _about_scope(guild_id: int, scope: int, user: int | None = None) -> About:
    if scope < 0:
        return About(log, f"server {guild_id}", guild=guild_id, user=user)
    return About(log, f"channel {scope}", guild=guild_id, channel=scope, user=user)
