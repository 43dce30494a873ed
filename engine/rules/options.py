"""The options of a player who opens a table, and the text form of the resulting rules.

Options mean fewer seats, a higher lowest bet, a lower highest bet, and for some rule sets another number of decks.
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

_ONE_DECK = (26, 36)
"""The cut card's range in a deck too short for its rule set's own; as in Downtown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A player's changes to a rule set; None for no change. Bets in cents. Raises `TypeError` unless all are `int`s."""

    decks: int | None = None
    seats: int | None = None
    min_bet: int | None = None
    max_bet: int | None = None

    def __post_init__(self) -> None:
        for name, value in self.changes().items():
            require_int(name, value)

    def changes(self) -> dict[str, int]:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def with_options(rules: Rules, options: Options) -> Rules:
    """Return the rules changed by these options. Raises `Refused` if not allowed."""
    for refusal in _refusals(rules, options):
        raise Refused(refusal)
    changes: dict[str, Any] = dict(options.changes())
    if not changes:
        return rules  # tables without changes share one value
    if options.decks is not None and rules.cut_card is not None:
        changes["cut_card"] = (
            rules.cut_card if rules.cut_card[1] < options.decks * DECK else _ONE_DECK
        )
    try:
        return replace(rules, **changes)
    except MalformedRules:
        raise Refused(Refusal(why=Why.OPTIONS_CLASH, rules=rules.key)) from None


def with_what_fits(rules: Rules, options: Options) -> Rules:
    """Return the rules changed by as many of these options as they allow."""
    for name, value in options.changes().items():
        with suppress(Refused):
            rules = with_options(rules, Options(**{name: value}))
    return rules


def rule_set_of(rules: Rules) -> Rules:
    return RULE_SETS.get(rules.key, rules)


def options_of(rules: Rules) -> Options:
    base = rule_set_of(rules)
    names = (f.name for f in fields(Options))
    changed = {n: getattr(rules, n) for n in names if getattr(rules, n) != getattr(base, n)}
    return Options(**changed)


def rules_text(rules: Rules) -> str:
    """Return the rules' saved text: the rule set's key and the options, such as `surrender decks=2 seats=3`.

    For a single deck, `cut=26` gives the cut card's place. Texts of version 1.0.0 lack it: the place is in proportion.
    """
    changes = options_of(rules).changes()
    if _was_moved(rules):
        changes["cut"] = _ONE_DECK[0]
    return " ".join([rules.key, *(f"{name}={value}" for name, value in changes.items())])


@lru_cache(maxsize=256)
def parse_rules(text: str) -> Rules:
    """Return the rules with this text form. Raises `ValueError` for a text that `rules_text` would not write."""
    key, *changes = text.split(" ")
    if key not in RULE_SETS:
        raise ValueError(f"{key!r} is not a rule set")
    try:
        named = {name: int(value) for name, value in (change.split("=") for change in changes)}
        cut = named.pop("cut", None)
        rules = with_options(RULE_SETS[key], Options(**named))
        if cut is None and _was_moved(rules):
            rules = replace(rules, cut_card=_in_proportion(RULE_SETS[key]))
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


def _was_moved(rules: Rules) -> bool:
    """Return True if the cut card was moved because the shoe is too short for its rule set's place."""
    return rules.cut_card == _ONE_DECK != rule_set_of(rules).cut_card


def _in_proportion(rules: Rules) -> tuple[int, int] | None:
    least, most = rules.cut_card or (0, 0)
    return (least // rules.decks, most // rules.decks) if rules.decks else None
