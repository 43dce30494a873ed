"""The `/house` commands for server admins."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.discord_link.payloads import BotInteraction
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.house.ending import EndingDesk
from cogs.interactions.house.settings import SettingsDesk
from cogs.interactions.house.status import StatusReader
from cogs.interactions.press import press
from cogs.interactions.slash import slash, suggestions
from cogs.language import ENGLISH, language_of, said
from cogs.pages.house import ACTS, KEEP, draw_done, draw_log, draw_status
from cogs.pages.press import Page
from cogs.pages.setting_values import offers, setting_key
from cogs.pages.suggestions import Suggestion
from cogs.posts.announcements import Announcements
from engine.table.channel_settings import SETTINGS
from engine.values.tables import AdminEnd

EVERYWHERE = "server"

WHERE = [
    app_commands.Choice(name=said("where-channel"), value="channel"),
    app_commands.Choice(name=said("where-server"), value=EVERYWHERE),
]

Where = app_commands.Choice[str] | None

CHOICES = [app_commands.Choice(name=said(setting_key(name)), value=name) for name in SETTINGS]


class Admin(commands.Cog):
    house = app_commands.Group(
        name=said("command-house"),
        description=said("command-house.description"),
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(
        self,
        desk: Desk,
        settings: SettingsDesk,
        ending: EndingDesk,
        status: StatusReader,
        announcements: Announcements,
    ) -> None:
        self.desk = desk
        self._settings = settings
        self._ending = ending
        self._status = status
        self._announcements = announcements

    @slash("house-void", group=house)
    async def void(self, ctx: Context) -> None:
        await self._ending.void(ctx)

    @slash("house-close", group=house)
    async def close(self, ctx: Context) -> None:
        await self._ending.close(ctx)

    @press(Page.HOUSE, *AdminEnd)
    async def confirm(self, ctx: Context, table_id: int, round_number: int) -> None:
        await self._ending.confirm(ctx, AdminEnd(ctx.action), table_id, round_number)

    @press(Page.HOUSE, KEEP)
    async def keep(self, ctx: Context, _table_id: int, _round_number: int) -> None:
        await ctx.replace(view=draw_done(ctx.lang("house-not-voided")))

    @slash("house-settings", group=house)
    async def show_settings(self, ctx: Context) -> None:
        await ctx.send(await self._settings.page(ctx))

    @slash("house-set", group=house, choices={"setting": CHOICES, "where": WHERE})
    async def change_setting(
        self, ctx: Context, setting: app_commands.Choice[str], value: str, where: Where = None
    ) -> None:
        scope = self._scope(ctx, where, setting.value)
        done = await self._settings.set(ctx, scope, setting.value, value)
        await ctx.send(await self._settings.page(ctx, done))

    @change_setting.autocomplete("value")
    async def _suggest_values(self, interaction: BotInteraction, typed: str) -> list[Suggestion]:
        name = getattr(interaction.namespace, ENGLISH("command-house-set.setting"))
        where = getattr(interaction.namespace, ENGLISH("command-house-set.where"), None)
        channel_id, guild_id = interaction.channel_id, interaction.guild_id
        if channel_id is None or guild_id is None or name not in SETTINGS:
            return []
        of_server, settings = where == EVERYWHERE, self.desk.house.settings
        scope = self._settings.scope(channel_id, guild_id, of_server=of_server, name=name)
        default = self._settings.default(scope, channel_id)
        lang = language_of(interaction.locale, currency=settings.currency_of(guild_id))
        return suggestions(
            interaction, lambda: offers(lang, name, typed, settings.in_effect(scope), default)
        )

    @slash("house-reset", group=house, choices={"where": WHERE})
    async def reset(self, ctx: Context, where: Where = None) -> None:
        done = await self._settings.reset(ctx, self._scope(ctx, where))
        await ctx.send(await self._settings.page(ctx, done))

    def _scope(self, ctx: Context, where: Where, name: str = "") -> int:
        of_server = where is not None and where.value == EVERYWHERE
        return self._settings.scope(ctx.channel_id, ctx.guild_id, of_server=of_server, name=name)

    @slash("house-log", group=house)
    async def show_log(self, ctx: Context) -> None:
        bank, channel = self.desk.bank, self._announcements.channel_of(ctx.guild_id)
        acts = await bank.admin_log(ctx.guild_id, ACTS)
        names = await bank.names(ctx.guild_id, [one.admin_id for one in acts])
        if (me := ctx.interaction.client.user) is not None:
            names |= {me.id: me.name}  # the bot removes a channel that refuses its posts
        await ctx.send(draw_log(ctx.lang, acts, names, channel))

    @slash("house-status", group=house)
    async def status(self, ctx: Context) -> None:
        figures = await self._status.read(ctx.interaction.client.latency)
        await ctx.send(draw_status(figures, ctx.lang))
