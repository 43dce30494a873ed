"""`@press`: a method of a cog that answers the buttons of a page, as `@slash` is one that answers a command."""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, TypeVar

from cogs.interactions.context import Context
from cogs.language.sentences import Sorry
from cogs.pages.press import NUMBER, Page, Press

Method = TypeVar("Method", bound=Callable[Concatenate[Any, Context, ...], Awaitable[None]])

_MARK = "__presses__"

_OUTDATED: Mapping[str, str] = MappingProxyType(
    {
        Page.DAILY: "sorry-old-daily",
        Page.DUEL: "sorry-old-duel",
        Page.HELP: "sorry-old-help",
        Page.HISTORY: "sorry-old-history",
        Page.LEADERS: "sorry-old-leaderboard",
        Page.MISTAKES: "sorry-old-history",
        Page.PRACTICE: "sorry-old-practice",
        Page.REPLAY: "sorry-old-history",
        Page.REVIEW: "sorry-old-history",
        Page.ROUNDS: "sorry-old-history",
        Page.SHARE: "sorry-old-history",
        Page.SITTING: "sorry-old-history",
        Page.VERIFY: "sorry-old-verify",
    }
)
"""The sentences about a button that an earlier version drew or a client forged; others are unknown buttons."""


class _Mark(NamedTuple):
    page: Page
    actions: tuple[str, ...]
    reads: bool


class Answer(NamedTuple):
    """A method that answers a button."""

    method: Callable[..., Awaitable[None]]
    least: int
    most: int
    reads: bool
    """True if the user will read for a while: a lone player's betting time is extended."""


def press(page: Page, *actions: str, reads: bool = False) -> Callable[[Method], Method]:
    """Decorate a cog's method as the answer to these buttons; its parameters after the context are their values."""

    def mark(method: Method) -> Method:
        marks = (*getattr(method, _MARK, ()), _Mark(page, actions, reads))
        setattr(method, _MARK, marks)
        return method

    return mark


class Presses:
    """All answers to buttons, by page and action."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Answer] = {}

    def add(self, cog: object) -> None:
        """Register the methods of a cog that are decorated with `press`."""
        for name in dir(type(cog)):
            for one in getattr(getattr(type(cog), name), _MARK, ()):
                method = getattr(cog, name)
                _, *values = inspect.signature(method).parameters.values()
                needed = [value for value in values if value.default is inspect.Parameter.empty]
                answer = Answer(method, len(needed), len(values), one.reads)
                for action in one.actions:
                    if self._answers.setdefault((one.page, action), answer) is not answer:
                        raise ValueError(f"two answers to {one.page}:{action}")

    def find(self, press: Press | None) -> Answer:
        """Return the answer to a click. Raises `Sorry` for an unknown button, or one with other values."""
        if press is None:
            raise Sorry("sorry-unknown-button")
        found = self._answers.get((press.page, press.action))
        if found is None or not found.least <= len(press.values) <= found.most:
            raise Sorry(_OUTDATED.get(press.page, "sorry-unknown-button"))
        return found


def picked_number(ctx: Context) -> int:
    """Return the number that was picked from a menu. Raises `Sorry`."""
    match ctx.payload.get("values"):
        case [str(text)] if re.fullmatch(NUMBER, text):
            return int(text)
        case _:
            raise Sorry("sorry-old-history")
