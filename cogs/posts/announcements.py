"""Announces admins' actions in the channel of `/house set log`."""

import asyncio
import logging
from collections.abc import Callable
from secrets import token_hex

import discord

from cogs.discord_link.payloads import about_channel
from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.requests import once
from cogs.discord_link.wire import Wire
from cogs.language import Language, language_in
from cogs.pages.house import act_in_words
from cogs.pages.parts import Layout, text
from engine.live.log_lines import About
from engine.live.open_tables import House
from engine.table.all_settings import whole_server
from engine.values.bank import StorageTrouble
from engine.values.tables import AdminAct

log = logging.getLogger(__name__)

REFUSALS = 3
"""In a row, before the setting is removed."""


class Announcements:
    """Posts in order, without retries."""

    def __init__(self, wire: Wire, house: House) -> None:
        self._wire = wire
        self._house = house
        self._refusals: dict[int, int] = {}
        """In a row, by guild."""
        self._last: dict[int, asyncio.Task[None]] = {}

    def channel_of(self, guild_id: int) -> int | None:
        return self._house.settings.in_effect(whole_server(guild_id)).log

    def announce(
        self, guild_id: int, say: Callable[[Language], str], channel_id: int | None = None
    ) -> None:
        """Post the text that `say` returns in the server's language, to this channel or the configured one. Never
        blocks.
        """
        where = channel_id or self.channel_of(guild_id)
        if where is not None:
            drawn = Layout(text(say(self._language(guild_id))))
            posting = self._post(guild_id, where, drawn, self._last.get(guild_id))
            task = asyncio.create_task(posting, name=f"announcement in server {guild_id}")
            self._last[guild_id] = task
            task.add_done_callback(lambda done: self._ended(guild_id, done))

    def announce_act(
        self, guild_id: int, act: AdminAct, admin: str, channel_id: int | None = None
    ) -> None:
        """Post an admin's action like `announce`; `admin` is the admin's name."""
        names = {act.admin_id: admin}
        self.announce(guild_id, lambda lang: act_in_words(lang, act, names), channel_id)

    async def stop(self) -> None:
        if tasks := list(self._last.values()):
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    def _ended(self, guild_id: int, task: asyncio.Task[None]) -> None:
        if self._last.get(guild_id) is task:
            del self._last[guild_id]

    async def _post(
        self, guild_id: int, channel_id: int, drawn: Layout, before: asyncio.Task[None] | None
    ) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            await once(self._wire.send(channel_id, drawn, token_hex(12)))
            self._refusals.pop(guild_id, None)
        except REQUEST_ERRORS as error:
            lines = self._about(guild_id, channel_id)
            lines.warning("the bot could not send an announcement (%s)", in_one_line(error))
            if isinstance(error, (discord.Forbidden, discord.NotFound)):
                await self._refused(guild_id, channel_id)
        except Exception:
            self._about(guild_id, channel_id).exception("the bot could not send an announcement")

    async def _refused(self, guild_id: int, channel_id: int) -> None:
        self._refusals[guild_id] = self._refusals.get(guild_id, 0) + 1
        if self._refusals[guild_id] < REFUSALS or self.channel_of(guild_id) != channel_id:
            return
        del self._refusals[guild_id]
        me = self._wire.client.user
        scope, by = whole_server(guild_id), me.id if me else 0
        lines = self._about(guild_id, channel_id)
        try:
            await self._house.change_settings(guild_id, scope, {"log": None}, by)
        except StorageTrouble as error:
            lines.error("the bank could not remove the setting of the log channel (%s)", error)
        else:
            lines.warning("the bot sends no more announcements (%d refused in a row)", REFUSALS)

    def _about(self, guild_id: int, channel_id: int) -> About:
        return about_channel(log, self._wire.client, channel_id, guild=guild_id)

    def _language(self, guild_id: int) -> Language:
        guild = self._wire.client.get_guild(guild_id)
        community = guild is not None and "COMMUNITY" in guild.features
        locale = guild.preferred_locale if guild is not None and community else ""
        return language_in(self._house.settings.in_effect(whole_server(guild_id)), locale)
