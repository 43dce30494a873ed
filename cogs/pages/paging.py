"""Pages of long lists: their buttons and headings."""

from collections.abc import Awaitable, Callable, Iterator
from enum import StrEnum
from typing import TypeVar

from cogs.language import Language
from cogs.pages.parts import Button, button
from cogs.pages.press import Page, Press


class PageTurn(StrEnum):
    FIRST = "first"
    BACK = "back"
    NEXT = "on"
    LAST = "last"


SIGNS = ("⏮️", "◀️", "▶️", "⏭️")

FEW = 3
"""From this last page on, buttons lead to the first and last page."""

Found = TypeVar("Found")


def last_page(count: int, size: int) -> int:
    """Return the number of the last page, counted from 0."""
    return max(count - 1, 0) // size


def page_of(lang: Language, page: int, last: int) -> str:
    """Return "page 2 of 5"; empty for a single page."""
    return lang("history-page", page=page + 1, pages=last + 1) if last else ""


async def page_or_last(
    find: Callable[[int, int], Awaitable[Found]],
    page: int,
    size: int,
    count: Callable[[Found], int],
) -> tuple[Found, int]:
    """Return this page's content and number; the last page's if there are fewer.

    `find` takes an offset and a limit; `count` returns the list's length from a page's content.
    """
    found = await find(page * size, size)
    if page > (last := last_page(count(found), size)):
        return await find(last * size, size), last
    return found, page


def page_buttons(
    page: Page, at: int, last: int, values: Callable[[int], tuple[int, ...]]
) -> Iterator[Button]:
    """Yield buttons to other pages of a list; none for a single page.

    Pages count from 0 to `last`; `at` is the current one. `values` maps a target page to its
    button's values.
    """
    targets = (0, max(at - 1, 0), min(at + 1, last), last)
    links = [*zip(PageTurn, SIGNS, targets, strict=True)] if last else []
    for action, sign, target in links if last >= FEW else links[1:-1]:
        press = Press(page=page, action=action, values=values(target))
        yield button(sign, press.custom_id(), enabled=target != at)
