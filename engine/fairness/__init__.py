"""Shoes that can't be rigged: sealed before the first card, shuffled with a player's words, published at their end.

>>> from engine.fairness.transcript_check import verify_transcript
>>> from engine.fairness.sealing import NONE_BEFORE, cards_text, hashed, header, mix_of, sealed_shoe, transcript
>>> from engine.round.shoe import Shoe
>>> from engine.rules.rule_sets import RULE_SETS
>>> from engine.values.shoes import ShoeEnd
>>> rules = RULE_SETS["private"]
>>> sealed = sealed_shoe(rules, table_id=17, number=1, before=NONE_BEFORE, first_round=1, seed=bytes(32))
>>> sealed.sealed.hex()[:32]
'?'
>>> shoe = sealed._replace(words=hashed("my words"), words_by=7)
>>> order = Shoe.fresh(rules, mix_of(shoe)).order
>>> text = transcript(
...     header=shoe.header, sealed=shoe.sealed, words=shoe.words, seed=shoe.seed, end=ShoeEnd.ROUND_OVER, voided=(),
...     cards=cards_text(rules.decks, [order[:6]]),
... )
>>> verify_transcript(text.encode(), sealed.sealed.hex(), "my words").flaw is None
True
>>> verify_transcript(text.encode(), sealed.sealed.hex(), "other words").flaw
<Flaw.OTHER_WORDS: 'other words were added to its shuffle'>
"""
