"""`/house`: what the admins of a server may do about a channel, its table and its settings."""

from collections.abc import Callable, Mapping

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers.context import Context
from cogs.answers.desk import Desk
from cogs.answers.panels import PanelPress, Panels
from cogs.answers.suggestions import Suggestion, suggestions
from cogs.commands.house import pages
from cogs.commands.house.pages import (
    CHANGES,
    CLOSE,
    PANEL,
    VOID,
    Load,
    SettingsPage,
    Status,
    draw_done,
    draw_question,
    draw_settings,
    draw_status,
    midnight,
)
from cogs.commands.house.setting_values import asks_for_missing_pictures, meant, offers
from cogs.commands.house.setting_words import (
    Default,
    Defaults,
    said_value,
    setting_key,
    setting_name,
)
from cogs.gateway.interactions import BotInteraction
from cogs.language import ENGLISH, Language, language_of
from cogs.language.sentences import Sorry, not_a_limit
from cogs.language.translator import said, slash
from cogs.version import installed_version
from engine.amounts import NotAnAmount
from engine.bank.bank import Bank
from engine.channel_settings import SETTINGS, ChannelSettings, NotInChannel, whole_server
from engine.clock import Clock, wall_time
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CloseTable, VoidRound
from engine.table.state import Stage

EVERYWHERE = "server"
"""The choice of the whole server; left out, it is the channel."""

WHERE = [
    app_commands.Choice(name=said("where-channel"), value="channel"),
    app_commands.Choice(name=said("where-server"), value=EVERYWHERE),
]

Where = app_commands.Choice[str] | str | None
"""As a command has it, and as one that is still being typed."""

CHOICES = [app_commands.Choice(name=said(setting_key(name)), value=name) for name in SETTINGS]


class Admin(commands.Cog):
    """Ends rounds, closes tables, sets what holds in a channel, and says how the bot is doing.

    Everything staked goes back, and the log says who did what.
    """

    house = app_commands.Group(
        name=said("command-house"),
        description=said("command-house.description"),
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(
        self,
        desk: Desk,
        bank: Bank,
        panels: Panels,
        *,
        defaults: Defaults,
        clock: Clock,
        load: Callable[[], Load],
    ) -> None:
        self.desk = desk
        self.bank = bank
        self.defaults = defaults
        self.clock = clock
        self.load = load
        self.started = clock.now()
        panels.add(PANEL, self.answer)

    @slash("house-void", group=house)
    async def void(self, interaction: BotInteraction) -> None:
        """Ask whether the round is to be ended without a result."""
        async with self.desk.answering(interaction) as ctx:
            _require_admin(ctx)
            view = self.desk.table_of(ctx).view
            if view.stage is not Stage.PLAYING:
                raise Sorry("sorry-nothing-to-void")
            await ctx.show(draw_question(ctx.lang, VOID, view.table_id, view.round_number))

    @slash("house-close", group=house)
    async def close(self, interaction: BotInteraction) -> None:
        """Close a table, also one that could not be resumed; in mid-round, ask whether that is meant."""
        async with self.desk.answering(interaction) as ctx:
            _require_admin(ctx)
            channel, admin = ctx.channel_id, ctx.user_id
            if self.desk.house.is_broken(channel):
                await self.desk.house.close_broken(channel, admin)
            else:
                table = self.desk.table_of(ctx)
                if (view := table.view).stage is Stage.PLAYING:
                    await ctx.show(draw_question(ctx.lang, CLOSE, view.table_id, view.round_number))
                    return
                await self.desk.submit(table, CloseTable(admin_id=admin), ctx)
            await ctx.say(ctx.lang("house-closed"))

    async def answer(self, ctx: Context, press: PanelPress) -> None:
        """Do what was asked about, or leave it. Raises `Sorry`, and `Refused` where the round is over by now."""
        match press:
            case PanelPress(button=pages.KEEP, values=(_, _)):
                await ctx.replace(view=draw_done(ctx.lang("house-not-voided")))
            case PanelPress(button=pages.VOID | pages.CLOSE, values=(table_id, round_number)):
                _require_admin(ctx)
                await self._end(ctx, press.button, table_id, round_number)
            case _:
                raise Sorry("sorry-unknown-button")

    async def _end(self, ctx: Context, what: str, table_id: int, round_number: int) -> None:
        """Void the round, or close the table. Raises `Refused` where another one is here, or it is over by now."""
        table, admin = self.desk.table_of(ctx), ctx.user_id
        if table.table_id != table_id:
            raise Refused(Refusal(why=Why.TOO_LATE))
        if what == VOID:
            await self.desk.submit(table, VoidRound(admin_id=admin, round_number=round_number), ctx)
        else:
            await self.desk.submit(
                table, CloseTable(admin_id=admin, round_number=round_number), ctx
            )
        await ctx.replace(
            view=draw_done(ctx.lang("house-voided" if what == VOID else "house-closed"))
        )

    @slash("house-settings", group=house)
    async def show_settings(self, interaction: BotInteraction) -> None:
        """Show what is set for a channel, what is not, and who changed it."""
        async with self.desk.answering(interaction) as ctx:
            _require_admin(ctx)
            await self._show(ctx)

    @slash("house-set", group=house, choices={"setting": CHOICES, "where": WHERE})
    async def change_setting(
        self,
        interaction: BotInteraction,
        setting: app_commands.Choice[str],
        value: str,
        where: app_commands.Choice[str] | None = None,
    ) -> None:
        """Set one thing for a channel or for the whole server, or leave it to the default again."""
        async with self.desk.answering(interaction) as ctx:
            _require_admin(ctx)
            lang, name = ctx.lang, setting.value
            scope = self._scope(ctx.channel_id, ctx.guild_id, where)
            text = self._meant(lang, name, value, scope)
            if asks_for_missing_pictures(name, text, self.defaults):
                raise Sorry("sorry-no-pictures")
            await self._change(ctx, scope, {name: text})
            await self._show(ctx, self._done(lang, name, scope))

    @change_setting.autocomplete("value")
    async def _suggest_values(self, interaction: BotInteraction, typed: str) -> list[Suggestion]:
        name = getattr(interaction.namespace, ENGLISH("command-house-set.setting"))
        where = getattr(interaction.namespace, ENGLISH("command-house-set.where"), None)
        if interaction.channel_id is None or interaction.guild_id is None:
            return []
        scope = self._scope(interaction.channel_id, interaction.guild_id, where)
        settings, default = self.desk.house.settings.at(scope), self._default(scope)
        lang = language_of(interaction.locale)
        return suggestions(
            lambda: offers(lang, name, typed, settings, default) if name in SETTINGS else ()
        )

    @slash("house-reset", group=house, choices={"where": WHERE})
    async def reset(
        self, interaction: BotInteraction, where: app_commands.Choice[str] | None = None
    ) -> None:
        """Take back everything that was set for a channel, or for the whole server."""
        async with self.desk.answering(interaction) as ctx:
            _require_admin(ctx)
            scope = self._scope(ctx.channel_id, ctx.guild_id, where)
            await self._change(ctx, scope, dict.fromkeys(SETTINGS))
            key = "house-reset-everywhere" if scope < 0 else "house-reset"
            if scope > 0 and self.desk.house.settings.below(scope):
                key = "house-reset-here"
            await self._show(ctx, ctx.lang(key))

    @slash("house-status", group=house)
    async def status(self, interaction: BotInteraction) -> None:
        """Say how the bot is doing."""
        async with self.desk.answering(interaction) as ctx:
            _require_admin(ctx)
            now = wall_time(self.clock)
            status = Status(
                version=installed_version(),
                started=self.clock.shown(self.started),
                tables=len(self.desk.house),
                company=self.desk.house.company,
                rounds=await self.bank.rounds_since(midnight(now)),
                latency=ctx.interaction.client.latency,
                size=await self.bank.size(),
                now=now,
                load=self.load(),
            )
            await ctx.show(draw_status(status, ctx.lang))

    def _scope(self, channel_id: int, guild_id: int, where: Where) -> int:
        """What is set: a channel, of a thread its own, or the whole server."""
        chosen = where.value if isinstance(where, app_commands.Choice) else where
        house = self.desk.house
        return (
            whole_server(guild_id) if chosen == EVERYWHERE else house.settings_channel(channel_id)
        )

    def _default(self, scope: int) -> Default:
        """What holds there where nothing is set."""
        return Default(self.defaults, self.desk.house.settings.below(scope))

    def _meant(self, lang: Language, name: str, typed: str, scope: int) -> str | None:
        """What the engine is to read. Raises `Refused`, `Sorry`, `NotAnAmount`."""
        try:
            return meant(lang, name, typed, self._default(scope))
        except NotAnAmount as error:
            raise not_a_limit(error) from None

    async def _change(self, ctx: Context, scope: int, texts: Mapping[str, str | None]) -> None:
        """Set these, all at once. Raises `Refused` for settings that leave nothing to play, `Sorry`."""
        house = self.desk.house
        looks = {
            table: _look(house.settings_of(table.channel_id))
            for table in house.tables_set_by(scope)
        }
        try:
            await house.change_settings(ctx.guild_id, scope, texts, ctx.user_id, ctx.called)
        except NotInChannel as error:
            raise Sorry("sorry-not-in-channel", channel=f"<#{error.channel_id}>") from None
        for table, before in looks.items():
            if _look(house.settings_of(table.channel_id)) != before:
                self.desk.display.redraw(table)

    async def _show(self, ctx: Context, done: str = "") -> None:
        here, everywhere = ctx.channel_id, whole_server(ctx.guild_id)
        kept = self.desk.house.settings
        channel_id = self.desk.house.settings_channel(here)
        of_server = await self.bank.settings_log(everywhere, CHANGES)
        changes = [*await self.bank.settings_log(channel_id, CHANGES), *of_server]
        changes = sorted(changes, key=lambda one: one.number, reverse=True)[:CHANGES]
        page = SettingsPage(
            channel_id=channel_id,
            here=kept.own(channel_id),
            everywhere=kept.own(everywhere),
            defaults=self.defaults,
            changes=changes,
            of_server=frozenset(one.number for one in of_server),
            names=await self.bank.names(ctx.guild_id, [one.admin_id for one in changes]),
            table_open=self.desk.house.in_channel(here) is not None,
            done=done,
        )
        await ctx.show(draw_settings(page, ctx.lang))

    def _done(self, lang: Language, name: str, scope: int) -> str:
        """What was just set there, as it is kept and not as it was typed."""
        text = self.desk.house.settings.own(scope).get(name)
        value = (
            self._default(scope).said(lang, name) if text is None else said_value(lang, name, text)
        )
        key = "house-changed-everywhere" if scope < 0 else "house-changed"
        return lang(key, setting=setting_name(lang, name), value=value)


def _look(settings: ChannelSettings) -> tuple[object, ...]:
    """What a board looks different by."""
    return (
        settings.language,
        settings.card_pictures,
        settings.coach,
        settings.talk,
        settings.company,
    )


def _require_admin(ctx: Context) -> None:
    """Discord hides the commands from others; this holds where it was told otherwise. Raises `Sorry`."""
    if not ctx.interaction.permissions.manage_guild:
        raise Sorry("sorry-admins-only")
