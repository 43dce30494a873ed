"""The buttons by which pages and steps are gone through: back and on; of many, to the first and the last."""

from collections.abc import Callable, Iterator

from cogs.answers.panels import PanelPress
from cogs.board.components import Button, button

PAGE_BUTTONS = ("first", "back", "on", "last")
"""The names of the buttons in a panel's presses, from left to right."""

SIGNS = ("⏮️", "◀️", "▶️", "⏭️")
"""What is written on them."""

FEW = 3
"""Pages that need no way to the first and to the last."""


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
