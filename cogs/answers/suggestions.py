"""What is suggested while somebody types into an option; and which rule set is meant by what was typed."""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from unicodedata import combining, normalize

from discord import app_commands

from cogs.language import LANGUAGES, Language
from cogs.language.rules_text import hint
from cogs.language.sentences import Sorry
from cogs.language.words import rules_name
from engine.rules.rule_sets import DOCUMENTS, RULE_SETS
from engine.rules.rules import Rules

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


def meant_rules(typed: str) -> Rules | None:
    """The rule set that has exactly this name; a hint may follow."""
    word = _plain(typed.partition(_HINTED)[0])
    return next((rules for rules in RULE_SETS.values() if word in _names(rules)), None)


def resembles(rules: Rules, typed: str) -> bool:
    """Whether what was typed so far is part of a name of these rules."""
    word = _plain(typed)
    return any(word in name for name in _names(rules))


def found_rules(typed: str) -> list[Rules]:
    """The rule set of this name, else all of whose names it is a part."""
    exact = meant_rules(typed)
    alike = [rules for rules in RULE_SETS.values() if resembles(rules, typed)]
    return alike if exact is None else [exact]


def named_rules(typed: str) -> Rules:
    """The one rule set that is found. Raises `Sorry` where there is none, or more than one."""
    match found_rules(typed):
        case [rules]:
            return rules
        case found:
            listed = [f"rules-{rules.key}" for rules in found or RULE_SETS.values()]
            raise Sorry("sorry-which-rules" if found else "sorry-no-such-rules", rules=listed)


def rules_suggestions(lang: Language, typed: str, offered: Iterable[Rules]) -> Iterator[Suggestion]:
    """The offered rule sets that resemble what was typed, each with a hint at how it is played."""
    for rules in offered:
        if resembles(rules, typed):
            name = rules_name(lang, rules)
            label = f"{name}{_HINTED}{hint(lang, rules)}"
            yield Suggestion(name=label if len(label) <= LONGEST else name, value=rules.key)


@lru_cache(len(RULE_SETS))
def _names(rules: Rules) -> tuple[str, ...]:
    """The key, the title in each language, and the number of the document."""
    titles = (rules_name(lang, rules) for lang in LANGUAGES.values())
    names = (rules.key, *titles, DOCUMENTS.get(rules, ""))
    return tuple(_plain(name) for name in names if name)


def _plain(text: str) -> str:
    """In small letters, and without accents."""
    letters = normalize("NFKD", text.strip().casefold())
    return "".join(one for one in letters if not combining(one))
