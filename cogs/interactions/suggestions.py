"""Autocomplete of command options, and finding rule sets by name."""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from unicodedata import combining, normalize

from discord import app_commands

from cogs.discord_link.payloads import BotInteraction
from cogs.language import LANGUAGES, Language, language_of
from cogs.language.rules_text import hint
from cogs.language.sentences import Sorry
from cogs.language.words import rules_name
from engine.rules.rule_sets import CHOICES, DOCUMENTS, RULE_SETS
from engine.rules.rules import Rules

log = logging.getLogger(__name__)

Suggestion = app_commands.Choice[str]

MOST = 25
"""Discord's limit of suggestions."""

LONGEST = 100
"""Discord's limit of characters in a suggestion."""

_HINTED = " · "
"""Separates the name of a rule set from the summary of its rules."""


def suggestions(find: Callable[[], Iterable[Suggestion]]) -> list[Suggestion]:
    """Return what `find` yields, up to Discord's limit; empty if it fails, which is logged."""
    try:
        return list(islice(find(), MOST))
    except Exception:
        log.exception("an autocomplete failed")
        return []


def meant_rules(typed: str) -> Rules | None:
    """Return the rule set with exactly this name; a summary may follow the name."""
    word = _plain(typed.partition(_HINTED)[0])
    return next((rules for rules in RULE_SETS.values() if word in _names(rules)), None)


def resembles(rules: Rules, typed: str) -> bool:
    """True if the typed text is part of a name of these rules."""
    word = _plain(typed)
    return any(word in name for name in _names(rules))


def found_rules(typed: str) -> list[Rules]:
    """Return the rule set with this name, otherwise all whose names contain it."""
    exact = meant_rules(typed)
    alike = [rules for rules in RULE_SETS.values() if resembles(rules, typed)]
    return alike if exact is None else [exact]


def named_rules(typed: str) -> Rules:
    """Return the only match. Raises `Sorry` if there is none, or more than one."""
    match found_rules(typed):
        case [rules]:
            return rules
        case found:
            listed = [f"rules-{rules.key}" for rules in found or RULE_SETS.values()]
            raise Sorry("sorry-which-rules" if found else "sorry-no-such-rules", rules=listed)


def rules_suggestions(lang: Language, typed: str, offered: Iterable[Rules]) -> Iterator[Suggestion]:
    """Suggest the offered rule sets that match the typed text, each with a summary of its rules."""
    for rules in offered:
        if resembles(rules, typed):
            name = rules_name(lang, rules)
            label = f"{name}{_HINTED}{hint(lang, rules)}"
            yield Suggestion(name=label if len(label) <= LONGEST else name, value=rules.key)


async def any_rules(interaction: BotInteraction, typed: str) -> list[Suggestion]:
    """Suggest rule sets by name, whether allowed here or not."""
    lang = language_of(interaction.locale)
    return suggestions(lambda: rules_suggestions(lang, typed, CHOICES.values()))


@lru_cache(len(RULE_SETS))
def _names(rules: Rules) -> tuple[str, ...]:
    """The key, the title in each language, and the document number."""
    titles = (rules_name(lang, rules) for lang in LANGUAGES.values())
    names = (rules.key, *titles, DOCUMENTS.get(rules, ""))
    return tuple(_plain(name) for name in names if name)


def _plain(text: str) -> str:
    """Lower case, without accents."""
    letters = normalize("NFKD", text.strip().casefold())
    return "".join(one for one in letters if not combining(one))
