"""One friendly sentence for everything that is refused."""

from typing import Any

from cogs.language import Language, words
from engine.money import dollars, short_dollars
from engine.rules import Refusal


def sentence(lang: Language, refusal: Refusal) -> str:
    """What the player is told, privately."""
    return lang(words.key("why", refusal.why), **_figures(lang, refusal))


def _figures(lang: Language, refusal: Refusal) -> dict[str, Any]:
    """What the sentence may speak of."""
    figures: dict[str, Any] = {}
    if refusal.cents is not None:
        figures["cents"] = short_dollars(refusal.cents)
    if refusal.balance is not None:
        figures["balance"] = dollars(refusal.balance)
    if refusal.range is not None:
        figures["least"], figures["most"] = refusal.range
    if refusal.rules is not None:
        figures["rules"] = lang(f"rules-{refusal.rules}")
    return figures
