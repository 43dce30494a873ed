"""Translates custom ids of version 1.0, still on boards and in old messages. The next version drops this."""

import re

_BOARD = re.compile(
    r"bj1:(?P<table>[0-9]+):(?P<number>[0-9]+):(?P<seats>[-0-9,]+):(?P<counters>[-0-9,]+)"
    r":(?P<verb>[a-z]+(?:-[a-z]+)*)(?:-(?P<amount>[0-9]+))?"
)

_PANEL = re.compile(r"bjp1:(?P<page>[a-z]+):(?P<action>[a-z]+):(?P<values>[-0-9,]+)")


def renewed(text: str) -> str:
    """Return today's custom id for an old one; other texts unchanged."""
    if (panel := _PANEL.fullmatch(text)) is not None:
        return f"bj2:{_of_panel(**panel.groupdict())}"
    if (board := _BOARD.fullmatch(text)) is not None:
        return f"bj2:{_of_board(**board.groupdict())}"
    return text


def _of_panel(page: str, action: str, values: str) -> str:
    match page, values.split(","):
        case "history", [number, "1"]:
            return f"mistakes:list:{number}"
        case "replay", [_, _, _, _]:
            return f"rounds:{action}:{values}"
        case _:
            return f"{page}:{action}:{values}"


def _of_board(
    table: str, number: str, seats: str, counters: str, verb: str, amount: str | None
) -> str:
    values = f"{table},{number}" if amount is None else f"{table},{number},{amount}"
    match verb:
        case "replay":
            return f"replay:of:{values}"
        case "hint":
            return f"hint:of:{table},{number}"
        case "more":
            return f"more:of:{table}"
        case "my-rounds":
            return f"sitting:of:{table}"
        case "new-table":
            return f"again:of:{table}"
        case "take-gift":
            return f"sitting:gift:{table}"
        case "donor":
            return f"donor:take:{'-' if table == '0' else f'{table},{number}'}"
        case "even":  # before 1.0
            return f"table:even-money:{values}:{seats}:{counters}"
        case _:
            return f"table:{verb}:{values}:{seats}:{counters}"
