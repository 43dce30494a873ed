"""A blackjack table: an immutable state, the commands that give the next state, and its public view. No I/O.

Two users bet, and the cards are dealt; times are in seconds, amounts in cents:

>>> from engine.table.channel_settings import Seconds
>>> from engine.rules.rule_sets import HOTSEAT
>>> from engine.table.commands import PlaceBet
>>> from engine.table.command_handler import handle
>>> from engine.table.state import open_table
>>> from engine.table.viewing import view_of
>>> given = {"now": 0.0, "seconds": Seconds(bet=30, turn=20, join=0)}
>>> state = open_table(HOTSEAT, channel_id=1, guild_id=2, opener=7, **given, seed=bytes(32))
>>> for user_id in (8, 7):
...     bet = PlaceBet(user_id=user_id, cents=10_00)
...     accepted = handle(state, bet, **given, random_bytes=lambda: bytes(32))
...     state = accepted.state
>>> view = view_of(state, {7: 90_00, 8: 90_00})
>>> [(seat.user_id, seat.stake, seat.awaited, seat.deadline) for seat in view.seats]
[(7, 1000, True, 20.0), (8, 1000, False, None)]
"""
