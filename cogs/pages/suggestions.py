"""Autocomplete suggestions for options of commands."""

from collections.abc import Iterable, Iterator

from discord import app_commands

from cogs.language import Language
from cogs.language.rule_names import BEFORE_SUMMARY, resembles
from cogs.language.rules_text import hint
from cogs.language.words import rules_name
from engine.rules.rules import Rules

Suggestion = app_commands.Choice[str]

LONGEST = 100
"""Discord's limit of characters."""


def rules_suggestions(lang: Language, typed: str, offered: Iterable[Rules]) -> Iterator[Suggestion]:
    for rules in offered:
        if resembles(rules, typed):
            name = rules_name(lang, rules)
            label = f"{name}{BEFORE_SUMMARY}{hint(lang, rules)}"
            yield Suggestion(name=label if len(label) <= LONGEST else name, value=rules.key)
