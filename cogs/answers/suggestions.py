"""What is suggested while somebody types into an option; and which rule set is meant by what was typed."""

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from discord import app_commands

from cogs.language import ENGLISH, Language
from cogs.language.rules_text import hint
from cogs.language.words import rules_name
from engine.rules import RULE_SETS, Rules

log = logging.getLogger(__name__)

Suggestion = app_commands.Choice[str]

MOST = 25
"""Suggestions that Discord takes."""

LONGEST = 100
"""Characters of a suggestion."""


_HINTED = " · "
"""Between the name of a rule set and the hint at how it is played."""


def suggestions(find: Callable[[], Iterable[Suggestion]]) -> list[Suggestion]:
    """What is found, as far as Discord takes it; nothing where that fails."""
    try:
        return list(islice(find(), MOST))
    except Exception:
        log.exception("nothing could be suggested to somebody who typed")
        return []


def meant_rules(lang: Language, typed: str) -> Rules | None:
    """The rule set of this key, or of this title in the user's language or in English; a hint may follow."""
    word = typed.partition(_HINTED)[0].strip().casefold()
    return next((r for r in RULE_SETS.values() if word in _names(lang, r)), None)


def resembles(lang: Language, rules: Rules, typed: str) -> bool:
    """Whether what was typed so far is part of a name of these rules."""
    word = typed.strip().casefold()
    return any(word in name for name in _names(lang, rules))


def rules_suggestions(lang: Language, typed: str, offered: Iterable[Rules]) -> Iterator[Suggestion]:
    """The offered rule sets that resemble what was typed, each with a hint at how it is played."""
    for rules in offered:
        if resembles(lang, rules, typed):
            name = rules_name(lang, rules)
            label = f"{name}{_HINTED}{hint(lang, rules)}"
            yield Suggestion(name=label if len(label) <= LONGEST else name, value=rules.key)


def _names(lang: Language, rules: Rules) -> tuple[str, ...]:
    names = (rules.key, rules_name(lang, rules), rules_name(ENGLISH, rules))
    return tuple(name.casefold() for name in names)
