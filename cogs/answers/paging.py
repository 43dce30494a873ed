"""The buttons by which pages and steps are gone through: first, back, on, last."""

from collections.abc import Callable, Iterator

from cogs.answers.panels import PanelPress
from cogs.table.components import Button, button

PAGE_BUTTONS = ("first", "back", "on", "last")
"""The names of the buttons in a panel's presses, from left to right."""

SIGNS = ("⏮️", "◀️", "▶️", "⏭️")
"""What is written on them."""


def page_buttons(
    panel: str, at: int, last: int, values: Callable[[int], tuple[int, ...]]
) -> Iterator[Button]:
    """Four buttons that keep their places; those that lead nowhere are disabled.

    The pages or steps count from 0 to `last`, and `at` is shown; `values` are what a button to one of them carries.
    """
    targets = (0, max(at - 1, 0), min(at + 1, last), last)
    for name, sign, target in zip(PAGE_BUTTONS, SIGNS, targets, strict=True):
        press = PanelPress(panel=panel, button=name, values=values(target))
        yield button(sign, press.custom_id(), enabled=target != at)
