"""Shows and changes the settings of a channel or server."""

import logging
from collections.abc import Mapping

import discord

from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.requests import once
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.permissions import require_place
from cogs.language.error_sentences import Sorry, not_a_limit
from cogs.pages.house import CHANGES, EVERY_SETTING, change_in_words, changed_setting, draw_settings
from cogs.pages.parts import Layout
from cogs.pages.setting_values import (
    CURRENCY,
    DAILY,
    LOG,
    Default,
    Defaults,
    asks_for_missing_pictures,
    meant,
)
from cogs.posts.announcements import Announcements
from engine.table.all_settings import NotInChannel, whole_server
from engine.table.channel_settings import OF_WHOLE_SERVER, SETTINGS, ChannelSettings
from engine.values.amounts import NotAnAmount
from engine.values.currency import LONGEST, parse_currency
from engine.values.tables import AdminAct

log = logging.getLogger(__name__)


class SettingsDesk:
    def __init__(self, desk: Desk, defaults: Defaults, announcements: Announcements) -> None:
        self._desk = desk
        self._settings = desk.house.settings
        self._defaults = defaults
        self._announcements = announcements

    def scope(
        self, channel_id: int, guild_id: int, *, of_server: bool = False, name: str = ""
    ) -> int:
        """Return a setting's scope: a channel's id (a thread's parent), or the server's, negative.

        Some settings exist only for the server.
        """
        if of_server or name in OF_WHOLE_SERVER:
            return whole_server(guild_id)
        return self._desk.house.settings_channel(channel_id)

    def default(self, scope: int, here: int = 0) -> Default:
        """Return the values that apply where a scope sets none; `here` is the command's channel."""
        usual = self._settings.in_effect(scope).allowed[0].key
        return Default(self._defaults, self._settings.below(scope), usual, here)

    async def set(self, ctx: Context, scope: int, name: str, typed: str) -> str:
        """Change or reset a setting; return a sentence about it.

        Raises `Refused`, `Sorry` or `NotAnAmount` for an invalid value.
        """
        try:
            text = meant(ctx.lang, name, typed, self.default(scope, ctx.channel_id))
        except NotAnAmount as error:
            raise not_a_limit(ctx.lang, error) from None
        if name == LOG and text is not None:
            await require_place(ctx, ctx.channel_id)
        if name == DAILY and text == "on" and scope > 0:
            await require_place(ctx, scope)
        if name == CURRENCY and text is not None:
            text = await _of_server(ctx, text)
        if asks_for_missing_pictures(name, text, self._defaults):
            raise Sorry("sorry-no-pictures")
        before = self._announcements.channel_of(ctx.guild_id)
        await self._change(ctx, scope, {name: text})
        self._announce(ctx, scope, name, text, before if name == LOG and text is None else None)
        own = self._settings.own(scope).get(name)
        return changed_setting(ctx.lang, scope, name, own, self.default(scope))

    async def reset(self, ctx: Context, scope: int) -> str:
        before = self._announcements.channel_of(ctx.guild_id)
        await self._change(ctx, scope, dict.fromkeys(SETTINGS))
        self._announce(ctx, scope, EVERY_SETTING, None, before)
        key = "house-reset-everywhere" if scope < 0 else "house-reset"
        if scope > 0 and self._settings.below(scope):
            key = "house-reset-here"
        return ctx.lang(key)

    async def _change(self, ctx: Context, scope: int, texts: Mapping[str, str | None]) -> None:
        house = self._desk.house
        looks = {
            table: _look(house.settings_of(table.channel_id))
            for table in house.tables_set_by(scope)
        }
        try:
            await house.change_settings(ctx.guild_id, scope, texts, ctx.user_id, ctx.display_name)
        except NotInChannel as error:
            raise Sorry("sorry-not-in-channel", channel=f"<#{error.channel_id}>") from None
        ctx.interaction.client.dispatch("settings_changed")
        ctx.renew_language()
        for table, before in looks.items():
            if _look(house.settings_of(table.channel_id)) != before:
                self._desk.display.redraw(table)

    def _announce(
        self, ctx: Context, scope: int, name: str, text: str | None, channel_id: int | None
    ) -> None:
        at = ctx.interaction.created_at.timestamp()
        act = AdminAct(False, at, ctx.user_id, scope, name, None, text)
        self._announcements.announce_act(ctx.guild_id, act, ctx.display_name.here, channel_id)

    async def page(self, ctx: Context, done: str = "") -> Layout:
        house, bank = self._desk.house, self._desk.bank
        everywhere, channel_id = whole_server(ctx.guild_id), house.settings_channel(ctx.channel_id)
        of_server = await bank.settings_log(everywhere, CHANGES)
        changes = [*await bank.settings_log(channel_id, CHANGES), *of_server]
        changes = sorted(changes, key=lambda one: one.number, reverse=True)[:CHANGES]
        names = await bank.names(ctx.guild_id, [one.admin_id for one in changes])
        table_open = house.in_channel(ctx.channel_id) is not None
        return draw_settings(
            ctx.lang,
            channel_id,
            notes=[done, ctx.lang("house-open-table") if table_open else ""],
            here=self._settings.own(channel_id),
            everywhere=self._settings.own(everywhere),
            default=self.default(channel_id),
            changes=[change_in_words(ctx.lang, one, names, one in of_server) for one in changes],
        )


def _look(settings: ChannelSettings) -> tuple[object, ...]:
    return (
        settings.language,
        settings.card_pictures,
        settings.coach,
        settings.talk,
        settings.company,
        settings.currency,
    )


async def _of_server(ctx: Context, text: str) -> str:
    """Return a currency with its emoji as the server names it. Raises `Sorry` for another server's emoji."""
    emoji_id, guild = parse_currency(text).emoji_id, ctx.interaction.guild
    if emoji_id is None or guild is None:
        return text
    try:
        found = await once(guild.fetch_emoji(emoji_id))
    except discord.NotFound:
        raise Sorry("sorry-emoji-elsewhere") from None
    except REQUEST_ERRORS as error:
        line = "the bot could not look up emoji %d (%s)"
        ctx.about(log).warning(line, emoji_id, in_one_line(error))
        raise Sorry("sorry-our-fault") from None
    # Discord uses only the id; a long name would waste space.
    return f"<{'a' if found.animated else ''}:{found.name[:LONGEST]}:{found.id}>"
