"""Rebuilds tables after a restart, and earlier rounds, from saved data."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from engine.fairness.sealing import mix_of
from engine.round.moves import parse_move
from engine.round.round import MalformedRecord, Phase, Round, face_down, fold
from engine.round.shoe import Shoe, ShoeEmpty
from engine.rules.cards import Card
from engine.rules.options import parse_rules
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.state import Seat, Stage, TableState, seconds_to_bet
from engine.values.rounds import DealtSeat, EndedRound
from engine.values.tables import OpenTable


def resume(state: TableState, *, now: float, seconds: Seconds) -> TableState:
    """Restart a table's deadlines after the bot's restart."""
    awaited = state.awaited
    seats = (
        seat._replace(deadline=now + seconds.turn if seat.number in awaited else None)
        for seat in state.seats
    )
    deadline = now + seconds_to_bet(state.seats, seconds)
    betting = state.stage is Stage.BETTING
    return state._replace(
        seats=tuple(seats),
        deadline=deadline if betting else None,
        deal_from=now + seconds.join,
        resumed=True,
    )


class CannotResume(Exception):
    """Raised if a table's saved data are invalid."""


def restored(saved: OpenTable) -> TableState:
    """Return the state of a saved table, replaying its round. Raises `CannotResume`."""
    state = _state_of(saved)
    for wrong, why in _misfits(saved, state):
        if wrong:
            raise CannotResume(f"table {state.table_id}: {why}")
    return state


def _misfits(saved: OpenTable, state: TableState) -> Iterator[tuple[bool, str]]:
    seats = {(seat.number, seat.user_id, seat.stake) for seat in state.seats}
    dealt = {(seat.seat, seat.user_id, seat.stake) for seat in saved.dealt}
    playing = state.stage is Stage.PLAYING
    yield state.stage not in (Stage.BETTING, Stage.PLAYING, Stage.CLOSED), "its stage is wrong"
    yield (
        not playing and bool(saved.dealt or saved.moves),
        "it has a dealt round, but is not playing",
    )
    yield playing and not dealt <= seats, "its round has other seats than the table"
    yield playing and not state.awaited, "its round waits for no seat"


def _state_of(saved: OpenTable) -> TableState:
    table = saved.table
    try:
        rules = parse_rules(table.rules)
        seed = mix_of(saved.shoe) if saved.shoe else table.shoe_seed
        shoe = Shoe.rebuilt(rules, seed, table.shoe_dealt)
        stage = Stage(table.phase)
        round_ = round_of(rules, saved.dealt, saved.moves) if stage is Stage.PLAYING else None
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
        seats=tuple(Seat(*seat) for seat in table.seats),
        last_seat=table.last_seat,
        version=table.version,
        round_number=table.round_number,
        round=round_,
        shoe=after,
        shoe_before=shoe,
        awaits_first_bet=table.asked,
        deadline=table.deadline,
        message=table.message,
        sealed=saved.shoe,
        unseen=tuple(_unseen(rules, saved.voided)),
        restored=saved.restored,
        voided=tuple(one.number for one in saved.voided),
        locale=table.locale,
        parent_id=table.parent_id,
    )


def _unseen(rules: Rules, voided: Iterable[EndedRound]) -> Iterator[Card]:
    """Yield the unseen cards of voided rounds, skipping damaged logs."""
    for saved in voided:
        with suppress(ValueError):
            yield from face_down(round_of(rules, saved.dealt, saved.moves))


def closed(saved: OpenTable) -> TableState:
    """Return a saved table as closed, for display, without its last round. Raises `CannotResume`."""
    bare = _state_of(saved._replace(dealt=(), moves=()))
    return bare._replace(seats=(), stage=Stage.CLOSED)


def round_of(rules: Rules, dealt: Iterable[DealtSeat], moves: Iterable[str]) -> Round:
    """Replay a saved round. Raises `ValueError` for invalid moves."""
    return fold(rules, {seat.seat: seat.stake for seat in dealt}, map(parse_move, moves))


def _shoe_after(before: Shoe, round_: Round) -> Shoe:
    """Return the shoe after the round's cards. Raises `MalformedRecord` if its next cards are others."""
    shoe, out = before.copy(), [*round_.cards_out()]
    for number, card in enumerate(out):
        if shoe.draw(partial(islice, out, number)) != card:
            # Don't name the cards: they may lie face down or be yet to come.
            raise MalformedRecord(f"card {number} in the log is not the one in the shoe")
    return shoe


FORGOTTEN = -1
"""The user id after a deletion of data."""


def as_it_ended(now: TableState, saved: EndedRound) -> TableState:
    """Return the state that shows the end of an earlier round. Raises `CannotResume`."""
    over = placeholder(now, saved.number)._replace(
        seats=seats_of(saved.dealt), restored=saved.by_host
    )
    if not saved.moves:
        return over._replace(stage=Stage.VOIDED)
    try:
        round_ = round_of(now.rules, saved.dealt, saved.moves)
    except ValueError as error:
        raise CannotResume(f"table {now.table_id}, round {saved.number}: {error}") from error
    stage = Stage.SETTLED if round_.phase is Phase.OVER else Stage.VOIDED
    return over._replace(stage=stage, round=round_)


def without_name(end: TableState, user_id: int) -> TableState:
    seats = [
        seat._replace(user_id=FORGOTTEN) if seat.user_id == user_id else seat for seat in end.seats
    ]
    return end._replace(seats=tuple(seats))


def placeholder(now: TableState, number: int) -> TableState:
    """Return an empty state to show for a round with an unusable log."""
    return now._replace(
        stage=Stage.SETTLED,
        seats=(),
        round_number=number,
        round=None,
        deadline=None,
        last=None,
        resumed=False,
        restored=False,
    )


def seats_of(dealt: Iterable[DealtSeat]) -> tuple[Seat, ...]:
    return tuple(Seat(number=d.seat, user_id=d.user_id, stake=d.stake) for d in dealt)
