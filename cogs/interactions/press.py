"""The decorator `@press` for methods that answer buttons, and their router."""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, TypeVar

from cogs.interactions.context import Context
from cogs.language.error_sentences import Sorry
from cogs.pages.press import NUMBER, Page

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


class _Mark(NamedTuple):
    page: Page
    actions: tuple[str, ...]
    reads: bool


class PressHandler(NamedTuple):
    method: Callable[..., Awaitable[None]]
    types: tuple[Any, ...]
    """`int`, `bool`, an enum, or an optional number."""
    least: int
    """Values without a default."""
    reads: bool

    def arguments(self, values: Sequence[int]) -> list[Any]:
        """Convert a button's numbers to the method's types. Raises `ValueError` if they do not fit."""
        if not self.least <= len(values) <= len(self.types):
            raise ValueError(f"{len(values)} values")
        return [_convert(value, kind) for value, kind in zip(values, self.types, strict=False)]


def _convert(value: int, kind: Any) -> Any:
    if kind is bool and value > 1:
        raise ValueError(value)
    return kind(value) if isinstance(kind, type) else value


def press(page: Page, *actions: str, reads: bool = False) -> Callable[[Method], Method]:
    """Mark a method as the answer to these buttons. Its parameters after the context are their values.

    If `reads`, a click extends a lone player's betting time.
    """

    def mark(method: Method) -> Method:
        marks = (*getattr(method, _MARK, ()), _Mark(page, actions, reads))
        setattr(method, _MARK, marks)
        return method

    return mark


class Presses:
    def __init__(self, keep_open: Callable[[Context], Awaitable[None]]) -> None:
        """Initialise; `keep_open` extends a lone player's betting time."""
        self._keep_open = keep_open
        self._handlers: dict[tuple[str, str], PressHandler] = {}

    def add(self, cog: object) -> None:
        for name in dir(type(cog)):
            for one in getattr(getattr(type(cog), name), _MARK, ()):
                method = getattr(cog, name)
                _, *values = inspect.signature(method).parameters.values()
                least = sum(value.default is inspect.Parameter.empty for value in values)
                types = tuple(value.annotation for value in values)
                handler = PressHandler(method, types, least, one.reads)
                for action in one.actions:
                    if self._handlers.setdefault((one.page, action), handler) is not handler:
                        raise ValueError(f"two answers to {one.page}:{action}")

    def answer(self, ctx: Context) -> Awaitable[None]:
        """Answer a click. Raises `Sorry` if the button is unknown or its values don't fit the method."""
        press = ctx.press
        try:
            found = self._handlers[press.page, press.action]
            arguments = found.arguments(press.values)
        except (KeyError, ValueError):
            raise Sorry(_OUTDATED.get(press.page, "sorry-unknown-button")) from None
        answer = found.method(ctx, *arguments)
        return self._read(ctx, answer) if found.reads else answer

    async def _read(self, ctx: Context, answer: Awaitable[None]) -> None:
        await self._keep_open(ctx)
        await answer


def picked_number(ctx: Context) -> int:
    """Return the number picked in a menu. Raises `Sorry` if the value is no number."""
    if re.fullmatch(NUMBER, ctx.picked) is None:
        raise Sorry("sorry-old-history")
    return int(ctx.picked)
