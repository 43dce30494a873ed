"""The daily post: at 00:00 UTC, subscribed channels get yesterday's results and the button for today's ten hands.

A day's post is never sent twice (docs/decisions/posts-once.md): after a crash, the next start sends it again with the
same nonce, and Discord returns the existing message. Once Discord may have forgotten the nonce, the post is skipped.
"""

import logging
from functools import partial

import discord
from discord.ext import commands

from cogs.discord_link.loops import Loop, Loops, Repeating
from cogs.discord_link.payloads import about_channel
from cogs.discord_link.request_errors import (
    REQUEST_ERRORS,
    code_of,
    in_one_line,
    passes,
    quietly,
)
from cogs.discord_link.requests import once
from cogs.discord_link.wire import Wire
from cogs.language import Language, language_in
from cogs.messages.board.position import nonce_of
from cogs.pages.daily import PLACES, draw_channel_post
from cogs.pages.parts import Layout
from cogs.posts.announcements import Announcements
from engine.advice.daily import DAY, day_of
from engine.bank.bank import Bank
from engine.clock import Clock, wall_time
from engine.live.log_lines import About
from engine.live.open_tables import House
from engine.values.daily import DailyPost

log = logging.getLogger(__name__)

NONCE_SECONDS = 120.0
"""Discord deduplicates by nonce for at least this time."""

REFUSALS = 3
"""Days in a row, before a channel gets no more posts."""

NOT_FOR_TEXT = 50008
"""For a channel without messages, such as a forum."""


class DailyPosts(commands.Cog):
    """Sends the daily posts: when all shards are connected, after a change of settings, and at midnight UTC."""

    def __init__(
        self,
        wire: Wire,
        house: House,
        bank: Bank,
        clock: Clock,
        loops: Loops,
        announcements: Announcements,
    ) -> None:
        self._wire = wire
        self._client = wire.client
        self._house = house
        self._bank = bank
        self._clock = clock
        self._announcements = announcements
        self._listed = False
        """True once Discord has listed this process's servers."""
        self._posts = Repeating(loops, Loop.DAILY, self.post_all)

    def start(self) -> None:
        if self._listed:
            self._posts.wake()
        self._posts.start()

    async def stop(self) -> None:
        await self._posts.stop()

    @commands.Cog.listener()
    async def on_online(self) -> None:
        self._listed = True
        self._posts.wake()

    @commands.Cog.listener()
    async def on_settings_changed(self) -> None:
        self._posts.wake()

    @commands.Cog.listener()
    async def on_guild_available(self, _guild: discord.Guild) -> None:
        self._posts.wake()

    async def post_all(self) -> float:
        """Send today's post to each channel that lacks it, even if others fail.

        Return the seconds until the next day. Raises `StorageTrouble`, or the last temporary error of a channel.
        """
        midnight = (day_of(wall_time(self._clock)) + 1) * DAY
        temporary: Exception | None = None
        for last in await self._bank.daily_posts():
            try:
                await self._look(last)
            except REQUEST_ERRORS as error:
                temporary = error
        if temporary is not None:
            raise temporary
        return midnight - wall_time(self._clock)

    async def _look(self, last: DailyPost) -> None:
        guild = self._client.get_guild(last.guild_id)
        if guild is None or guild.unavailable:  # removed, or an outage
            return
        now = wall_time(self._clock)
        today = day_of(now)
        if last.refusals >= REFUSALS:
            await self._withdraw(last)
        elif last.day < today:
            await self._end(guild, last)
            post = last._replace(day=today, begun_at=now, message_id=None)
            await self._bank.save_daily_post(post)
            await self._send(guild, post, before=last)
        elif last.begun_at is not None and now - last.begun_at <= NONCE_SECONDS:
            await self._send(guild, last)
        elif last.begun_at is not None:
            lines = self._about(last)
            lines.warning("the bot may not have sent today's daily post (sending was cut off)")
            await self._bank.save_daily_post(last._replace(begun_at=None))

    async def _end(self, guild: discord.Guild, last: DailyPost) -> None:
        if last.message_id is None:
            return
        drawn = await self._drawn(guild, last, live=False)
        edit = self._wire.edit(last.channel_id, last.message_id, drawn)
        await quietly(once(edit), "the edit of a former daily post", partial(self._about, last))

    async def _send(
        self, guild: discord.Guild, post: DailyPost, before: DailyPost | None = None
    ) -> None:
        """Send a post that is saved as begun; `before` is the previous post on the first try."""
        drawn = await self._drawn(guild, post, live=True)
        nonce = nonce_of(post.channel_id, post.day)
        try:
            sent = await once(self._wire.send(post.channel_id, drawn, nonce))
        except REQUEST_ERRORS as error:
            if not passes(error):
                await self._refused(post, error)
                return
            if before is not None and _was_not_sent(error):
                await self._bank.save_daily_post(before._replace(message_id=None))
            raise
        await self._bank.save_daily_post(post._replace(begun_at=None, message_id=sent, refusals=0))

    async def _refused(self, post: DailyPost, error: Exception) -> None:
        theirs = isinstance(error, (discord.Forbidden, discord.NotFound))
        theirs = theirs or code_of(error) == NOT_FOR_TEXT
        level = logging.INFO if theirs else logging.ERROR
        self._about(post).log(level, "Discord refused the daily post (%s)", in_one_line(error))
        post = post._replace(begun_at=None, refusals=post.refusals + theirs)
        await self._bank.save_daily_post(post)
        if post.refusals >= REFUSALS:
            await self._withdraw(post)

    async def _withdraw(self, post: DailyPost) -> None:
        await self._bank.save_daily_post(post._replace(refusals=0))
        by = self._client.user.id if self._client.user else 0
        await self._house.change_settings(post.guild_id, post.channel_id, {"daily": None}, by)
        lines = self._about(post)
        lines.warning("the bot sends no more daily posts (refused on %d days in a row)", REFUSALS)
        where = f"<#{post.channel_id}>"
        self._announcements.announce(
            post.guild_id, lambda lang: lang("house-log-no-daily", channel=where)
        )

    async def _drawn(self, guild: discord.Guild, post: DailyPost, *, live: bool) -> Layout:
        yesterday = post.day - 1
        board = await self._bank.daily_board(guild.id, yesterday, PLACES)
        users = [one.user_id for one in board.entries]
        streaks = {user: await self._bank.daily_streak(user, yesterday) for user in users}
        names = await self._bank.names(guild.id, users)
        lang = self._language(guild, post.channel_id)
        return draw_channel_post(post.day, board, names, streaks, lang, live=live)

    def _language(self, guild: discord.Guild, channel_id: int) -> Language:
        locale = guild.preferred_locale if "COMMUNITY" in guild.features else ""
        return language_in(self._house.settings_of(channel_id), locale)

    def _about(self, post: DailyPost) -> About:
        numbers = {"guild": post.guild_id, "message_id": post.message_id}
        return about_channel(log, self._client, post.channel_id, **numbers)


def _was_not_sent(error: Exception) -> bool:
    return isinstance(error, discord.DiscordException) and getattr(error, "status", 0) < 500
