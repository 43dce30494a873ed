"""The rules of blackjack: cards, hand totals, rule sets and a table's options. No I/O.

>>> from engine.rules.cards import parse_card, total
>>> from engine.rules.options import Options, parse_rules, rules_text, with_options
>>> from engine.rules.rule_sets import RULE_SETS
>>> rules = with_options(RULE_SETS["surrender"], Options(decks=2, min_bet=5_00))
>>> rules_text(rules)
'surrender decks=2 min_bet=500'
>>> parse_rules("surrender decks=2 min_bet=500") == rules
True
>>> hand = total([parse_card("Ah"), parse_card("6c")])
>>> hand
Total(points=17, soft=True)
>>> rules.dealer_draws(hand)
False
"""
