"""A table between two commands, as a value; as it comes back after a restart; and how its last round has ended.

That is told above the next bets, and in two lines once another round is dealt.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import NamedTuple

from engine.fairness import mix_of
from engine.game import MalformedRecord, Phase, Round, Shoe, ShoeEmpty, fold, parse_move
from engine.rules import Rules, parse_rules
from engine.saved import DealtSeat, EndedRound, OpenTable, SavedSeat, SavedShoe, SavedTable

FORGOTTEN = -1
"""Stands for a user who has no number any more; the bank gives such users numbers below zero, too."""


class Stage(StrEnum):
    """What a table is doing."""

    BETTING = "betting"
    """Bets for the coming round are taken; there is no round yet."""
    PLAYING = "playing"
    SETTLED = "settled"
    """The round is over and paid. Only shown: above the next bets, which are taken at once, and folded afterwards."""
    VOIDED = "voided"
    """The round was ended without a result. Only shown, in the same way."""
    CLOSED = "closed"


class Seat(NamedTuple):
    """A user at the table: what is kept as a `SavedSeat`, and the deadline.

    Numbers are given in the order of sitting down and never used again at this table.
    """

    number: int
    user_id: int
    counter: int = 0
    missed: int = 0
    stake: int = 0
    last_stake: int = 0
    leaving: bool = False
    deadline: float | None = None
    """A moment of the clock's `now`."""

    @property
    def kept(self) -> tuple[int | float | None, ...]:
        """All but the deadline: the fields of a `SavedSeat`, in their order."""
        return self[:-1]


class TableState(NamedTuple):
    """Everything about a table. Holds the shoe and the hole card: it never leaves the engine but through `view`.

    Nobody changes the round and the shoes of a state: a `Draft` makes its own.
    """

    table_id: int
    channel_id: int
    guild_id: int
    rules: Rules
    rules_text: str
    """Their text form, in which they are kept."""
    stage: Stage
    seats: tuple[Seat, ...]
    last_seat: int
    """The highest seat number that was given."""
    round_number: int
    """The round that runs or is coming."""
    round: Round | None
    shoe: Shoe
    shoe_before: Shoe
    """The shoe as it was before the running round's first card; the same as `shoe` between rounds."""
    asked: bool
    """Whether the first seat has yet to say if another round is played."""
    deadline: float | None
    """When bets are closed, a moment of the clock's `now`; None while a round is played."""
    message_id: int | None = None
    message_round: int = 0
    """The round that the table's message shows."""
    resumed: bool = False
    """Whether the house came back in the middle of this round."""
    sealed: SavedShoe | None = None
    """The seal of the shoe, and its secret; None for a shoe from before there were seals."""
    last: "TableState | None" = None
    """How the round before has ended, with the seats that were dealt in, until the next one is dealt."""
    folded: bool = False
    """Whether this is the end of a round that another one has followed: it is told in two lines."""

    def seat_of(self, user_id: int) -> Seat | None:
        """The user's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat(self, number: int) -> Seat:
        """The seat of this number. Raises `KeyError` where it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose decision the round waits for."""
        return self.round.awaited if self.round else frozenset()

    def postponed(self, seconds: float) -> "TableState":
        """With every deadline so much later."""
        seats = tuple(
            seat if seat.deadline is None else seat._replace(deadline=seat.deadline + seconds)
            for seat in self.seats
        )
        deadline = None if self.deadline is None else self.deadline + seconds
        return self._replace(seats=seats, deadline=deadline)

    @property
    def next_deadline(self) -> float | None:
        """The earliest moment at which somebody is late, a moment of the clock's `now`."""
        deadlines = [seat.deadline for seat in self.seats if seat.deadline is not None]
        if self.deadline is not None and self.stage is Stage.BETTING:
            deadlines.append(self.deadline)
        return min(deadlines, default=None)


def board_of(stage: Stage, round_number: int) -> int:
    """The round whose message shows a table: until the next deal, bets are taken under what was played last."""
    between = stage in (Stage.BETTING, Stage.CLOSED)
    return max(round_number - 1, 1) if between else round_number


def saved(state: TableState) -> SavedTable:
    """What the bank keeps of a table."""
    return SavedTable(
        table_id=state.table_id,
        channel_id=state.channel_id,
        guild_id=state.guild_id,
        rules=state.rules_text,
        phase=state.stage,
        asked=state.asked,
        deadline=state.next_deadline,
        round_number=state.round_number,
        shoe_seed=state.sealed.seed if state.sealed else state.shoe_before.seed,
        shoe_dealt=state.shoe_before.dealt,
        last_seat=state.last_seat,
        message_id=state.message_id,
        message_round=state.message_round,
        closed=state.stage is Stage.CLOSED,
    )


def saved_seat(seat: Seat) -> SavedSeat:
    """What the bank keeps of a seat."""
    return SavedSeat._make(seat.kept)


def changed_seats(
    before: TableState, after: TableState
) -> tuple[tuple[SavedSeat, ...], tuple[int, ...]]:
    """The seats that are new or are kept otherwise than before, and the numbers of those that are free now."""
    were = {seat.number: seat for seat in before.seats}
    seats = []
    for seat in after.seats:
        was = were.pop(seat.number, None)
        if was is None or was.kept != seat.kept:
            seats.append(saved_seat(seat))
    return tuple(seats), tuple(were)


class CannotResume(Exception):
    """What the bank kept of a table does not fit together; the message says where."""


def restored(kept: OpenTable) -> TableState:
    """The table that the bank kept, its round folded from its moves. Raises `CannotResume`."""
    state = _state_of(kept)
    for wrong, why in _misfits(kept, state):
        if wrong:
            raise CannotResume(f"table {state.table_id}: {why}")
    return state


def _misfits(kept: OpenTable, state: TableState) -> Iterator[tuple[bool, str]]:
    """What would leave the table stuck."""
    seats = {(seat.number, seat.user_id, seat.stake) for seat in state.seats}
    dealt = {(seat.seat, seat.user_id, seat.stake) for seat in kept.dealt}
    playing = state.stage is Stage.PLAYING
    yield state.stage not in (Stage.BETTING, Stage.PLAYING, Stage.CLOSED), "no table stays so"
    yield not playing and bool(kept.dealt or kept.moves), "its round was dealt, but is not played"
    yield playing and not dealt <= seats, "the seats of its round are not those of the table"
    yield playing and not state.awaited, "nobody is asked in its round"


def _state_of(kept: OpenTable) -> TableState:
    table = kept.table
    try:
        rules = parse_rules(table.rules)
        seed = mix_of(kept.shoe) if kept.shoe else table.shoe_seed
        shoe = Shoe.rebuilt(rules, seed, table.shoe_dealt)
        stage = Stage(table.phase)
        round_ = round_of(rules, kept.dealt, kept.moves) if stage is Stage.PLAYING else None
        after = _shoe_after(shoe, round_) if round_ else shoe
    except (ValueError, ShoeEmpty) as error:
        raise CannotResume(f"table {table.table_id}: {error}") from error
    return TableState(
        table_id=table.table_id,
        channel_id=table.channel_id,
        guild_id=table.guild_id,
        rules=rules,
        rules_text=table.rules,
        stage=stage,
        seats=tuple(Seat(*seat) for seat in kept.seats),
        last_seat=table.last_seat,
        round_number=table.round_number,
        round=round_,
        shoe=after,
        shoe_before=shoe,
        asked=table.asked,
        deadline=table.deadline,
        message_id=table.message_id,
        # A version of this program that took bets in a message of their own has counted it for the coming round.
        message_round=min(table.message_round, board_of(stage, table.round_number)),
        sealed=kept.shoe,
    )


def closed(kept: OpenTable) -> TableState:
    """A closed table, to be shown once more; ignores its last round, which may be damaged. Raises `CannotResume`."""
    bare = _state_of(kept._replace(dealt=(), moves=()))
    return bare._replace(seats=(), stage=Stage.CLOSED)


def ended(state: TableState, stage: Stage) -> TableState:
    """A round that has just ended, settled or voided: nobody is told of but those who were dealt in."""
    stakes = state.round.stakes if state.round else {}
    dealt = [(seat.number, seat.user_id) for seat in state.seats if seat.number in stakes]
    seats = [Seat(number=number, user_id=user, stake=stakes[number]) for number, user in dealt]
    return state._replace(stage=stage, seats=tuple(seats), deadline=None)


def as_it_ended(now: TableState, kept: EndedRound) -> TableState:
    """An earlier round of this table, by what was kept of it. Raises `CannotResume`."""
    over = untold(now, kept.number)._replace(seats=seats_of(kept.dealt))
    if not kept.moves:
        return over._replace(stage=Stage.VOIDED)
    try:
        round_ = round_of(now.rules, kept.dealt, kept.moves)
    except ValueError as error:
        raise CannotResume(f"table {now.table_id}, round {kept.number}: {error}") from error
    stage = Stage.SETTLED if round_.phase is Phase.OVER else Stage.VOIDED
    return over._replace(stage=stage, round=round_)


def without_name(end: TableState, user_id: int) -> TableState:
    """The same, played by somebody who was forgotten in this user's place."""
    seats = [
        seat._replace(user_id=FORGOTTEN) if seat.user_id == user_id else seat for seat in end.seats
    ]
    return end._replace(seats=tuple(seats))


def with_ends(
    state: TableState, ends: list[TableState]
) -> tuple[TableState, tuple[TableState, ...]]:
    """The table with the end of its last round while bets are taken, and the others of these, folded."""
    is_last = bool(ends) and ends[-1].round_number == state.round_number - 1
    if is_last and state.stage is not Stage.PLAYING:
        *ends, last = ends
        state = state._replace(last=last)
    return state, tuple([end._replace(folded=True) for end in ends])


def untold(now: TableState, number: int) -> TableState:
    """An earlier round of this table of which nothing can be told."""
    return now._replace(
        stage=Stage.SETTLED,
        seats=(),
        round_number=number,
        round=None,
        deadline=None,
        last=None,
        resumed=False,
    )


def seats_of(dealt: Iterable[DealtSeat]) -> tuple[Seat, ...]:
    """The seats of a round that is over, as they are shown."""
    return tuple(Seat(number=d.seat, user_id=d.user_id, stake=d.stake) for d in dealt)


def round_of(rules: Rules, dealt: Iterable[DealtSeat], moves: Iterable[str]) -> Round:
    """The round of these moves. Raises `ValueError` where they make none."""
    return fold(rules, {seat.seat: seat.stake for seat in dealt}, map(parse_move, moves))


def _shoe_after(before: Shoe, round_: Round) -> Shoe:
    """The shoe once the round's cards are out of it. Raises `MalformedRecord` where they are other cards."""
    shoe, out = before.copy(), [*round_.cards_out()]
    for number, card in enumerate(out):
        if shoe.draw(partial(islice, out, number)) != card:
            # Neither card is named: it may lie face down, or be still to come.
            raise MalformedRecord(f"card {number} in the log is not the one in the shoe")
    return shoe
