"""Provably fair shoes: their seed is sealed by a hash before the first card, and published at their end.

After the seal, a player adds words to the shuffle:

>>> from engine.fairness.transcript_check import verify_transcript
>>> from engine.fairness.sealing import cards_text, hashed, mix_of, sealed_shoe, transcript
>>> from engine.round.shoe import Shoe
>>> from engine.rules.rule_sets import PRIVATE
>>> from engine.values.shoes import ShoeEnd
>>> sealed = sealed_shoe(PRIVATE, table_id=17, number=1, before=bytes(32), first_round=1, seed=bytes(32))
>>> shoe = sealed._replace(words=hashed("my words"), words_by=7)
>>> order = Shoe.fresh(PRIVATE, mix_of(shoe)).order
>>> text = transcript(
...     header=shoe.header, sealed=shoe.sealed, words=shoe.words, seed=shoe.seed, end=ShoeEnd.ROUND_OVER, voided=(),
...     cards=cards_text(1, [order[:6]]),
... )
>>> verify_transcript(text.encode(), sealed.sealed.hex(), "my words").flaw
>>> verify_transcript(text.encode(), sealed.sealed.hex(), "other words").flaw
<Flaw.OTHER_WORDS: 'other words were added to its shuffle'>
"""
