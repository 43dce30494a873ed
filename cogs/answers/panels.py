"""Private messages with buttons: what such a button says, who answers it, and the buttons that turn pages.

    bjp1 : panel : button : values

`values` are whole numbers separated by commas, `-` where there are none. Like a table's buttons these say everything
that is needed, so they work after a restart; and like those they are hints, which the answerer checks.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cogs.answers.context import Context
from cogs.board.buttons import NUMBER
from cogs.board.parts import Button, button
from cogs.language import Language
from cogs.language.sentences import Sorry

VERSION = "bjp1"
NOTHING = "-"

_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<panel>[a-z]+):(?P<button>[a-z]+):(?P<values>{NOTHING}|{NUMBER}(?:,{NUMBER})*)"
)

_PICKED = re.compile(NUMBER)
"""How the number of a line of a menu is written."""


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
"""The button of a panel that stands in a channel, and knows a round by its table and by its number there."""


def of_table(panel: str, *numbers: int) -> PanelPress:
    """What is pressed at a table: its id, and the number of its round where the panel is about one."""
    return PanelPress(panel=panel, button=OF_TABLE, values=numbers)


def rounds_from(table_id: int, first: int, last: int | None = None) -> PanelPress:
    """What is pressed below rounds of a table that are over, in their channel; below one round without a `last`."""
    return of_table(REPLAY, table_id, first, *(() if last is None else (last,)))


OPEN = PanelPress(panel=REPLAY, button="open")
"""A menu of rounds in a message that stays: what is picked is shown below it."""

REVIEW = "review"
"""The panel of the buttons that lead to a review of the presser's decisions in a round."""

HINT = "hint"
"""The panel of the button that asks what the moves are worth."""


def review_of(table_id: int, round_number: int) -> PanelPress:
    """What is pressed below a round that is over, in its channel."""
    return of_table(REVIEW, table_id, round_number)


ALL_MOVES = "all"
"""The button of a hint that shows what every move is worth."""


MORE = "more"
"""The panel of the button `⋯` on a board, and of those behind it."""

RULES = "rules"
"""The panel of the button that leads to the rules of a table."""

STRATEGY = "strategy"
"""The panel of the buttons that lead to a chart, as a picture or as a text."""


PRACTISE = "practise"
"""The panel of the buttons by which somebody decides once more about hands that went wrong."""

SITTING = "sitting"
"""The panel of the buttons that tell somebody of their own rounds at a table."""

HELP = "help"
"""The panel of the button that leads to the lesson, and of the menu below that."""

READ = frozenset({MORE, RULES, STRATEGY, REVIEW, SITTING, HELP})
"""Panels with something to read beside a table: opening one from its board shows that a player is there."""

GIFT = "gift"
"""Its button for players who left a table broke."""

NEW_TABLE = "again"
"""The panel of the button that opens a table like one that is closed."""


def parse_panel_press(text: str) -> PanelPress | None:
    """What was pressed, or None for a text that `PanelPress.custom_id` does not write."""
    found = _CUSTOM_ID.fullmatch(text)
    if found is None:
        return None
    values = () if found["values"] == NOTHING else tuple(map(int, found["values"].split(",")))
    return PanelPress(panel=found["panel"], button=found["button"], values=values)


def picked_number(data: Mapping[str, Any]) -> int:
    """The number of the line that was picked from a list of rounds, of a click's payload. Raises `Sorry`."""
    match data.get("values"):
        case [str(text)] if _PICKED.fullmatch(text):
            return int(text)
        case _:
            raise Sorry("sorry-old-history")


Answerer = Callable[[Context, PanelPress], Awaitable[None]]
"""Answers a click on a panel; what it raises is told to the user as everywhere else."""


PAGE_BUTTONS = ("first", "back", "on", "last")
"""The names of the buttons in a panel's presses, from left to right."""

SIGNS = ("⏮️", "◀️", "▶️", "⏭️")
"""What is written on them."""

FEW = 3
"""Pages that need no way to the first and to the last."""


Found = TypeVar("Found")


def last_page(count: int, size: int) -> int:
    """The number of the last page of `count` things, with `size` on a page; the first is 0."""
    return max(count - 1, 0) // size


def page_of(lang: Language, page: int, last: int) -> str:
    """Which page it is, as a list's heading says it; empty where there is one alone."""
    return lang("history-page", page=page + 1, pages=last + 1) if last else ""


async def page_or_last(
    find: Callable[[int, int], Awaitable[Found]],
    page: int,
    size: int,
    count: Callable[[Found], int],
) -> tuple[Found, int]:
    """This page and its number, or the last one where the list has become shorter than that.

    `find` takes how many come before the page and how many it has; `count` says how many there are in all.
    """
    found = await find(page * size, size)
    if page > (last := last_page(count(found), size)):
        return await find(last * size, size), last
    return found, page


def page_buttons(
    panel: str, at: int, last: int, values: Callable[[int], tuple[int, ...]]
) -> Iterator[Button]:
    """Buttons that keep their places, none where there is one page; those that lead nowhere are disabled.

    The pages or steps count from 0 to `last`, and `at` is shown; `values` are what a button to one of them carries.
    """
    targets = (0, max(at - 1, 0), min(at + 1, last), last)
    ways = [*zip(PAGE_BUTTONS, SIGNS, targets, strict=True)] if last else []
    for name, sign, target in ways if last >= FEW else ways[1:-1]:
        press = PanelPress(panel=panel, button=name, values=values(target))
        yield button(sign, press.custom_id(), enabled=target != at)
