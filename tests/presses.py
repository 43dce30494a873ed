"""Custom ids of a board's buttons."""

from collections.abc import Mapping

from cogs.pages.press import Page, Press

NO_COUNTERS: Mapping[int, int] = {}


def on_board(
    action: str,
    *values: int,
    table_id: int = 1,
    number: int = 1,
    counters: Mapping[int, int] = NO_COUNTERS,
) -> Press:
    """Return a button of a table's board, drawn for this round; `values` follow the table and the round."""
    return Press(
        page=Page.TABLE, action=action, values=(table_id, number, *values), counters=counters
    )


def table_of(press: Press) -> int:
    """Return the table's id of a button on a board."""
    return press.values[0]


def round_of(press: Press) -> int:
    """Return the number of the round in a button on a board; 0 without one."""
    return press.values[1] if len(press.values) > 1 else 0


def amount_of(press: Press) -> int | None:
    """Return the amount in a button on a board, in cents."""
    return press.values[2] if len(press.values) > 2 else None
