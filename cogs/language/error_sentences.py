"""Turns errors into friendly sentences."""

from collections.abc import Sequence
from typing import Any

from cogs.language import Language, words
from engine.rules.refusals import Refusal, Refused, Why
from engine.values.amounts import NotAnAmount
from engine.values.bank import OutcomeUnknown, Paused

EXAMPLE = 1_000_00
"""Cents."""


class Sorry(Exception):
    """An error with a sentence for the user: the text `key` with `values`, where a list has keys of texts to join."""

    def __init__(self, key: str, **values: str | int | Sequence[str]) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


def explained(lang: Language, error: Exception) -> str:
    match error:
        case Sorry(key=key, values=values):
            return lang(key, **{name: _formatted(lang, value) for name, value in values.items()})
        case Refused(refusal=refusal):
            return sentence(lang, refusal)
        case Paused(until=until):
            return sentence(lang, Refusal(why=Why.PAUSED, until=until))
        case NotAnAmount(meant=int(meant)):
            return _did_you_mean(lang, meant)
        case NotAnAmount():
            return lang("sorry-not-an-amount", amount=_example(lang))
        case OutcomeUnknown():
            return lang("sorry-in-doubt")
        case _:
            return lang("sorry-our-fault")


def not_a_limit(lang: Language, error: NotAnAmount) -> Sorry | NotAnAmount:
    """Return the error to show for an invalid bet limit; keep that of an ambiguous amount."""
    if error.meant is not None:
        return error
    return Sorry("sorry-not-a-limit", amount=_example(lang))


def _example(lang: Language) -> str:
    return lang.plain.money.write(EXAMPLE)


def _did_you_mean(lang: Language, cents: int) -> str:
    """Ask if `1.500` means $1,500. Only whole dollars are ambiguous, so there are no cents."""
    return lang("sorry-did-you-mean", amount=lang.money.write(cents), typed=str(cents // 100))


def _formatted(lang: Language, value: str | int | Sequence[str]) -> str | int:
    return value if isinstance(value, (str, int)) else lang.listed(map(lang, value))


def sentence(lang: Language, refusal: Refusal) -> str:
    return lang(words.key("why", refusal.why), **_values(lang, refusal))


def _values(lang: Language, refusal: Refusal) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    if refusal.cents is not None:
        figures["cents"] = lang.money.write(refusal.cents)
    if refusal.balance is not None:
        figures["balance"] = lang.money.write(refusal.balance)
    if refusal.range is not None:
        figures["least"], figures["most"] = refusal.range
    if refusal.seconds is not None:
        figures["seconds"] = refusal.seconds
    if refusal.until is not None:
        figures["until"] = words.relative(refusal.until)
    if refusal.rules is not None:
        figures["rules"] = lang(f"rules-{refusal.rules}")
    return figures
