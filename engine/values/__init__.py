"""Values that the tables and the bank (the saved games and money) exchange. Neither side depends on the other.

Money moves by postings: payments between accounts, in cents. The player's gain from a won bet:

>>> from engine.values.money import HOUSE, Posting, PostingKind, STAKE, player
>>> bet = Posting(source=player(7), target=STAKE, cents=10_00, kind=PostingKind.BET, seat=1)
>>> back = Posting(source=STAKE, target=player(7), cents=10_00, kind=PostingKind.STAKE_RETURNED, seat=1)
>>> won = Posting(source=HOUSE, target=player(7), cents=10_00, kind=PostingKind.WINNINGS, seat=1)
>>> sum(p.cents * ((p.target == player(7)) - (p.source == player(7))) for p in (bet, back, won))
1000
"""
