"""What blackjack is made of, and in what it differs: cards, totals, the rules, the rule sets, and their options. Pure.

>>> rules = with_options(RULE_SETS["surrender"], Options(decks=2, min_bet=5_00))
>>> rules_text(rules)
'surrender decks=2 min_bet=500'
>>> parse_rules("surrender decks=2 min_bet=500") == rules
True
>>> hand = total([parse_card("Ah"), parse_card("6c")])
>>> hand
Total(points=17, soft=True)
>>> rules.dealer_draws(hand), RULE_SETS["downtown"].dealer_draws(hand)
(False, True)
"""

from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank, Suit, parse_card
from engine.rules.hand import (
    BLACKJACK,
    Total,
    is_bust,
    is_natural,
    is_pair_by_rank,
    is_pair_by_value,
    total,
)
from engine.rules.options import (
    Options,
    options_of,
    parse_rules,
    rule_set_of,
    rules_text,
    with_options,
    with_what_fits,
)
from engine.rules.refusals import IllegalMove, Refusal, Refused, Why
from engine.rules.rule_sets import CHART_EDGES, DOCUMENTS, RULE_SETS
from engine.rules.rules import Rules, may_hide_a_natural
from engine.rules.terms import Cutter, Pair, Shuffle

__all__ = [
    "BLACKJACK",
    "CHART_EDGES",
    "DOCUMENTS",
    "FRENCH_DECK",
    "PLAIN_SUIT",
    "RULE_SETS",
    "Card",
    "Cutter",
    "IllegalMove",
    "Options",
    "Pair",
    "Rank",
    "Refusal",
    "Refused",
    "Rules",
    "Shuffle",
    "Suit",
    "Total",
    "Why",
    "is_bust",
    "is_natural",
    "is_pair_by_rank",
    "is_pair_by_value",
    "may_hide_a_natural",
    "options_of",
    "parse_card",
    "parse_rules",
    "rule_set_of",
    "rules_text",
    "total",
    "with_options",
    "with_what_fits",
]
