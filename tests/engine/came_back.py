"""A table after a restart, and what of it has to be the same as before."""

from engine.table.restoring import as_it_ended, restored
from engine.table.state import Stage, TableState
from engine.values.tables import OpenTable


def came_back(kept: OpenTable) -> TableState:
    """The table after a restart, with all that it tells."""
    state = restored(kept)
    if kept.ended is None or state.stage is Stage.PLAYING:
        return state
    return state._replace(last=as_it_ended(state, kept.ended))


def bare(state: TableState) -> tuple[object, ...]:
    """The state without what a restart gives anew, and how the round before has ended."""
    seats = tuple(seat._replace(deadline=None, seen_from=0) for seat in state.seats)
    anew = state._replace(seats=seats, deadline=None, deal_from=0, rules_from=0, last=None)
    return anew, told(state.last)


def told(end: TableState | None) -> tuple[object, ...]:
    """All that people see of a round that is over."""
    return (end.stage, end.round_number, end.seats, end.round) if end else ()
