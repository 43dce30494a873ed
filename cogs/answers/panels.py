"""Private messages with buttons: what such a button says, and who answers it.

    bjp1 : panel : button : values

`values` are whole numbers separated by commas, `-` where there are none. Like a table's buttons these say everything
that is needed, so they work after a restart; and like those they are hints, which the answerer checks.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cogs.answers.context import Context

VERSION = "bjp1"
NOTHING = "-"

_NUMBER = r"(?:0|[1-9][0-9]{0,18})"
_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<panel>[a-z]+):(?P<button>[a-z]+):(?P<values>{NOTHING}|{_NUMBER}(?:,{_NUMBER})*)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPress:
    """A button of a panel, and the numbers that it carries; no two buttons of a message have the same name."""

    panel: str
    button: str
    values: tuple[int, ...] = ()

    def custom_id(self) -> str:
        """The text that Discord gives back with a click; at most 100 characters for four numbers."""
        values = ",".join(map(str, self.values)) or NOTHING
        return f"{VERSION}:{self.panel}:{self.button}:{values}"


REPLAY = "replay"
"""The panel of the buttons that lead to a step of a round's replay."""

OF_TABLE = "of"
"""The button of that panel that stands in a channel, and knows a round by its table and by its number there."""


def replay_of(table_id: int, round_number: int) -> PanelPress:
    """What is pressed below a round that is over, in its channel."""
    return PanelPress(panel=REPLAY, button=OF_TABLE, values=(table_id, round_number))


def parse_panel_press(text: str) -> PanelPress | None:
    """What was pressed, or None for a text that `PanelPress.custom_id` does not write."""
    found = _CUSTOM_ID.fullmatch(text)
    if found is None:
        return None
    values = () if found["values"] == NOTHING else tuple(map(int, found["values"].split(",")))
    return PanelPress(panel=found["panel"], button=found["button"], values=values)


Answerer = Callable[[Context, PanelPress], Awaitable[None]]
"""Answers a click on a panel; what it raises is told to the user as everywhere else."""


class Panels:
    """Who answers which panel."""

    def __init__(self) -> None:
        self._answerers: dict[str, Answerer] = {}

    def add(self, panel: str, answerer: Answerer) -> None:
        """From now on this one answers. Raises `ValueError` where somebody does already."""
        if panel in self._answerers:
            raise ValueError(f"the panel {panel} is answered already")
        self._answerers[panel] = answerer

    def answerer(self, press: PanelPress) -> Answerer | None:
        """Who answers this press, if anybody does."""
        return self._answerers.get(press.panel)
