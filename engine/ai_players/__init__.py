"""How the players of the house bet and play: each character is a strategy, a function of what its seat may see. Pure.

It imports the coach, and with it numpy: whoever serves imports this room when a table may have company. The first
decision by a rule set makes its strategy chart, which takes half a second: `warm` does that beforehand, on a thread.

The same hand in the eyes of two characters:

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

`Members` is what a table asks.
"""
