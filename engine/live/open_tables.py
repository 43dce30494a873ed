"""All open tables: open, find, close, resume after a restart; and the settings of their channels."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial

from cachetools import LRUCache

from engine.fairness.sealing import NONE_BEFORE
from engine.live.log_lines import About, about
from engine.live.table import Surroundings, Table
from engine.records.shoes import transcript_digest
from engine.rules.options import Options
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings, KeptSettings, Seconds, whole_server
from engine.table.command_handler import handle
from engine.table.commands import BreakOff, CloseTable, Command, LeaveTable
from engine.table.resuming import CannotResume, as_it_ended, closed, restored, resume, untold
from engine.table.state import (
    Stage,
    TableState,
    first_shoe,
    numbered,
    open_table,
    saved,
    saved_seat,
)
from engine.table.view import TableView, view_of
from engine.values.bank import HouseBank
from engine.values.money import Balances
from engine.values.rounds import EndedRound
from engine.values.tables import Called, Names, OpenTable, SavedSettings, SavedTable

log = logging.getLogger(__name__)

HOMES = 50_000
"""Channels and threads whose home is remembered: to look for it takes long where there are many servers."""


class House:
    """Holds the open tables, at most one in each channel."""

    def __init__(
        self,
        bank: HouseBank,
        around: Surroundings,
        home_of: Callable[[int], int | None] = lambda _: None,
        guild_of: Callable[[int], int | None] = lambda _: None,
    ) -> None:
        """`home_of` returns the channel of a thread, or the channel itself, `guild_of` its guild; None while nobody
        knows."""
        self._bank = bank
        self._around = around
        self._home_of = home_of
        self._by_id: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._broken: dict[int, Table | SavedTable] = {}
        """The ids of tables that could not be resumed, or no longer fit what the bank has kept, by channel."""
        self.settings = KeptSettings(guild_of)
        """What admins have set, for channels and for whole servers."""
        self._homes = LRUCache[int, int](HOMES)
        """Of channels and threads that were asked for: the channel whose settings apply."""
        self._one_admin = asyncio.Lock()
        """Settings are read, changed and kept as a whole: two admins must not undo each other's changes."""
        self._stopping = False

    def __len__(self) -> int:
        return len(self._by_id)

    @property
    def company(self) -> int:
        """How many players of the house sit at open tables."""
        return sum(table.company for table in self._by_id.values())

    def find(self, table_id: int) -> Table | None:
        """The open table with this id, or None."""
        return self._by_id.get(table_id)

    def in_channel(self, channel_id: int) -> Table | None:
        """The open table in this channel, or None."""
        return self._by_channel.get(channel_id)

    def settings_of(self, channel_id: int) -> ChannelSettings:
        """The settings of a channel; a thread has those of its channel."""
        return self.settings.at(self.settings_channel(channel_id))

    def settings_channel(self, channel_id: int) -> int:
        """The channel whose settings apply: for a thread, the channel that it belongs to."""
        if channel_id not in self._homes:
            table = self._by_channel.get(channel_id)
            parent_id = None if table is None else table.parent_id
            if (home := parent_id or self._home_of(channel_id)) is None:
                return channel_id
            self.note_home(channel_id, home)
        return self._homes[channel_id]

    def note_home(self, channel_id: int, home: int) -> None:
        """Remember the channel of a thread in which somebody acts: `home_of` may know nothing of it."""
        self._homes[channel_id] = home

    def tables_set_by(self, channel_id: int) -> list[Table]:
        """The open tables that go by the settings of this channel, its own and those in its threads, or of a whole
        server.
        """
        where = self.settings_channel(channel_id)
        return [
            table
            for table in self._by_id.values()
            if where in (self.settings_channel(table.channel_id), whole_server(table.guild_id))
        ]

    def opened_by(self, user_id: int, channel_id: int) -> Table | None:
        """The oldest open table, in a channel or in its threads, that a user has opened and not left; or None."""
        tables = self.tables_set_by(channel_id)
        return next((table for table in tables if table.opener == user_id), None)

    async def change_settings(
        self,
        guild_id: int,
        channel_id: int,
        changes: Mapping[str, str | None],
        admin_id: int,
        called: Called | None = None,
    ) -> None:
        """Keep and use these texts for a channel or for a `whole_server`; None takes one back.

        An open table keeps its rules and its running deadlines; later deadlines use the new seconds. `called` is what
        the admin is called. Raises `Refused` and `NotAnAmount`, and `NotInChannel` for what can't be there.
        """
        scope = self.settings_channel(channel_id)
        async with self._one_admin:
            texts = self.settings.changed(guild_id, scope, changes)
            # Shielded: what the bank has kept is used, even if the admin's command is cancelled meanwhile.
            await asyncio.shield(self._keep_and_use(guild_id, scope, texts, admin_id, called))

    async def _keep_and_use(
        self,
        guild_id: int,
        scope: int,
        texts: Mapping[str, str],
        admin_id: int,
        called: Called | None,
    ) -> None:
        kept = SavedSettings(guild_id=guild_id, channel_id=scope, texts=texts)
        await self._bank.change_settings(kept, admin_id, called)
        self.settings.put(guild_id, scope, texts)
        told = ", ".join(f"{name} {text}" for name, text in texts.items()) or "the defaults"
        _about_scope(scope, user_id=admin_id).info("user %d has set %s", admin_id, told)

    async def open(
        self,
        rules: Rules,
        options: Options | None = None,
        *,
        channel_id: int,
        guild_id: int,
        opener: int,
        called: Called | None = None,
        locale: str = "",
        parent_id: int | None = None,
    ) -> Table:
        """Open a table by these rules, as far as the channel's settings allow; the opener has the first seat.

        `called` is what the opener is called, `locale` the language of the table, `parent_id` the channel of the
        thread that was made for it. Raises `ChannelTaken`, and `Refused` for what the channel does not allow and when
        the house closes.
        """
        if self._stopping:
            raise Refused(Refusal(why=Why.HOUSE_CLOSING))
        home = parent_id or channel_id
        self.settings.note(home, guild_id)
        settings = self.settings_of(home)
        rules = settings.rules_for(rules, options)
        wallet = await self._bank.wallet(opener)
        seed, before = self._around.luck(), await self._last_transcript(channel_id)
        state = open_table(
            rules,
            channel_id=channel_id,
            guild_id=guild_id,
            opener=opener,
            now=self._around.clock.now(),
            seconds=settings.seconds(self._around.seconds),
            seed=seed,
            locale=locale,
            parent_id=parent_id,
        )
        number = await self._bank.open_table(
            saved(state).dated(self._around.clock.shown),
            tuple(map(saved_seat, state.seats)),
            partial(first_shoe, rules, seed=seed, before=before),
            called,
        )
        state = numbered(state, number, before)
        lines = about(log, state, user_id=opener)
        lines.info("opened by user %d, rules %s", opener, rules.key)
        names = {} if called is None else {opener: called.here}
        table = self._add(self._table(state, {opener: wallet.balance}, names))
        if settings.company:
            table.expect_company()
        return table

    async def _last_transcript(self, channel_id: int) -> bytes:
        """The SHA-256 of the transcript of the last shoe in a channel, or what stands for none."""
        last = await self._bank.last_shoe(channel_id)
        if last is None or last[0].end is None:  # then a table is open there, and no other will be
            return NONE_BEFORE
        try:
            return transcript_digest(*last)
        except ValueError as error:
            lines = About(log, f"channel {channel_id}", channel=channel_id)
            lines.warning("the chain of its shoes begins anew, the last can't be read: %s", error)
            return NONE_BEFORE

    async def resume(self) -> list[Table]:
        """Reopen the tables that were open, and return all that are to be shown.

        Closed tables whose message does not say so are among these, and do nothing else. A table that can't be resumed
        is logged and stays in the bank.
        """
        await self._load_settings()
        resumed = []
        for kept in await self._bank.owed_goodbyes():
            try:
                resumed.append(self._table_of_before(closed(kept), kept, {}))
            except CannotResume as error:
                about(log, kept.table).error("can't say that it is closed: %s", error)
        tables = await self._bank.open_tables()
        if rolled_back := [kept for kept in tables if kept.rolled_back]:
            for kept in rolled_back:
                await self._break_off(kept)
            tables = await self._bank.open_tables()
        balances = await self._bank.seated_balances()
        for kept in tables:
            try:
                resumed.append(self._resume_one(kept, balances))
            except CannotResume as error:
                told = "can't be resumed, /house close there returns its stakes: %s"
                about(log, kept.table).error(told, error)
                self._broken[kept.table.channel_id] = kept.table
        return resumed

    async def _break_off(self, kept: OpenTable) -> None:
        """Void the round of a table and break off its shoe, whose cards may be public since the rollback."""
        around = self._around
        try:
            state = restored(kept)
        except CannotResume:
            return  # nothing is dealt there; `resume` logs it
        now, seconds = around.clock.now(), self._seconds_of(kept.table)
        resumed = resume(state, now=now, seconds=seconds)
        accepted = handle(resumed, BreakOff(), now=now, seconds=seconds, luck=around.luck)
        if accepted is not None:
            await self._bank.commit(accepted.change.dated(around.clock.shown))
            about(log, state).info("its shoe is put away, because a backup was restored")

    def _seconds_of(self, table: SavedTable) -> Seconds:
        home = table.parent_id or table.channel_id
        self.settings.note(home, table.guild_id)
        return self.settings_of(home).seconds(self._around.seconds)

    def is_broken(self, channel_id: int) -> bool:
        """Whether the table in this channel can't be played on."""
        return channel_id in self._broken

    async def close_broken(self, channel_id: int, admin_id: int) -> None:
        """Close the broken table in this channel; its stakes go back. Closing twice does no harm."""
        table = self._broken[channel_id]
        await self._bank.close_table(table.table_id, admin_id)
        self._broken.pop(channel_id, None)
        lines = about(log, table, user_id=admin_id)
        lines.info("closed by user %d, could not be played on", admin_id)

    async def put_away(self, guild_id: int, by: int) -> None:
        """Close all tables of a guild, whose stakes go back, and delete its settings; `by` is kept as who did it."""
        for table in [one for one in self._by_id.values() if one.guild_id == guild_id]:
            await _submit_unless(table, CloseTable(admin_id=by), Why.TABLE_CLOSED)
        for channel_id, broken in list(self._broken.items()):
            if broken.guild_id == guild_id:
                await self.close_broken(channel_id, by)
        for scope in await self._bank.drop_settings(guild_id):
            self.settings.drop(scope)

    async def get_up(self, user_id: int) -> tuple[int, ...]:
        """Take a user away from every table: bets that are not dealt are returned, and a hand in play stands.

        Returns the channels where the user keeps a seat until the running round is settled.
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
        """Stop naming this user, at any table, as a player of its last round."""
        for table in self._by_id.values():
            table.forget(user_id)

    async def _load_settings(self) -> None:
        for kept in await self._bank.channel_settings():
            try:
                self.settings.put(kept.guild_id, kept.channel_id, kept.texts)
            except ValueError as error:
                _about_scope(kept.channel_id).error("no tables are opened here: %s", error)

    def _resume_one(self, kept: OpenTable, balances: Balances) -> Table:
        seconds = self._seconds_of(kept.table)
        state = resume(restored(kept), now=self._around.clock.now(), seconds=seconds)
        users = [seat.user_id for seat in state.seats]
        seated = {user: balances[user] for user in users if user in balances}
        about(log, state).info("resumed in round %d", state.round_number)
        return self._add(self._table_of_before(state, kept, seated))

    async def stop(self) -> None:
        """Let every table finish its current command, and open no more tables; they stay open in the bank."""
        self._stopping = True
        for table in list(self._by_id.values()):
            await table.stop()

    async def leave(self) -> None:
        """Let go of all tables, which another process plays on; nobody is told. `resume` opens them again."""
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
            self._around,
            names=names,
            before=before,
            settings=partial(self.settings_of, state.parent_id or state.channel_id),
            on_closed=self._remove,
        )

    def _table_of_before(self, state: TableState, kept: OpenTable, balances: Balances) -> Table:
        """The table with the end of its last round, which is its own until the next deal, and stands beside it then."""
        end = None if kept.ended is None else _end(state, kept.ended)
        if end is None or state.stage is not Stage.PLAYING:
            return self._table(state._replace(last=end), balances, kept.names)
        return self._table(state, balances, kept.names, view_of(end, {}, kept.names))

    def _remove(self, table: Table) -> None:
        self._by_id.pop(table.table_id, None)
        self._by_channel.pop(table.channel_id, None)
        if table.broken:
            self._broken[table.channel_id] = table


async def _submit_unless(table: Table, command: Command, *done: Why) -> None:
    """Submit a command; no error if it is refused because it is done already."""
    try:
        await table.submit(command)
    except Refused as refused:
        if refused.refusal.why not in done:
            raise


def _end(state: TableState, ended: EndedRound) -> TableState:
    try:
        end = as_it_ended(state, ended)
    except CannotResume as error:
        about(log, state).error("the last result can't be shown: %s", error)
        end = untold(state, ended.number)
    return end._replace(round_id=ended.round_id)


def _about_scope(scope: int, user_id: int | None = None) -> About:
    """A line about the settings of a channel or of a whole server."""
    if scope < 0:
        return About(log, f"server {-scope}", user=user_id)
    return About(log, f"channel {scope}", channel=scope, user=user_id)
