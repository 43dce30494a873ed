"""Custom ids of version 1.0: their buttons are still on boards and in old messages. The next version drops this."""

import re
from types import MappingProxyType

from cogs.pages.press import NUMBER, NUMBERS, OF_TABLE, Page, Press, numbers, replays_of

_BOARD = re.compile(
    rf"bj1:(?P<table>{NUMBER}):(?P<round>{NUMBER}):"
    rf"(?P<seats>{NUMBERS}):(?P<counters>{NUMBERS}):(?P<verb>[a-z]+(?:-[a-z]+)*)(?:-(?P<number>{NUMBER}))?"
)

_PANEL = re.compile(rf"bjp1:(?P<page>[a-z]+):(?P<action>[a-z]+):(?P<values>{NUMBERS})")

_PAGES = MappingProxyType(
    {"more": Page.MORE, "my-rounds": Page.SITTING, "new-table": Page.AGAIN, "hint": Page.HINT}
)
"""The pages that a board's verbs opened."""


def _of_panel(page: str, action: str, values: tuple[int, ...]) -> Press:
    match page, values:
        case "history", (number, 1):
            return Press(page=Page.MISTAKES, action="list", values=(number,))
        case "replay", (_, _, _, _):
            return Press(page=Page.ROUNDS, action=action, values=values)
        case _:
            return Press(page=page, action=action, values=values)


def parse_old_press(text: str) -> Press | None:
    """Parse a custom id of version 1.0; None for any other text."""
    if (panel := _PANEL.fullmatch(text)) is not None:
        return _of_panel(panel["page"], panel["action"], tuple(numbers(panel["values"])))
    if (found := _BOARD.fullmatch(text)) is None:
        return None
    seats, counters = numbers(found["seats"]), numbers(found["counters"])
    if len(seats) != len(counters) or len(set(seats)) != len(seats):
        return None
    table_id, round_number = int(found["table"]), int(found["round"])
    number = () if found["number"] is None else (int(found["number"]),)
    match found["verb"]:
        case "replay":
            return replays_of(table_id, round_number, *number)
        case "hint":
            return Press(page=Page.HINT, action=OF_TABLE, values=(table_id, round_number))
        case "more" | "my-rounds" | "new-table" as verb:
            return Press(page=_PAGES[verb], action=OF_TABLE, values=(table_id,))
        case "take-gift":
            return Press(page=Page.SITTING, action="gift", values=(table_id,))
        case "donor":
            values = (table_id, round_number) if table_id else ()
            return Press(page=Page.DONOR, action="take", values=values)
        case verb:
            values = (table_id, round_number, *number)
            by_seat = dict(zip(seats, counters, strict=True))
            return Press(page=Page.TABLE, action=verb, values=values, counters=by_seat)
