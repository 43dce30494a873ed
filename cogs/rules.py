"""`/rules`: explanations of the rule sets."""

from itertools import groupby

from discord import app_commands
from discord.ext import commands

from cogs.discord_link.payloads import BotInteraction
from cogs.interactions.context import Context
from cogs.interactions.desk import Desk
from cogs.interactions.press import press
from cogs.interactions.slash import slash
from cogs.interactions.suggestions import Suggestion, named_rules, rules_suggestions, suggestions
from cogs.language import Language, language_of
from cogs.language.rules_text import rules_card
from cogs.language.words import joined, percent, rules_name
from cogs.pages.parts import LINE, Layout, framed, text
from cogs.pages.press import OF_TABLE, Page
from engine.rules.rule_sets import CHART_EDGES, CHOICES, DOCUMENTS
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings


async def any_rules(interaction: BotInteraction, typed: str) -> list[Suggestion]:
    """Suggest rule sets by name, whether allowed here or not."""
    lang = language_of(interaction.locale)
    return suggestions(lambda: rules_suggestions(lang, typed, CHOICES.values()))


class RuleBook(commands.Cog):
    """Explains the rule sets."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @slash("rules")
    @app_commands.autocomplete(rules=any_rules)
    async def rules(self, ctx: Context, rules: str | None = None) -> None:
        """Explain a rule set, or the open table's rules, or all rule sets briefly."""
        table = self.desk.house.in_channel(ctx.channel_id)
        settings = self.desk.house.settings_of(ctx.channel_id)
        if rules is not None:
            page = _card_in(ctx.lang, named_rules(rules), settings)
        elif table is not None:
            page = card(ctx.lang, table.view.rules)
        else:
            page = overview(ctx.lang, settings)
        await ctx.send(page)

    @press(Page.RULES, OF_TABLE, reads=True)
    async def of_table(self, ctx: Context, table_id: int) -> None:
        """Explain the rules of a table."""
        await ctx.send(card(ctx.lang, self.desk.table_here(ctx, table_id).view.rules))


def overview(lang: Language, settings: ChannelSettings) -> Layout:
    """Draw the rule sets allowed in a channel, by source, and the names of the others."""
    lines = list[str]()
    for from_document, group in groupby(settings.allowed, key=DOCUMENTS.__contains__):
        lines.append(lang("overview-documents" if from_document else "overview-casino"))
        lines += [f"- {_line(lang, rules)}\n-# {_details(lang, rules)}" for rules in group]
    if others := [rules for rules in CHOICES.values() if rules not in settings.allowed]:
        names = lang.listed(rules_name(lang, rules) for rules in others)
        lines.append(lang("overview-not-here", rules=names))
    title = lang("overview-title")
    how = lang("overview-open" if settings.tables else "overview-no-tables")
    listed = "\n".join([f"### {title}", *lines])
    small = f"-# {lang('overview-edge')}\n-# {lang('play-money')}"
    return framed(text(listed), LINE, text(f"{how}\n{small}"))


def card(lang: Language, rules: Rules, note: str = "") -> Layout:
    """Draw a full rule set, with an optional note below its introduction."""
    introduction, subjects, small = rules_card(lang, rules)
    first = "\n".join(filter(None, (introduction, note)))
    return framed(text(first), LINE, text(subjects), LINE, text(small))


def _card_in(lang: Language, rules: Rules, settings: ChannelSettings) -> Layout:
    """Draw a rule set as played in a channel, or in its standard form with a note if it is not allowed there."""
    if rules in settings.allowed:
        return card(lang, settings.narrowed(rules))
    return card(lang, rules, f"**{lang('card-not-here')}**")


def _line(lang: Language, rules: Rules) -> str:
    summary = lang(f"rules-{rules.key}.summary")
    return lang("overview-line", title=rules_name(lang, rules), key=rules.key, summary=summary)


def _details(lang: Language, rules: Rules) -> str:
    number, edge = DOCUMENTS.get(rules), percent(lang, CHART_EDGES[rules], 2)
    source = lang("choice-document", number=number) if number else ""
    details = lang("overview-details", whom=lang(f"rules-{rules.key}.whom"), percent=edge)
    return joined((source, details))
