"""Finds rule sets by key, title in any language, or document number."""

from functools import lru_cache
from unicodedata import combining, normalize

from cogs.language import LANGUAGES
from cogs.language.error_sentences import Sorry
from cogs.language.words import rules_name
from engine.rules.rule_sets import DOCUMENTS, RULE_SETS
from engine.rules.rules import Rules

BEFORE_SUMMARY = " · "


def meant_rules(typed: str) -> Rules | None:
    """Return the rule set with exactly this name; a summary behind it is ignored."""
    word = _plain(typed.partition(BEFORE_SUMMARY)[0])
    return next((rules for rules in RULE_SETS.values() if word in _names(rules)), None)


def resembles(rules: Rules, typed: str) -> bool:
    """Return True if a name of the rule set contains the typed text."""
    word = _plain(typed)
    return any(word in name for name in _names(rules))


def found_rules(typed: str) -> list[Rules]:
    """Return the rule set with this name, otherwise all whose names contain it."""
    exact = meant_rules(typed)
    alike = [rules for rules in RULE_SETS.values() if resembles(rules, typed)]
    return alike if exact is None else [exact]


def named_rules(typed: str) -> Rules:
    """Return the only rule set that matches a typed name. Raises `Sorry` for none or several."""
    match found_rules(typed):
        case [rules]:
            return rules
        case found:
            listed = [f"rules-{rules.key}" for rules in found or RULE_SETS.values()]
            raise Sorry("sorry-which-rules" if found else "sorry-no-such-rules", rules=listed)


@lru_cache(len(RULE_SETS))
def _names(rules: Rules) -> tuple[str, ...]:
    titles = (rules_name(lang, rules) for lang in LANGUAGES.values())
    names = (rules.key, *titles, DOCUMENTS.get(rules, ""))
    return tuple(_plain(name) for name in names if name)


def _plain(text: str) -> str:
    letters = normalize("NFKD", text.strip().casefold())
    return "".join(one for one in letters if not combining(one))
