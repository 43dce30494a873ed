"""What a seat is asked to decide, as the coach needs to know it."""

from dataclasses import dataclass, field

from engine.game import Round
from engine.rules import Refusal, Refused, Why
from engine.table.state import Stage, TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a seat is to decide, at its `counter`, in a round with `gone` cards of the shoe dealt before it.

    The round has cards that nobody may see: it goes to `engine.lessons` and nowhere else, and is not printed.
    """

    table_id: int
    round_number: int
    seat: int
    counter: int
    gone: int
    round: Round = field(repr=False)


def question(state: TableState, user_id: int) -> Question:
    """What this user is to decide. Raises `Refused` where that is nothing."""
    seat, round_ = state.seat_of(user_id), state.round
    if state.stage is not Stage.PLAYING or round_ is None:
        raise Refused(Refusal(why=Why.NO_ROUND))
    if seat is None or round_.find(seat.number) is None:
        raise Refused(Refusal(why=Why.NOT_IN_ROUND))
    if seat.number not in round_.awaited:
        raise Refused(Refusal(why=Why.NOT_YOUR_TURN))
    return Question(
        table_id=state.table_id,
        round_number=state.round_number,
        seat=seat.number,
        counter=seat.counter,
        gone=state.shoe_before.dealt,
        round=round_.copy(),
    )
