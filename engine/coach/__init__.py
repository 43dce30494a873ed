"""Blackjack mathematics: the value of each move given the visible cards, strategy charts and house edges.

A seat with 16 against a ten, in the first round of a fresh shoe:

>>> from engine.coach.chart import chart, edge
>>> from engine.coach.observed import situation_of
>>> from engine.coach.worth import worth
>>> from engine.round.moves import Deal
>>> from engine.round.round import Round
>>> from engine.rules.cards import parse_card
>>> from engine.rules.rule_sets import RULE_SETS
>>> now = Round.start(RULE_SETS["vegas"], {1: 10_00})
>>> for text in "Th Kc 6d 7s".split():
...     now.push(Deal(parse_card(text)))
>>> for move, value in worth(situation_of(now, 1)).items():
...     print(f"{move}: {value:+.3f}")
surrender: -0.500
hit: -0.535
stand: -0.541
double: -1.069
>>> chart(now.rules).hard[16, 10]
(<Verb.SURRENDER: 'surrender'>, <Verb.HIT: 'hit'>)
>>> f"{edge(now.rules):.3%}"
'0.330%'

`docs/coach.md` explains the mathematics.
"""
