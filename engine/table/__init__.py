"""A table as a value: seats, bets, deadlines and rounds; what can be asked of it, and what it shows. Pure.

Two users bet, and the cards are dealt; times are in seconds, amounts in cents:

>>> from engine.channel_settings import Seconds
>>> from engine.rules import RULE_SETS
>>> given = {"now": 0.0, "seconds": Seconds(bet=30, turn=20, join=0)}
>>> ids = {"channel_id": 1, "guild_id": 2, "opener": 7}
>>> state = open_table(RULE_SETS["hotseat"], **ids, **given, seed=bytes(32))
>>> for user_id in (8, 7):
...     bet = PlaceBet(user_id=user_id, cents=10_00)
...     accepted = handle(state, bet, **given, luck=lambda: bytes(32))
...     state = accepted.state
>>> view = look(state, {7: 90_00, 8: 90_00})
>>> [(seat.user_id, seat.stake, seat.awaited, seat.deadline) for seat in view.seats]
[(7, 1000, True, 20.0), (8, 1000, False, None)]
>>> view.boxes[0].dealer.cards[1] is None
True
>>> len(accepted.change.moves)
6
"""

from engine.table.asking import Company, Question, question
from engine.table.commands import (
    ChangeRules,
    CheckDeadlines,
    CloseTable,
    Command,
    CutCards,
    DealNow,
    Invite,
    LeaveTable,
    PlaceBet,
    Play,
    SendAway,
    VoidRound,
)
from engine.table.draft import Accepted
from engine.table.ends import as_it_ended, seats_of, untold, without_name
from engine.table.play import of_people, seat_results
from engine.table.procedure import first_shoe, handle, numbered, open_table, resume
from engine.table.restoring import CannotResume, closed, restored
from engine.table.seen import look
from engine.table.state import Stage, TableState, saved, saved_seat
from engine.table.view import BoxView, DealerView, HandView, SealView, SeatView, TableView

__all__ = [
    "Accepted",
    "BoxView",
    "CannotResume",
    "ChangeRules",
    "CheckDeadlines",
    "CloseTable",
    "Command",
    "Company",
    "CutCards",
    "DealNow",
    "DealerView",
    "HandView",
    "Invite",
    "LeaveTable",
    "PlaceBet",
    "Play",
    "Question",
    "SealView",
    "SeatView",
    "SendAway",
    "Stage",
    "TableState",
    "TableView",
    "VoidRound",
    "as_it_ended",
    "closed",
    "first_shoe",
    "handle",
    "look",
    "numbered",
    "of_people",
    "open_table",
    "question",
    "restored",
    "resume",
    "saved",
    "saved_seat",
    "seat_results",
    "seats_of",
    "untold",
    "without_name",
]
