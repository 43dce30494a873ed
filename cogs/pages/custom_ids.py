"""Parses custom ids; `cogs/pages/press.py` describes and writes them."""

import re

from cogs.pages.old_presses import parse_old_press
from cogs.pages.press import NOTHING, NUMBERS, VERSION, Page, Press, numbers

_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<page>[a-z]+):(?P<action>[a-z]+(?:-[a-z]+)*):(?P<values>{NUMBERS})"
    rf"(?::(?P<seats>{NUMBERS}):(?P<counters>{NUMBERS}))?"
)


def parse_press(text: str) -> Press | None:
    """Parse a custom id; None for a text that neither this version nor the one before writes."""
    found = _CUSTOM_ID.fullmatch(text)
    if found is None or (found["seats"] is None) is (found["page"] == Page.TABLE):
        return parse_old_press(text)
    counters = _counters(found["seats"] or NOTHING, found["counters"] or NOTHING)
    if counters is None:
        return None
    values = tuple(numbers(found["values"]))
    return Press(page=found["page"], action=found["action"], values=values, counters=counters)


def _counters(seats: str, counters: str) -> dict[int, int] | None:
    """The counters by seat; None if they don't match."""
    of, counts = numbers(seats), numbers(counters)
    if len(of) != len(counts) or len(set(of)) != len(of):
        return None
    return dict(zip(of, counts, strict=True))
