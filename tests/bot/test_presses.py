"""`@press`: which method answers a button, and which values it accepts."""

from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.clicks import Clicks
from cogs.interactions.context import Context
from cogs.interactions.press import Presses, press
from cogs.language.error_sentences import Sorry
from cogs.pages.press import Act, Page, Press
from engine.round.moves import Verb

from .casino import Casino


class Cog:
    """Two buttons of a page, with an optional value, and a text to read."""

    def __init__(self) -> None:
        self.answered: list[object] = []

    @press(Page.HISTORY, "first", "last")
    async def turn(self, ctx: Context, page: int, flag: bool = False) -> None:
        """Show a page."""
        self.answered.append((page, flag))

    @press(Page.RULES, "of", reads=True)
    async def read(self, ctx: Context) -> None:
        """Show a text."""
        self.answered.append("rules")


@pytest.fixture
def cog() -> Cog:
    return Cog()


@pytest.fixture
def presses(cog: Cog) -> Presses:
    """The answers of the cog, which also notes when a table is kept open."""

    async def keep_open(_: Context) -> None:
        cog.answered.append("kept open")

    presses = Presses(keep_open)
    presses.add(cog)
    return presses


def click(page: str, action: str, *values: int) -> Any:
    return SimpleNamespace(press=Press(page=page, action=action, values=values))


async def test_the_values_are_the_methods_parameters(presses: Presses, cog: Cog) -> None:
    """A flag is 0 or 1. Opening a text keeps the table open first."""
    for which in (("first", 3), ("last", 3, 1)):
        await presses.answer(click("history", *which))
    await presses.answer(click("rules", "of"))
    assert cog.answered == [(3, False), (3, True), "kept open", "rules"]


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (click("history", "last"), "sorry-old-history"),
        (click("history", "last", 1, 1, 3), "sorry-old-history"),
        (click("history", "last", 1, 2), "sorry-old-history"),
        (click("history", "next", 1), "sorry-old-history"),
        (click("rules", "of", 1), "sorry-unknown-button"),
        (click("nothing", "of"), "sorry-unknown-button"),
    ],
)
async def test_other_buttons_are_refused(presses: Presses, refused: Any, sentence: str) -> None:
    """An unknown page or action, or other values."""
    with pytest.raises(Sorry) as sorry:
        await presses.answer(refused)
    assert sorry.value.key == sentence


def test_a_button_has_one_answer(presses: Presses) -> None:
    """A second method for the same button is a mistake in the program."""
    with pytest.raises(ValueError, match="two answers to"):
        presses.add(Cog())


async def test_every_page_and_every_move_has_an_answer(casino: Casino) -> None:
    """The bot registers all of its cogs."""
    clicks = casino.bot.get_cog("Clicks")
    assert isinstance(clicks, Clicks)
    answers = clicks._presses._handlers
    assert {page for page, _ in answers} == {*Page}
    assert {(Page.TABLE, action) for action in chain(Act, Verb)} <= answers.keys()
