"""One round of blackjack: moves, legality, the state machine, the shoe and payouts.

A round with a stacked shoe; amounts in cents:

>>> from engine.round.moves import Deal, Reveal, parse_move
>>> from engine.round.costs_and_payouts import settle
>>> from engine.round.round import NextCard, NextReveal, Round, Turns
>>> from engine.rules.cards import parse_card
>>> from engine.rules.rule_sets import RULE_SETS
>>> cards = iter("8h 6c 8d Tc 3s Jd Ts 9d".split())
>>> moves = iter(["1 split", "1 double", "1 stand"])
>>> now = Round.start(RULE_SETS["vegas"], {1: 10_00})
>>> while now.awaits is not None:
...     match now.awaits:
...         case NextCard():
...             now.push(Deal(parse_card(next(cards))))
...         case NextReveal():
...             now.push(Reveal())
...         case Turns():
...             now.push(parse_move(next(moves)))
>>> [(outcome.reason.value, outcome.stake, outcome.net) for outcome in settle(now)]
[('dealer busts', 2000, 2000), ('dealer busts', 1000, 1000)]
"""
