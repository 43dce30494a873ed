"""What the person who opens a table may change of a rule set: decks, seats and limits; and the text form of the result.

A table may be stricter than its rules, never laxer: fewer seats, a higher least bet, a lower highest bet. The number of
decks can be chosen where the rule set says so.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import DECK, MalformedRules, Rules
from engine.values.amounts import require_int


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The changes to a rule set; None leaves it as it is. Limits in cents. Raises `TypeError` for what is no `int`."""

    decks: int | None = None
    seats: int | None = None
    min_bet: int | None = None
    max_bet: int | None = None

    def __post_init__(self) -> None:
        for name, value in self.changes().items():
            require_int(name, value)

    def changes(self) -> dict[str, int]:
        """What is changed, by the name of the field."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def with_options(rules: Rules, options: Options) -> Rules:
    """The rules with these changes. Raises `Refused` where they do not allow them."""
    for refusal in _refusals(rules, options):
        raise Refused(refusal)
    changes: dict[str, Any] = dict(options.changes())
    if not changes:
        return rules  # one value for all tables that change nothing
    if options.decks is not None and rules.cut_card is not None:
        changes["cut_card"] = _cut_card_in(rules.cut_card, rules.decks or 1, options.decks)
    try:
        return replace(rules, **changes)
    except MalformedRules:
        raise Refused(Refusal(why=Why.OPTIONS_CLASH, rules=rules.key)) from None


def with_what_fits(rules: Rules, options: Options) -> Rules:
    """The rules with as many of these changes as they allow."""
    for name, value in options.changes().items():
        with suppress(Refused):
            rules = with_options(rules, Options(**{name: value}))
    return rules


def rule_set_of(rules: Rules) -> Rules:
    """The rule set that these rules come from."""
    return RULE_SETS.get(rules.key, rules)


def options_of(rules: Rules) -> Options:
    """What was changed of the rule set that these rules come from."""
    base = rule_set_of(rules)
    names = (f.name for f in fields(Options))
    changed = {n: getattr(rules, n) for n in names if getattr(rules, n) != getattr(base, n)}
    return Options(**changed)


def rules_text(rules: Rules) -> str:
    """The text form: the key, and what was changed, as in `surrender decks=2 seats=3`."""
    changes = options_of(rules).changes()
    return " ".join([rules.key, *(f"{name}={value}" for name, value in changes.items())])


@lru_cache(maxsize=256)
def parse_rules(text: str) -> Rules:
    """Read the text form. Raises `ValueError` for anything that `rules_text` does not print."""
    key, *changes = text.split(" ")
    if key not in RULE_SETS:
        raise ValueError(f"{key!r} is not a rule set")
    try:
        named = {name: int(value) for name, value in (change.split("=") for change in changes)}
        rules = with_options(RULE_SETS[key], Options(**named))
    except (TypeError, ValueError, Refused) as error:
        raise ValueError(f"{text!r} is not a rule set with options: {error}") from None
    if rules_text(rules) != text:
        raise ValueError(f"{text!r} is not how these rules are written")
    return rules


def _refusals(rules: Rules, options: Options) -> Iterator[Refusal]:
    decks, seats, least, most = options.decks, options.seats, options.min_bet, options.max_bet
    if decks is not None and decks != rules.decks:
        choice = rules.deck_choice
        if choice is None:
            yield Refusal(why=Why.DECKS_FIXED, rules=rules.key)
        elif not choice[0] <= decks <= choice[1]:
            yield Refusal(why=Why.DECKS_OUT_OF_RANGE, rules=rules.key, range=choice)
    if seats is not None and not 1 <= seats <= rules.seats:
        yield Refusal(why=Why.SEATS_OUT_OF_RANGE, rules=rules.key, range=(1, rules.seats))
    if least is not None and not rules.allows(least):
        yield Refusal(why=Why.LEAST_OUT_OF_RANGE, rules=rules.key, cents=least)
    if most is not None and not rules.allows(most):
        yield Refusal(why=Why.MOST_OUT_OF_RANGE, rules=rules.key, cents=most)
    if most is not None and most < (least if least is not None else rules.min_bet):
        yield Refusal(why=Why.LEAST_ABOVE_MOST)


def _cut_card_in(place: tuple[int, int], decks: int, chosen: int) -> tuple[int, int]:
    """Where the cut card lies with another number of decks: in the same place, or in proportion if it is too deep."""
    if place[1] < chosen * DECK:
        return place
    least, most = (max(cards * chosen // decks, 1) for cards in place)
    return least, most
