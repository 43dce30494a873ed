"""Opens a table in the channel, or in a new thread if the channel's settings say so."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import discord

from cogs.discord_link.request_errors import REQUEST_ERRORS, code_of, in_one_line
from cogs.discord_link.wire import ThreadKind
from cogs.interactions.admission import Cooldowns
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.permissions import missing_for_threads, require_member, require_place
from cogs.language.error_sentences import Sorry, explained
from cogs.language.words import rules_called
from engine.live.table import Table
from engine.rules.options import Options, parse_rules, rule_set_of
from engine.rules.rules import Rules
from engine.table.channel_settings import TablePlace
from engine.values.bank import ChannelTaken

log = logging.getLogger(__name__)

TABLES, CHANNEL_TABLES, PER_SECONDS = 5, 10, 60.0

LONGEST_NAME = 100

_FULL: Final = frozenset({160006, 160007})
"""Error codes for too many open threads."""

_KINDS: Final[Mapping[discord.ChannelType, ThreadKind]] = {
    discord.ChannelType.text: discord.ChannelType.public_thread,
    discord.ChannelType.public_thread: discord.ChannelType.public_thread,
    discord.ChannelType.news: discord.ChannelType.news_thread,
    discord.ChannelType.news_thread: discord.ChannelType.news_thread,
}


class NoThread(Sorry):
    """Raised with the reason why a table opens in the channel instead of a thread."""


class ThreadRefused(NoThread):
    """Discord refused to create the thread; the table already counts towards the rate limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """An open table, and a note for the user if it could get no thread."""

    table: Table
    note: str = ""


class Opening:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._house = desk.house
        self._threads = desk.display.threads
        self._cooldowns = Cooldowns(desk.clock, PER_SECONDS, TABLES, CHANNEL_TABLES)
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        """By channel and user: concurrent requests create one thread."""

    async def table_for(self, ctx: Context, rules: Rules | None, options: Options) -> Opened:
        """Return the open table or a new one, by default with the channel's usual rules.

        Raises `Sorry` or `Refused` if none may be opened, `Paused` during the user's break.
        """
        where = self._place_of(ctx)
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

    async def open_another(self, ctx: Context, table_id: int) -> None:
        """Open a table with the rules and limits of a closed one, or link to the open table."""
        opened = await self.table_for(ctx, await self._rules_of(table_id), Options())
        table, screen = opened.table, self._desk.display.screen_of(opened.table)
        if table.channel_id != ctx.channel_id:
            await self.show(ctx, opened)
            return
        if screen.position.id is not None:
            await ctx.send(ctx.lang("blackjack-open", link=screen.position.jump_url))
        else:
            await ctx.acknowledge()
            screen.show((table.view,), ctx.interaction)
        if opened.note:
            await ctx.send(opened.note)

    async def _rules_of(self, table_id: int) -> Rules:
        text = await self._desk.bank.rules_of_table(table_id)
        try:
            return parse_rules(text or "")
        except ValueError:
            raise Sorry("sorry-table-gone") from None

    async def show(self, ctx: Context, opened: Opened) -> None:
        await self._show(ctx, opened.table)
        if opened.note:
            await ctx.send(opened.note)

    async def _show(self, ctx: Context, table: Table) -> None:
        """Answer with the board; with a link if the table is elsewhere, the dealer plays, or the answer is late."""
        screen = self._desk.display.screen_of(table)
        if table.channel_id != ctx.channel_id:
            link, was_there = screen.position.jump_url, screen.position.id is not None
            if not was_there and not screen.busy:
                screen.show((table.view,), None)
            key = "blackjack-yours" if was_there else "blackjack-open"
            await ctx.send(ctx.lang(key, link=link))
            return
        interaction = ctx.interaction if await ctx.claim() else None
        if not screen.busy:
            screen.show((table.view,), interaction)
            await screen.settled()
            if interaction is not None:
                return
        await ctx.send(ctx.lang("blackjack-open", link=screen.position.jump_url))

    def _place_of(self, ctx: Context) -> int:
        """Return the id of the channel to open in: for an archived thread of the bot, its parent."""
        if (thread := _our_thread(ctx)) is None:
            return ctx.channel_id
        is_over = (thread.archived or thread.locked) and self._house.in_channel(thread.id) is None
        return thread.parent_id if is_over else thread.id

    def _wants_thread(self, ctx: Context, where: int) -> bool:
        in_thread = isinstance(ctx.interaction.channel, discord.Thread)
        is_channel = not in_thread or where != ctx.channel_id
        return is_channel and self._house.settings_of(where).place is TablePlace.THREAD

    async def _in_channel(
        self,
        ctx: Context,
        where: int,
        rules: Rules | None,
        options: Options,
        *,
        counted: bool = False,
    ) -> Table:
        """Find or open a channel's table; `counted` if it already counts towards the rate limit."""
        if (table := self._house.in_channel(where)) is not None:
            return table
        await require_place(ctx, where)
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
            ctx.about(log).warning("the bot could not create a thread (%s)", in_one_line(error))
            full = code_of(error) in _FULL
            raise ThreadRefused("no-thread-room" if full else "no-thread-now") from None
        try:
            return await self._open(ctx, thread_id, wanted, options, parent)
        except Exception:
            await self._threads.drop(thread_id)
            raise

    async def _admit(self, ctx: Context, where: int, rules: Rules, options: Options) -> None:
        """Count a new table; raise if its rules, a break or the rate limits forbid it."""
        self._house.settings_of(where).rules_for(rules, options)
        await self._desk.bank.require_no_pause(ctx.user_id)
        if (when := self._cooldowns.take(ctx.user_id, where)) is not None:
            raise Sorry("sorry-opened-enough", when=when)

    def _name(self, ctx: Context, parent: int, rules: Rules) -> str:
        """Return a thread's name: `Hotseat · Alice`. Discord shows names without formatting."""
        lang = self._desk.public_language(ctx, parent)
        parts = rules_called(lang, rule_set_of(rules).key), ctx.display_name.here
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
            display_name=ctx.display_name,
            locale=str(ctx.public_locale),
            parent_id=parent,
        )


def _our_thread(ctx: Context) -> discord.Thread | None:
    channel, me = ctx.interaction.channel, ctx.interaction.client.user
    ours = isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id
    return channel if isinstance(channel, discord.Thread) and ours else None


def _kind_below(ctx: Context) -> ThreadKind | None:
    channel = ctx.interaction.channel
    return None if channel is None else _KINDS.get(channel.type)
