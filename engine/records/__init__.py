"""Replays, audits and achievements from the saved logs of rounds and shoes.

>>> from engine.records.replay import Replay
>>> from engine.values.played import Ending, SavedMove, SavedRound
>>> from engine.values.rounds import DealtSeat
>>> log = "deal Th; deal 6c; deal 9d; deal Tc; 1 stand; reveal; deal 8d".split("; ")
>>> saved = SavedRound(
...     round_id=1, table_id=1, number=1, channel_id=1, guild_id=2, rules="hotseat", ending=Ending.SETTLED,
...     ended_at=60.0, dealt=(DealtSeat(seat=1, user_id=7, stake=10_00),),
...     moves=tuple(SavedMove(text, at=50.0) for text in log),
... )
>>> replay = Replay(saved)
>>> [str(replay.step(number).move) for number in range(len(replay))]
['None', '1 stand', 'reveal', 'deal 8d']
>>> replay.step(3).view.groups[0].dealer.total.points
24
"""
