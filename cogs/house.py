"""`/house`: the admin commands for a channel, its table and its settings."""

import logging
import math
from collections.abc import Mapping

import discord
from cachetools import TTLCache
from discord import app_commands
from discord.ext import commands

from cogs import installed_version
from cogs.coaching.judging import Judging
from cogs.discord_link.loops import Loops
from cogs.discord_link.payloads import BotInteraction, about
from cogs.discord_link.request_budget import MINUTE, RequestBudget
from cogs.discord_link.request_errors import REQUEST_ERRORS, in_one_line
from cogs.discord_link.requests import once
from cogs.interactions.context import Context, slash
from cogs.interactions.desk import Desk
from cogs.interactions.permissions import require_place
from cogs.interactions.press import press
from cogs.interactions.suggestions import Suggestion, suggestions
from cogs.language import ENGLISH, Language, language_of, said, words
from cogs.language.sentences import Sorry, not_a_limit
from cogs.pages.house import (
    ACTS,
    CHANGES,
    CLOSE,
    EVERY_SETTING,
    KEEP,
    VOID,
    act_in_words,
    change_in_words,
    draw_done,
    draw_log,
    draw_question,
    draw_settings,
)
from cogs.pages.parts import framed, text
from cogs.pages.press import Page
from cogs.pages.setting_values import (
    CURRENCY,
    LOG,
    Default,
    Defaults,
    asks_for_missing_pictures,
    meant,
    offers,
    said_value,
    setting_key,
    setting_name,
)
from cogs.posts.announcements import Announcements
from engine.clock import wall_time
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.channel_settings import (
    OF_WHOLE_SERVER,
    SETTINGS,
    ChannelSettings,
    NotInChannel,
    whole_server,
)
from engine.table.commands import CloseTable, VoidRound
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.amounts import NotAnAmount
from engine.values.currency import LONGEST, parse_currency
from engine.values.tables import AdminAct, AdminEnd

log = logging.getLogger(__name__)

DAY = 86_400

QUESTIONS, QUESTION_SECONDS = 1_024, 300.0
"""Maximum number of open questions, and their lifetime."""

EVERYWHERE = "server"
"""The choice of the whole server; the default is the channel."""

WHERE = [
    app_commands.Choice(name=said("where-channel"), value="channel"),
    app_commands.Choice(name=said("where-server"), value=EVERYWHERE),
]

Where = app_commands.Choice[str] | str | None
"""The choice in a command, or its value in an autocomplete."""

CHOICES = [app_commands.Choice(name=said(setting_key(name)), value=name) for name in SETTINGS]


class Admin(commands.Cog):
    """Ends rounds, closes tables, changes settings, and shows the bot's status; the log names the admin.

    Discord enforces the permission for these commands. `default_permissions` is only the default, which a server's
    overwrites (Server Settings → Integrations) replace; interactions don't contain them.
    """

    house = app_commands.Group(
        name=said("command-house"),
        description=said("command-house.description"),
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(
        self,
        desk: Desk,
        defaults: Defaults,
        budget: RequestBudget,
        judging: Judging,
        loops: Loops,
        announcements: Announcements,
    ) -> None:
        self.desk = desk
        self.bank = desk.bank
        self.defaults = defaults
        self._budget = budget
        self._judging = judging
        self._loops = loops
        self.announcements = announcements
        self.started = desk.clock.now()
        self._asked = TTLCache[tuple[int, str, int, int], None](
            QUESTIONS, QUESTION_SECONDS, desk.clock.now
        )
        """The open questions: admin, `VOID` or `CLOSE`, table, round. Discord checks permissions for commands, not for
        buttons, so a custom id alone ends nothing. After a restart the admin repeats the command."""

    @slash("house-void", group=house)
    async def void(self, ctx: Context) -> None:
        """Ask whether to end the round."""
        view = self.desk.table_of(ctx).view
        if view.stage is not Stage.PLAYING:
            raise Sorry("sorry-nothing-to-void")
        await self._ask(ctx, VOID, view)

    @slash("house-close", group=house)
    async def close(self, ctx: Context) -> None:
        """Close a table, also one that could not be resumed; during a round, ask for confirmation."""
        channel, admin = ctx.channel_id, ctx.user_id
        if self.desk.house.is_broken(channel):
            await self.desk.house.close_broken(channel, admin)
            self._announce(ctx, _end_of(ctx, AdminEnd.TABLE))
        else:
            table = self.desk.table_of(ctx)
            if (view := table.view).stage is Stage.PLAYING:
                await self._ask(ctx, CLOSE, view)
                return
            await self.desk.submit(table, CloseTable(admin_id=admin), ctx)
            self._announce(ctx, _end_of(ctx, AdminEnd.TABLE))
        await ctx.send(ctx.lang("house-closed"))

    @press(Page.HOUSE, KEEP)
    async def keep(self, ctx: Context, _table_id: int, _round_number: int) -> None:
        """Let the round go on."""
        await ctx.replace(view=draw_done(ctx.lang("house-not-voided")))

    @press(Page.HOUSE, VOID)
    async def confirm_void(self, ctx: Context, table_id: int, round_number: int) -> None:
        """End the round. Raises `Sorry`, and `Refused` if it is over."""
        self._require_question(ctx, VOID, table_id, round_number)
        await self._end(ctx, VOID, table_id, round_number)

    @press(Page.HOUSE, CLOSE)
    async def confirm_close(self, ctx: Context, table_id: int, round_number: int) -> None:
        """Close the table. Raises `Sorry`, and `Refused` if the round is over."""
        self._require_question(ctx, CLOSE, table_id, round_number)
        await self._end(ctx, CLOSE, table_id, round_number)

    def _require_question(self, ctx: Context, what: str, table_id: int, number: int) -> None:
        if (ctx.user_id, what, table_id, number) not in self._asked:
            raise Sorry("sorry-old-question")

    async def _ask(self, ctx: Context, what: str, view: TableView) -> None:
        """Ask the admin whether to end the round (`VOID`) or `CLOSE` the table, and record the question."""
        self._asked[ctx.user_id, what, view.table_id, view.round_number] = None
        await ctx.send(draw_question(ctx.lang, what, view.table_id, view.round_number))

    async def _end(self, ctx: Context, what: str, table_id: int, round_number: int) -> None:
        """End the round or close the table. Raises `Refused` for another table, or if the round is over."""
        table, admin = self.desk.table_of(ctx), ctx.user_id
        if table.table_id != table_id:
            raise Refused(Refusal(why=Why.TOO_LATE))
        kind, done = (
            (VoidRound, "house-voided") if what == VOID else (CloseTable, "house-closed-in-round")
        )
        await self.desk.submit(table, kind(admin_id=admin, round_number=round_number), ctx)
        ended = AdminEnd.ROUND if what == VOID else AdminEnd.TABLE
        self._announce(ctx, _end_of(ctx, ended, round_number))
        await ctx.replace(view=draw_done(ctx.lang(done)))

    @slash("house-settings", group=house)
    async def show_settings(self, ctx: Context) -> None:
        """Show a channel's settings and their recent changes."""
        await self._show(ctx)

    @slash("house-set", group=house, choices={"setting": CHOICES, "where": WHERE})
    async def change_setting(
        self,
        ctx: Context,
        setting: app_commands.Choice[str],
        value: str,
        where: app_commands.Choice[str] | None = None,
    ) -> None:
        """Change a setting of the channel or of the whole server, or reset it to the default."""
        name = setting.value
        scope = self._scope(ctx.channel_id, ctx.guild_id, where, name)
        text = self._parsed(ctx.lang, name, value, self._default(scope, ctx.channel_id))
        if name == LOG and text is not None:
            await require_place(ctx)
        if name == CURRENCY and text is not None:
            text = await _of_server(ctx, text)
        if asks_for_missing_pictures(name, text, self.defaults):
            raise Sorry("sorry-no-pictures")
        before = self.announcements.channel_of(ctx.guild_id)
        await self._change(ctx, scope, {name: text})
        act = _act(ctx, scope, name, text)
        self._announce(ctx, act, before if name == LOG and text is None else None)
        await self._show(ctx, self._done(ctx.lang, name, scope))

    @change_setting.autocomplete("value")
    async def _suggest_values(self, interaction: BotInteraction, typed: str) -> list[Suggestion]:
        name = getattr(interaction.namespace, ENGLISH("command-house-set.setting"))
        where = getattr(interaction.namespace, ENGLISH("command-house-set.where"), None)
        if interaction.channel_id is None or interaction.guild_id is None:
            return []
        scope = self._scope(interaction.channel_id, interaction.guild_id, where, name)
        settings = self.desk.house.settings.at(scope)
        default = self._default(scope, interaction.channel_id)
        currency = self.desk.house.settings.currency_of(interaction.guild_id)
        lang = language_of(interaction.locale, currency=currency)
        return suggestions(
            lambda: offers(lang, name, typed, settings, default) if name in SETTINGS else ()
        )

    @slash("house-reset", group=house, choices={"where": WHERE})
    async def reset(self, ctx: Context, where: app_commands.Choice[str] | None = None) -> None:
        """Reset all settings of the channel or of the whole server."""
        scope = self._scope(ctx.channel_id, ctx.guild_id, where)
        before = self.announcements.channel_of(ctx.guild_id)
        await self._change(ctx, scope, dict.fromkeys(SETTINGS))
        self._announce(ctx, _act(ctx, scope, EVERY_SETTING, None), before)
        key = "house-reset-everywhere" if scope < 0 else "house-reset"
        if scope > 0 and self.desk.house.settings.below(scope):
            key = "house-reset-here"
        await self._show(ctx, ctx.lang(key))

    @slash("house-log", group=house)
    async def show_log(self, ctx: Context) -> None:
        """Show the last actions of the server's admins, announced or not."""
        acts = await self.bank.admin_log(ctx.guild_id, ACTS)
        names = await self.bank.names(ctx.guild_id, [one.admin_id for one in acts])
        if (me := ctx.interaction.client.user) is not None:
            names |= {me.id: me.name}  # the bot removes a channel that refuses its posts
        channel = self.announcements.channel_of(ctx.guild_id)
        await ctx.send(draw_log(ctx.lang, acts, names, channel))

    def _announce(self, ctx: Context, act: AdminAct, channel_id: int | None = None) -> None:
        """Announce an action of the user, in this channel or in the one that is set."""
        names = {ctx.user_id: ctx.display_name.here}
        self.announcements.announce(
            ctx.guild_id, lambda lang: act_in_words(lang, act, names), channel_id
        )

    @slash("house-status", group=house)
    async def status(self, ctx: Context) -> None:
        """Show the bot's status."""
        lines = await self._lines(ctx)
        listed = [f"## {ctx.lang('bot-title')}", *(f"- {line}" for line in lines)]
        await ctx.send(framed(text(*listed)))

    async def _lines(self, ctx: Context) -> list[str]:
        """The lines of the status."""
        lang, house, budget, clock = ctx.lang, self.desk.house, self._budget, self.desk.clock
        now, latency = wall_time(clock), ctx.interaction.client.latency
        size, rounds = await self.bank.size(), await self.bank.rounds_since(now - now % DAY)
        lines = [
            lang("bot-version", version=installed_version()),
            lang("bot-started", when=words.relative(clock.shown(self.started))),
            lang("bot-tables", tables=len(house)),
            lang("bot-company", players=house.company),
            lang("bot-rounds", rounds=rounds),
            lang("bot-latency", milliseconds=round(latency * 1_000))
            if math.isfinite(latency)
            else lang("bot-no-latency"),
            lang("bot-kilobytes", size=math.ceil(size / 1_000))
            if size < 10_000_000
            else lang("bot-megabytes", size=math.ceil(size / 1_000_000)),
            lang("bot-requests", number=budget.last_minute, most=budget.most * MINUTE),
            lang("bot-refused", count=budget.refused),
        ]
        if (behind := self._judging.behind()) is not None:
            lines.append(lang("bot-judging", when=words.relative(now - behind)))
        for loop, since in self._loops.failing.items():
            when = words.relative(clock.shown(since))
            lines.append(lang("bot-failing", what=lang(words.key("loop", loop)), when=when))
        return lines

    def _scope(self, channel_id: int, guild_id: int, where: Where, name: str = "") -> int:
        """The scope of a setting: the channel (for a thread its parent) or the whole server, forced for some."""
        chosen = where.value if isinstance(where, app_commands.Choice) else where
        if chosen == EVERYWHERE or name in OF_WHOLE_SERVER:
            return whole_server(guild_id)
        return self.desk.house.settings_channel(channel_id)

    def _default(self, scope: int, here: int = 0) -> Default:
        """The defaults of a scope; `here` is the command's channel."""
        return Default(self.defaults, self.desk.house.settings.below(scope), here)

    def _parsed(self, lang: Language, name: str, typed: str, default: Default) -> str | None:
        """Parse the input for a setting. Raises `Refused`, `Sorry`, `NotAnAmount`."""
        try:
            return meant(lang, name, typed, default)
        except NotAnAmount as error:
            raise not_a_limit(lang, error) from None

    async def _change(self, ctx: Context, scope: int, texts: Mapping[str, str | None]) -> None:
        """Change settings together. Raises `Sorry`, and `Refused` for settings that leave nothing to play."""
        house = self.desk.house
        looks = {
            table: _look(house.settings_of(table.channel_id))
            for table in house.tables_set_by(scope)
        }
        try:
            await house.change_settings(ctx.guild_id, scope, texts, ctx.user_id, ctx.display_name)
        except NotInChannel as error:
            raise Sorry("sorry-not-in-channel", channel=f"<#{error.channel_id}>") from None
        ctx.interaction.client.dispatch("settings_changed")
        ctx.set_currency(house.settings.currency_of(ctx.guild_id))
        for table, before in looks.items():
            if _look(house.settings_of(table.channel_id)) != before:
                self.desk.display.redraw(table)

    async def _show(self, ctx: Context, done: str = "") -> None:
        here, everywhere = ctx.channel_id, whole_server(ctx.guild_id)
        settings = self.desk.house.settings
        channel_id = self.desk.house.settings_channel(here)
        of_server = await self.bank.settings_log(everywhere, CHANGES)
        changes = [*await self.bank.settings_log(channel_id, CHANGES), *of_server]
        changes = sorted(changes, key=lambda one: one.number, reverse=True)[:CHANGES]
        names = await self.bank.names(ctx.guild_id, [one.admin_id for one in changes])
        table_open = self.desk.house.in_channel(here) is not None
        view = draw_settings(
            ctx.lang,
            channel_id,
            notes=[done, ctx.lang("house-open-table") if table_open else ""],
            here=settings.own(channel_id),
            everywhere=settings.own(everywhere),
            defaults=self.defaults,
            changes=[change_in_words(ctx.lang, one, names, one in of_server) for one in changes],
        )
        await ctx.send(view)

    def _done(self, lang: Language, name: str, scope: int) -> str:
        """The sentence about a changed setting, with its saved value."""
        text = self.desk.house.settings.own(scope).get(name)
        value = (
            self._default(scope).said(lang, name) if text is None else said_value(lang, name, text)
        )
        key = "house-changed-everywhere" if scope < 0 else "house-changed"
        return lang(key, setting=setting_name(lang, name), value=value)


def _look(settings: ChannelSettings) -> tuple[object, ...]:
    """The settings that change a board's appearance."""
    return (
        settings.language,
        settings.card_pictures,
        settings.coach,
        settings.talk,
        settings.company,
        settings.currency,
    )


def _act(ctx: Context, scope: int, what: str, text: str | None) -> AdminAct:
    """The user's change of a setting."""
    at = ctx.interaction.created_at.timestamp()
    return AdminAct(False, at, ctx.user_id, scope, what, None, text)


def _end_of(ctx: Context, what: AdminEnd, number: int = 0) -> AdminAct:
    """The user's end of a round or of a table in the channel."""
    at = ctx.interaction.created_at.timestamp()
    return AdminAct(True, at, ctx.user_id, ctx.channel_id, what.value, None, str(number))


async def _of_server(ctx: Context, text: str) -> str:
    """Look up a currency's emoji on the server; return its text. Raises `Sorry` for another server's emoji."""
    emoji_id, guild = parse_currency(text).emoji_id, ctx.interaction.guild
    if emoji_id is None or guild is None:
        return text
    try:
        found = await once(guild.fetch_emoji(emoji_id))
    except discord.NotFound:
        raise Sorry("sorry-emoji-elsewhere") from None
    except REQUEST_ERRORS as error:
        about(log, ctx.interaction).warning("an emoji lookup failed (%s)", in_one_line(error))
        raise Sorry("sorry-our-fault") from None
    # Discord uses only the id; a long name would waste space in messages.
    return f"<{'a' if found.animated else ''}:{found.name[:LONGEST]}:{found.id}>"
