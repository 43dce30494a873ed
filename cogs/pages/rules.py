"""Draws rule sets: one in full, or all briefly."""

from itertools import groupby

from cogs.language import Language
from cogs.language.rules_text import rules_card
from cogs.language.words import joined, percent, rules_name
from cogs.pages.parts import LINE, Layout, framed, text
from engine.rules.rule_sets import CHART_EDGES, CHOICES, DOCUMENTS
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings


def draw_overview(lang: Language, settings: ChannelSettings) -> Layout:
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


def draw_card(lang: Language, rules: Rules, note: str = "") -> Layout:
    introduction, subjects, small = rules_card(lang, rules)
    first = "\n".join(filter(None, (introduction, note)))
    return framed(text(first), LINE, text(subjects), LINE, text(small))


def draw_card_in(lang: Language, rules: Rules, settings: ChannelSettings) -> Layout:
    """Draw a rule set as played in a channel, or with a note that it is not allowed."""
    if rules in settings.allowed:
        return draw_card(lang, settings.narrowed(rules))
    return draw_card(lang, rules, f"**{lang('card-not-here')}**")


def _line(lang: Language, rules: Rules) -> str:
    summary = lang(f"rules-{rules.key}.summary")
    return lang("overview-line", title=rules_name(lang, rules), key=rules.key, summary=summary)


def _details(lang: Language, rules: Rules) -> str:
    number, edge = DOCUMENTS.get(rules), percent(lang, CHART_EDGES[rules], 2)
    source = lang("choice-document", number=number) if number else ""
    details = lang("overview-details", whom=lang(f"rules-{rules.key}.whom"), percent=edge)
    return joined((source, details))
