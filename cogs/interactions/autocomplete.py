"""Autocomplete of command options."""

import logging
from collections.abc import Callable, Iterable
from itertools import islice

from cogs.discord_link.payloads import BotInteraction
from cogs.language import language_of
from cogs.pages.suggestions import Suggestion, rules_suggestions
from engine.rules.rule_sets import CHOICES

log = logging.getLogger(__name__)

MOST = 25
"""Discord's limit."""


def suggestions(find: Callable[[], Iterable[Suggestion]]) -> list[Suggestion]:
    """Return what `find` yields, up to Discord's limit; empty if it fails."""
    try:
        return list(islice(find(), MOST))
    except Exception:
        log.exception("an autocomplete failed")
        return []


async def any_rules(interaction: BotInteraction, typed: str) -> list[Suggestion]:
    """Suggest rule sets, whether allowed here or not."""
    lang = language_of(interaction.locale)
    return suggestions(lambda: rules_suggestions(lang, typed, CHOICES.values()))
