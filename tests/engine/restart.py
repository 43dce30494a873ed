"""Tables as after a restart, and rounds as a bank returns them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.table.resuming import as_it_ended, restored
from engine.table.state import Stage, TableState
from engine.values.played import Ending, SavedMove, SavedRound
from engine.values.rounds import DealtSeat
from engine.values.tables import OpenTable


def after_restart(saved: OpenTable) -> TableState:
    state = restored(saved)
    if saved.ended is None or state.stage is Stage.PLAYING:
        return state
    return state._replace(last=as_it_ended(state, saved.ended))


def bare(state: TableState) -> tuple[object, ...]:
    """Return the state without deadlines, other times and the last result, which a restart changes."""
    seats = tuple(seat._replace(deadline=None, seen_from=0) for seat in state.seats)
    same = state._replace(seats=seats, deadline=None, deal_from=0, rules_from=0, last=None)
    return same, result_of(state.last)


def result_of(end: TableState | None) -> tuple[object, ...]:
    return (end.stage, end.round_number, end.seats, end.round) if end else ()


NO_USERS: Mapping[int, int] = MappingProxyType({})


def saved_log(
    rules: str,
    stakes: Mapping[int, int],
    moves: Iterable[object],
    ending: Ending = Ending.SETTLED,
    *,
    number: int = 1,
    table_id: int = 7,
    users: Mapping[int, int] = NO_USERS,
) -> SavedRound:
    """Return a saved round, one move a second; users have their seat's number by default."""
    seats = ((seat, users.get(seat, seat), cents) for seat, cents in stakes.items())
    return SavedRound(
        round_id=number,
        table_id=table_id,
        number=number,
        channel_id=20,
        guild_id=30,
        rules=rules,
        ending=ending,
        ended_at=5_000.0,
        dealt=tuple(DealtSeat(seat=seat, user_id=user, stake=cents) for seat, user, cents in seats),
        moves=tuple(SavedMove(str(move), float(at)) for at, move in enumerate(moves)),
    )
