"""Posts a duel's result when both players have finished or time is up; removes the buttons of its challenge.

A result is posted once, even across crashes (docs/decisions/posts-once.md): Discord knows the nonce for a few minutes;
later the bot searches the channel.
"""

import logging

import discord

from cogs.discord_link.loops import Loop, Loops, Repeating
from cogs.discord_link.payloads import about_channel
from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line, passes
from cogs.discord_link.requests import once
from cogs.discord_link.wire import Wire
from cogs.language import language_in
from cogs.messages.board.position import nonce_of
from cogs.pages.duel import Named, draw_declined, draw_duel_result, draw_over, press_of
from cogs.pages.press import DuelAction
from engine.bank.bank import Bank
from engine.clock import Clock, wall_time
from engine.live.log_lines import About
from engine.live.open_tables import House
from engine.values.duels import Duel

log = logging.getLogger(__name__)

NONCE_SECONDS = 120.0
"""Discord deduplicates by nonce for at least this time after the first try."""

SKEW_SECONDS = 60.0
"""Maximum difference to Discord's clock."""

LISTED_SECONDS = 5.0
"""Between two checks whether Discord has listed a server: duels are settled before the gateway connects."""


class _NotListed(Exception):
    """Raised while the bot's permissions in a duel's server are unknown."""


class DuelResults:
    def __init__(self, wire: Wire, bank: Bank, house: House, clock: Clock, loops: Loops) -> None:
        self._wire = wire
        self._bank = bank
        self._house = house
        self._clock = clock
        self._checks = Repeating(loops, Loop.DUELS, self.settle)

    def start(self) -> None:
        self._checks.start(0)

    async def stop(self) -> None:
        await self._checks.stop()

    def look(self) -> None:
        """Check all duels again: a duel has begun, or a player has finished."""
        self._checks.wake()

    async def settle(self) -> float | None:
        """Settle duels that are over; return the seconds until the next check. Raises the last temporary error."""
        failed: Exception | None = None
        now, later = wall_time(self._clock), list[float]()
        for duel in await self._bank.unsettled_duels():
            if not duel.is_decided(now):
                later.append(duel.ends_at)
                continue
            try:
                await self._settle(duel)
            except _NotListed:
                later.append(now + LISTED_SECONDS)
            except REQUEST_ERRORS as error:
                failed = error
        for duel in await self._bank.ended_challenges():
            try:
                await self._remove_buttons(duel)
            except REQUEST_ERRORS as error:
                failed = error
        if failed is not None:
            raise failed
        return min(later) - wall_time(self._clock) if later else None

    async def _settle(self, duel: Duel) -> None:
        """Post a duel's result, unless the channel refuses it, and save that. Raises temporary errors."""
        try:
            message_id = await self._posted(duel)
        except REQUEST_ERRORS as error:
            if passes(error):
                raise
            why = in_one_line(error)
            self._about(duel).info("Discord refused the result of duel %d (%s)", duel.duel_id, why)
            message_id = None
        await self._bank.settle_duel(duel, message_id)

    async def _posted(self, duel: Duel) -> int | None:
        """Post a duel's result. Return the message's id, or None if it may exist but can't be found.

        Raises `_NotListed` if it is not known whether it could be found.
        """
        began = duel.posting_at
        if began is not None and wall_time(self._clock) - began > NONCE_SECONDS:
            button = press_of(duel, DuelAction.LOOK).custom_id()
            search = self._wire.find_button(duel.channel_id, began - SKEW_SECONDS, button)
            found = await once(search)
            if found is None and not self._is_listed(duel.guild_id):
                raise _NotListed
            if found is None and not self._reads(duel.channel_id):
                self._about(duel).warning(
                    "the bot may not have sent the result of duel %d (sending was cut off, and it can't look for"
                    " the message without permission to read the channel's history)",
                    duel.duel_id,
                )
                return None
            if found is not None:
                return found
        await self._bank.note_duel_post(duel)
        drawn = draw_duel_result(await self._named(duel))
        sent = self._wire.send(duel.channel_id, drawn, nonce_of(0, 0, duel.duel_id))
        return await once(sent)

    async def _named(self, duel: Duel) -> Named:
        ids = [one.user_id for one in duel.duelists if one.user_id is not None]
        names = await self._bank.names(duel.guild_id, ids)
        lang = language_in(self._house.settings_of(duel.channel_id), duel.locale)
        return Named(duel=duel, names=names, lang=lang)

    async def _remove_buttons(self, duel: Duel) -> None:
        named = await self._named(duel)
        drawn = draw_declined(named) if duel.declined else draw_over(named)
        try:
            await once(self._wire.edit(duel.channel_id, duel.challenge_id or 0, drawn))
        except REQUEST_ERRORS as error:
            if passes(error):
                raise
            lines, why = self._about(duel, message_id=duel.challenge_id), in_one_line(error)
            lines.info(
                "Discord refused to remove the buttons of duel %d's challenge (%s)",
                duel.duel_id,
                why,
            )
        await self._bank.drop_challenge(duel)

    def _about(self, duel: Duel, **numbers: int | None) -> About:
        numbers |= {"guild": duel.guild_id, "duel": duel.duel_id}
        return about_channel(log, self._wire.client, duel.channel_id, **numbers)

    def _is_listed(self, guild_id: int) -> bool:
        guild = self._wire.client.get_guild(guild_id)
        return guild is not None and not guild.unavailable

    def _reads(self, channel_id: int) -> bool:
        channel = self._wire.client.get_channel(channel_id)
        if not isinstance(channel, discord.Thread | discord.abc.GuildChannel):
            return False
        return channel.permissions_for(channel.guild.me).read_message_history
