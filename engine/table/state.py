"""A table between two commands, as a value."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from engine.game import MalformedRecord, Phase, Round, Shoe, ShoeEmpty, Turns, fold, parse_move
from engine.rules import Rules, parse_rules, rules_text
from engine.saved import DealtSeat, EndedRound, OpenTable, SavedSeat, SavedTable


class Stage(StrEnum):
    """What a table is doing."""

    BETTING = "betting"
    """Bets for the coming round are taken; there is no round yet."""
    PLAYING = "playing"
    SETTLED = "settled"
    """The round is over and paid. Only shown: the next bets are taken at once."""
    VOIDED = "voided"
    """The round was ended without a result. Only shown."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(SavedSeat):
    """A user at the table. Numbers are given in the order of sitting down and never used again at this table."""

    deadline: float | None = None
    """A moment of the clock's `now`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """Everything about a table. Holds the shoe and the hole card: it never leaves the engine but through `view`."""

    table_id: int
    channel_id: int
    guild_id: int
    rules: Rules
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

    def seat_of(self, user_id: int) -> Seat | None:
        """The user's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat(self, number: int) -> Seat:
        """The seat of this number. Raises `KeyError` where it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    def with_seat(self, changed: Seat) -> "TableState":
        """With this seat in the place of the one of the same number, or as the last one."""
        if all(seat.number != changed.number for seat in self.seats):
            last = max(self.last_seat, changed.number)
            return replace(self, seats=(*self.seats, changed), last_seat=last)
        return self.with_seats(changed if s.number == changed.number else s for s in self.seats)

    def with_seats(self, seats: Iterable[Seat]) -> "TableState":
        """With these seats and no others."""
        return replace(self, seats=tuple(seats))

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose decision the round waits for."""
        awaits = self.round.awaits if self.round else None
        return awaits.seats if isinstance(awaits, Turns) else frozenset()

    def postponed(self, seconds: float) -> "TableState":
        """With every deadline so much later."""
        seats = (
            seat if seat.deadline is None else replace(seat, deadline=seat.deadline + seconds)
            for seat in self.seats
        )
        deadline = None if self.deadline is None else self.deadline + seconds
        return replace(self.with_seats(seats), deadline=deadline)

    @property
    def next_deadline(self) -> float | None:
        """The earliest moment at which somebody is late, a moment of the clock's `now`."""
        deadlines = [seat.deadline for seat in self.seats if seat.deadline is not None]
        if self.stage is Stage.BETTING and self.deadline is not None:
            deadlines.append(self.deadline)
        return min(deadlines, default=None)


def saved(state: TableState) -> SavedTable:
    """What the bank keeps of a table."""
    return SavedTable(
        table_id=state.table_id,
        channel_id=state.channel_id,
        guild_id=state.guild_id,
        rules=rules_text(state.rules),
        phase=state.stage,
        asked=state.asked,
        deadline=state.next_deadline,
        round_number=state.round_number,
        shoe_seed=state.shoe_before.seed,
        shoe_dealt=state.shoe_before.dealt,
        last_seat=state.last_seat,
        message_id=state.message_id,
        message_round=state.message_round,
        closed=state.stage is Stage.CLOSED,
    )


def saved_seat(seat: Seat) -> SavedSeat:
    """What the bank keeps of a seat."""
    return SavedSeat(**_kept_of(seat))


def changed_seats(
    before: TableState, after: TableState
) -> tuple[tuple[SavedSeat, ...], tuple[int, ...]]:
    """The seats that are new or are kept otherwise than before, and the numbers of those that are free now."""
    were = {seat.number: seat for seat in before.seats}
    seats = []
    for seat in after.seats:
        was = were.pop(seat.number, None)
        if was is None or (was is not seat and saved_seat(was) != saved_seat(seat)):
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
        shoe = Shoe.rebuilt(rules, table.shoe_seed, table.shoe_dealt)
        playing = Stage(table.phase) is Stage.PLAYING
        round_ = _round_of(rules, kept.dealt, kept.moves) if playing else None
        after = _shoe_after(shoe, round_) if round_ else shoe
    except (ValueError, ShoeEmpty) as error:
        raise CannotResume(f"table {table.table_id}: {error}") from error
    return TableState(
        table_id=table.table_id,
        channel_id=table.channel_id,
        guild_id=table.guild_id,
        rules=rules,
        stage=Stage(table.phase),
        seats=tuple(Seat(**_kept_of(seat)) for seat in kept.seats),
        last_seat=table.last_seat,
        round_number=table.round_number,
        round=round_,
        shoe=after,
        shoe_before=shoe,
        asked=table.asked,
        deadline=table.deadline,
        message_id=table.message_id,
        message_round=table.message_round,
    )


def closed(kept: OpenTable) -> TableState:
    """A closed table, to be shown once more; ignores its last round, which may be damaged. Raises `CannotResume`."""
    return replace(_state_of(replace(kept, dealt=(), moves=())), seats=(), stage=Stage.CLOSED)


def unseen_ends(kept: OpenTable) -> list[TableState]:
    """The ends of rounds that people may not have seen. Raises `CannotResume`."""
    if not kept.unseen:
        return []  # as nearly always: then nothing needs to be folded
    now = _state_of(kept)
    return [_as_it_ended(now, ended) for ended in kept.unseen]


def _as_it_ended(now: TableState, ended: EndedRound) -> TableState:
    over = replace(now, seats=seats_of(ended.dealt), round_number=ended.number)
    if not ended.moves:
        return replace(over, stage=Stage.VOIDED, round=None)
    try:
        round_ = _round_of(now.rules, ended.dealt, ended.moves)
    except ValueError as error:
        raise CannotResume(f"table {now.table_id}, round {ended.number}: {error}") from error
    return replace(
        over, stage=Stage.SETTLED if round_.phase is Phase.OVER else Stage.VOIDED, round=round_
    )


def seats_of(dealt: Iterable[DealtSeat]) -> tuple[Seat, ...]:
    """The seats of a round that is over, as they are shown."""
    return tuple(Seat(number=d.seat, user_id=d.user_id, stake=d.stake) for d in dealt)


_KEPT = tuple(field.name for field in fields(SavedSeat))


def _kept_of(seat: SavedSeat) -> dict[str, Any]:
    """What the bank keeps of a seat, by the name of the field."""
    return {name: getattr(seat, name) for name in _KEPT}


def _round_of(rules: Rules, dealt: Iterable[DealtSeat], moves: Iterable[str]) -> Round:
    return fold(rules, {seat.seat: seat.stake for seat in dealt}, map(parse_move, moves))


def _shoe_after(shoe: Shoe, round_: Round) -> Shoe:
    """The shoe once the round's cards are out of it. Raises `MalformedRecord` where they are other cards."""
    out = round_.cards_out
    for number, card in enumerate(out):
        drawn, shoe = shoe.draw(out[:number])
        if drawn != card:
            # Neither card is named: it may lie face down, or be still to come.
            raise MalformedRecord(f"card {number} in the log is not the one in the shoe")
    return shoe
