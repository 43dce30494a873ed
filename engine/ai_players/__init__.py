"""How the AI players bet and play: each character is a strategy, a pure function of the cards that its seat may see.

This package imports numpy, so the application imports it only when a table may have AI players. The first decision by a
rule set computes its strategy chart, which takes half a second; call `warm` earlier, on a worker thread.

Two characters play the same hand:

>>> from engine.values.tables import Character
>>> from engine.ai_players.bets_and_moves import plays
>>> from engine.coach.observed import situation_of
>>> from engine.round.moves import Deal
>>> from engine.round.round import Round
>>> from engine.rules.cards import parse_card
>>> from engine.rules.rule_sets import RULE_SETS
>>> now = Round.start(RULE_SETS["vegas"], {1: 10_00})
>>> for text in "8h Kc 8d 7s".split():
...     now.push(Deal(parse_card(text)))
>>> plays(Character.BOOK, situation_of(now, 1))
<Verb.SPLIT: 'split'>
>>> plays(Character.CAREFUL, situation_of(now, 1))
<Verb.STAND: 'stand'>
"""
