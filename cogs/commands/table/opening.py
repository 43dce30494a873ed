"""Opens the table that somebody asks for: in the channel, or in a thread that is made for it where admins want that."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import discord

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.answers.pace import Pace
from cogs.answers.permissions import missing_for_threads, require_member, require_place
from cogs.gateway.payloads import about
from cogs.gateway.request_errors import REQUEST_ERRORS, code_of, in_one_line
from cogs.gateway.wire import ThreadKind
from cogs.language.sentences import Sorry, explained
from cogs.language.words import rules_called
from engine.live.table import Table
from engine.rules.options import Options, rule_set_of
from engine.rules.rules import Rules
from engine.table.channel_settings import Place
from engine.values.bank import ChannelTaken

log = logging.getLogger(__name__)

TABLES, CHANNEL_TABLES, PER_SECONDS = 5, 10, 60.0
"""Tables that one user may open, and that all users of a channel may open together, in this time."""

LONGEST_NAME = 100
"""Characters of a thread's name."""

_FULL: Final = frozenset({160006, 160007})
"""The server has as many open threads as it may have."""

_KINDS: Final[Mapping[discord.ChannelType, ThreadKind]] = {
    discord.ChannelType.text: discord.ChannelType.public_thread,
    discord.ChannelType.public_thread: discord.ChannelType.public_thread,
    discord.ChannelType.news: discord.ChannelType.news_thread,
    discord.ChannelType.news_thread: discord.ChannelType.news_thread,
}
"""What kind of thread a channel can have, and what kind the threads beside one are."""


class NoThread(Sorry):
    """Why a table has no thread of its own: it stands in the channel."""


class ThreadRefused(NoThread):
    """Discord was asked for the thread, so the table is already counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A table that was asked for. `note` says what there is to say of its place."""

    table: Table
    note: str = ""


class Opening:
    """Finds the table that somebody asks for, or opens it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._house = desk.house
        self._threads = desk.display.threads
        self._pace = Pace(desk.clock, PER_SECONDS, TABLES, CHANNEL_TABLES)
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        """By channel and user: who asks twice at once gets one thread."""

    async def table_for(self, ctx: Context, rules: Rules | None, options: Options) -> Opened:
        """The open table of this channel, or a new one; where no rules are asked for, by those that are usual there.

        Raises `Sorry`, and `Refused`.
        """
        where = self._asked_in(ctx)
        if not self._wants_thread(ctx, where):
            return Opened(table=await self._in_channel(ctx, where, rules, options))
        lock = self._locks.setdefault((where, ctx.user_id), asyncio.Lock())
        async with lock:
            mine = self._house.opened_by(ctx.user_id, where)
            if mine is not None:
                return Opened(table=mine)
            try:
                return Opened(table=await self._in_thread(ctx, where, rules, options))
            except NoThread as why:
                counted = isinstance(why, ThreadRefused)
                table = await self._in_channel(ctx, where, rules, options, counted=counted)
                return Opened(table=table, note=explained(ctx.lang, why))

    def _asked_in(self, ctx: Context) -> int:
        """The channel, or the thread; for a thread that was put away, the channel in which it was made."""
        if (thread := _our_thread(ctx)) is None:
            return ctx.channel_id
        is_over = (thread.archived or thread.locked) and self._house.in_channel(thread.id) is None
        return thread.parent_id if is_over else thread.id

    def _wants_thread(self, ctx: Context, where: int) -> bool:
        in_thread = isinstance(ctx.interaction.channel, discord.Thread)
        is_channel = not in_thread or where != ctx.channel_id
        return is_channel and self._house.settings_of(where).place is Place.THREAD

    async def _in_channel(
        self,
        ctx: Context,
        where: int,
        rules: Rules | None,
        options: Options,
        *,
        counted: bool = False,
    ) -> Table:
        """The table that is open there, or a new one; `counted` if the user's limit is already charged for it."""
        if (table := self._house.in_channel(where)) is not None:
            return table
        await require_place(ctx)
        thread, wanted = _our_thread(ctx), rules or self._house.settings_of(where).usual
        if not counted:
            await self._admit(ctx, where, wanted, options)
        parent = thread.parent_id if thread is not None and thread.id == where else None
        try:
            return await self._open(ctx, where, wanted, options, parent)
        except ChannelTaken:
            return self._house.in_channel(where) or self._desk.table_of(ctx)

    async def _in_thread(
        self, ctx: Context, parent: int, rules: Rules | None, options: Options
    ) -> Table:
        """Open a table in a thread that is made for it. Raises `NoThread`, `Refused`, and `Paused`."""
        require_member(ctx)
        kind = _kind_below(ctx)
        if kind is None:
            raise NoThread("no-thread-kind")
        if missing := missing_for_threads(ctx):
            raise NoThread("no-thread-permissions", permissions=missing)
        wanted = rules or self._house.settings_of(parent).usual
        await self._admit(ctx, parent, wanted, options)
        try:
            thread_id = await self._threads.make(parent, kind, self._name(ctx, parent, wanted))
        except REQUEST_ERRORS as error:
            about(log, ctx.interaction).warning("no thread is made: %s", in_one_line(error))
            full = code_of(error) in _FULL
            raise ThreadRefused("no-thread-room" if full else "no-thread-now") from None
        try:
            return await self._open(ctx, thread_id, wanted, options, parent)
        except Exception:
            await self._threads.drop(thread_id)
            raise

    async def _admit(self, ctx: Context, where: int, rules: Rules, options: Options) -> None:
        """Count a new table. Raises `Sorry` if the user, or the users of this channel, open too many; and `Paused`.

        Raises `Refused` for rules that are not allowed here; they need no thread, and don't count.
        """
        self._house.settings_of(where).rules_for(rules, options)
        await self._desk.bank.require_no_pause(ctx.user_id)
        if (when := self._pace.take(ctx.user_id, where)) is not None:
            raise Sorry("sorry-opened-enough", when=when)

    def _name(self, ctx: Context, parent: int, rules: Rules) -> str:
        """`Hotseat · Alice`, in the language of the table. It is shown as it is, and nothing in it means anything."""
        lang = self._desk.language_of_all(ctx, parent)
        parts = rules_called(lang, rule_set_of(rules).key), ctx.called.here
        return " · ".join(filter(None, parts))[:LONGEST_NAME].rstrip()

    async def _open(
        self, ctx: Context, where: int, rules: Rules, options: Options, parent: int | None
    ) -> Table:
        return await self._house.open(
            rules,
            options,
            channel_id=where,
            guild_id=ctx.guild_id,
            opener=ctx.user_id,
            called=ctx.called,
            locale=str(ctx.locale_of_all),
            parent_id=parent,
        )


def _our_thread(ctx: Context) -> discord.Thread | None:
    """The thread, if this is one that the bot has made, and so for a table."""
    channel, me = ctx.interaction.channel, ctx.interaction.client.user
    ours = isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id
    return channel if isinstance(channel, discord.Thread) and ours else None


def _kind_below(ctx: Context) -> ThreadKind | None:
    """The kind of thread that can be made in the channel, or beside the thread; None where Discord has none."""
    channel = ctx.interaction.channel
    return None if channel is None else _KINDS.get(channel.type)
