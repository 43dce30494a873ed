"""Panels, which are private messages with buttons: their custom ids, answerers and page buttons.

    bjp1 : panel : button : values

`values` are whole numbers separated by commas, or `-` if there are none. A custom id contains everything needed, so
panels work after a restart. A client can forge it, so answerers check the values.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cogs.interactions.context import Context
from cogs.language import Language
from cogs.language.sentences import Sorry
from cogs.pages.buttons import NUMBER
from cogs.pages.parts import Button, button

VERSION = "bjp1"
NOTHING = "-"

_CUSTOM_ID = re.compile(
    rf"{VERSION}:(?P<panel>[a-z]+):(?P<button>[a-z]+):(?P<values>{NOTHING}|{NUMBER}(?:,{NUMBER})*)"
)

_PICKED = re.compile(NUMBER)
"""The value of a menu's option: a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPress:
    """A button of a panel and its values. Buttons of one message have different names."""

    panel: str
    button: str
    values: tuple[int, ...] = ()

    def custom_id(self) -> str:
        """Return the custom id; at most 100 characters with four values."""
        values = ",".join(map(str, self.values)) or NOTHING
        return f"{VERSION}:{self.panel}:{self.button}:{values}"


REPLAY = "replay"
"""The panel of replays: steps of a round."""

OF_TABLE = "of"
"""The button of a panel that is reached from a public message; it names a round by table id and round number."""


def of_table(panel: str, *numbers: int) -> PanelPress:
    """A button at a table; `numbers` are the table's id and, if the panel is about a round, its number."""
    return PanelPress(panel=panel, button=OF_TABLE, values=numbers)


def rounds_from(table_id: int, first: int, last: int | None = None) -> PanelPress:
    """The button below finished rounds in their channel; without `last`, below a single round."""
    return of_table(REPLAY, table_id, first, *(() if last is None else (last,)))


OPEN = PanelPress(panel=REPLAY, button="open")
"""The menu of rounds in a message that stays; the picked round is shown in a new message."""

REVIEW = "review"
"""The panel of reviews: the user's own decisions in a round."""

HINT = "hint"
"""The panel of hints: the value of each legal move."""


def review_of(table_id: int, round_number: int) -> PanelPress:
    """The review button below a finished round in its channel."""
    return of_table(REVIEW, table_id, round_number)


ALL_MOVES = "all"
"""The button of a hint that shows the value of every move."""


MORE = "more"
"""The panel of the board's `⋯` button."""

RULES = "rules"
"""The panel with the rules of a table."""

STRATEGY = "strategy"
"""The panel of strategy charts, as a picture or as text."""


PRACTISE = "practise"
"""The panel for practising hands that the user misplayed."""

SITTING = "sitting"
"""The panel with the user's own rounds at a table."""

HELP = "help"
"""The panel of the lesson and the menu below it."""

READ = frozenset({MORE, RULES, STRATEGY, REVIEW, SITTING, HELP})
"""Panels with text to read; opening one from a table's board shows that the player is still present."""

GIFT = "gift"
"""The donor's button in `SITTING`, for players who left a table broke."""

NEW_TABLE = "again"
"""The panel that opens a table like a closed one."""


def parse_panel_press(text: str) -> PanelPress | None:
    """Parse a custom id; return None if `PanelPress.custom_id` could not have written it."""
    found = _CUSTOM_ID.fullmatch(text)
    if found is None:
        return None
    values = () if found["values"] == NOTHING else tuple(map(int, found["values"].split(",")))
    return PanelPress(panel=found["panel"], button=found["button"], values=values)


def picked_number(data: Mapping[str, Any]) -> int:
    """Return the number that was picked from a menu of rounds, from a click's payload. Raises `Sorry`."""
    match data.get("values"):
        case [str(text)] if _PICKED.fullmatch(text):
            return int(text)
        case _:
            raise Sorry("sorry-old-history")


Answerer = Callable[[Context, PanelPress], Awaitable[None]]
"""Answers a click on a panel; `Answering` handles its errors."""


PAGE_BUTTONS = ("first", "back", "on", "last")
"""The names of the page buttons, from left to right."""

SIGNS = ("⏮️", "◀️", "▶️", "⏭️")
"""Their labels."""

FEW = 3
"""From this number of the last page on, there are also buttons to the first and the last page."""


Found = TypeVar("Found")


def last_page(count: int, size: int) -> int:
    """The number of the last page of `count` items, `size` per page; the first page is 0."""
    return max(count - 1, 0) // size


def page_of(lang: Language, page: int, last: int) -> str:
    """The "page 2 of 5" of a list's heading; empty if there is only one page."""
    return lang("history-page", page=page + 1, pages=last + 1) if last else ""


async def page_or_last(
    find: Callable[[int, int], Awaitable[Found]],
    page: int,
    size: int,
    count: Callable[[Found], int],
) -> tuple[Found, int]:
    """Return the content and number of this page, or of the last page if the list has become shorter.

    `find` takes an offset and a limit; `count` returns the length of the whole list from the content of a page.
    """
    found = await find(page * size, size)
    if page > (last := last_page(count(found), size)):
        return await find(last * size, size), last
    return found, page


def page_buttons(
    panel: str, at: int, last: int, values: Callable[[int], tuple[int, ...]]
) -> Iterator[Button]:
    """Yield the page buttons; none if there is one page. A button to the current page is disabled.

    Pages or steps count from 0 to `last`; `at` is the current one. `values` returns the values of a button to a page.
    """
    targets = (0, max(at - 1, 0), min(at + 1, last), last)
    links = [*zip(PAGE_BUTTONS, SIGNS, targets, strict=True)] if last else []
    for name, sign, target in links if last >= FEW else links[1:-1]:
        press = PanelPress(panel=panel, button=name, values=values(target))
        yield button(sign, press.custom_id(), enabled=target != at)
