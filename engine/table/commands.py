"""What can be asked of a table. `round_number` is the round that a button was drawn for; None comes from typing.

A `Question` is what the coach is asked; nothing comes of it but a mark on the move that follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.game import Round, Verb
from engine.integers import require_int
from engine.rules import Refusal, Refused, Why
from engine.table.state import Stage, TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBet:
    """Sit down if need be, and bet `cents` on the coming round; `cents` None repeats the last bet.

    Raises `TypeError` where the cents are no `int`.
    """

    user_id: int
    cents: int | None
    round_number: int | None = None

    def __post_init__(self) -> None:
        if self.cents is not None:
            require_int("a bet in cents", self.cents)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealNow:
    """The first seat does not want to wait for more bets."""

    user_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCards:
    """Whoever cuts mixes their words into the cards, before the first one is dealt.

    Raises `ValueError` where there are no words. They are nobody's business but the player's, and are not printed.
    """

    user_id: int
    words: str = field(repr=False)
    round_number: int | None = None

    def __post_init__(self) -> None:
        if not self.words:
            raise ValueError("nobody cuts without words")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveTable:
    """Get up; a bet that is not dealt yet comes back."""

    user_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A decision in the running round, always for the user's own seat.

    `counters` are the counts that the button was drawn with, by seat number; `cents` are for an insurance. Whether the
    player was `hinted`, the table itself says.
    """

    user_id: int
    verb: Verb
    counters: Mapping[int, int]
    round_number: int
    cents: int | None = None
    hinted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound:
    """An admin ends the running round without a result; every stake goes back."""

    admin_id: int
    round_number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable:
    """An admin closes the table; what is staked goes back."""

    admin_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDeadlines:
    """A timer asks who is late; it knows nothing itself."""


PlayerCommand = PlaceBet | DealNow | CutCards | LeaveTable | Play
Command = PlayerCommand | VoidRound | CloseTable | CheckDeadlines


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


class Hinted:
    """The decisions for which players have had a hint: the last of each seat."""

    def __init__(self) -> None:
        self._asked: dict[int, tuple[int, int]] = {}
        """Round and counter, by the number of the seat."""

    def note(self, state: TableState, asked: Question) -> None:
        """A hint is given now. Raises `Refused` where the decision has been made meanwhile."""
        seats = {seat.number: seat.counter for seat in state.seats}
        now = state.round_number, seats.get(asked.seat)
        if now != (asked.round_number, asked.counter) or asked.seat not in state.awaited:
            raise Refused(Refusal(why=Why.STALE))
        self._asked[asked.seat] = asked.round_number, asked.counter

    def marked(self, state: TableState, command: Command) -> Command:
        """The command, which says so where it is a move of somebody who has had a hint for it."""
        if not isinstance(command, Play) or (seat := state.seat_of(command.user_id)) is None:
            return command
        hinted = self._asked.get(seat.number) == (state.round_number, seat.counter)
        return replace(command, hinted=hinted)

    def forget_but(self, state: TableState) -> None:
        """Keep no more than the seats of this state."""
        seats = {seat.number for seat in state.seats}
        self._asked = {seat: asked for seat, asked in self._asked.items() if seat in seats}
