"""`@press`: which method answers a button, and which values it accepts."""

from itertools import chain

import pytest

from cogs.clicks import Clicks
from cogs.interactions.context import Context
from cogs.interactions.press import Presses, press
from cogs.language.sentences import Sorry
from cogs.pages.press import Act, Page, Press
from engine.round.moves import Verb

from .casino import Casino


class Cog:
    """Two buttons of a page, one with an optional value."""

    @press(Page.HISTORY, "first", "last")
    async def turn(self, ctx: Context, page: int, of: int = 0) -> None:
        """Show a page."""

    @press(Page.RULES, "of", reads=True)
    async def read(self, ctx: Context) -> None:
        """Show a text."""


def a_press(page: str, action: str, *values: int) -> Press:
    return Press(page=page, action=action, values=values)


def test_the_values_are_the_methods_parameters() -> None:
    """A button with fewer or more values is outdated, an unknown page or action as well."""
    presses, cog = Presses(), Cog()
    presses.add(cog)
    for values in ((3,), (3, 1)):
        assert presses.find(a_press("history", "last", *values)).method == cog.turn
    assert presses.find(a_press("rules", "of")).reads
    for refused, sentence in (
        (a_press("history", "last"), "sorry-old-history"),
        (a_press("history", "last", 1, 2, 3), "sorry-old-history"),
        (a_press("history", "next", 1), "sorry-old-history"),
        (a_press("rules", "of", 1), "sorry-unknown-button"),
        (a_press("nothing", "of"), "sorry-unknown-button"),
        (None, "sorry-unknown-button"),
    ):
        with pytest.raises(Sorry) as sorry:
            presses.find(refused)
        assert sorry.value.key == sentence


def test_a_button_has_one_answer() -> None:
    """A second method for the same button is a mistake in the program."""
    presses = Presses()
    presses.add(Cog())
    with pytest.raises(ValueError, match="two answers to"):
        presses.add(Cog())


async def test_every_page_and_every_move_has_an_answer(casino: Casino) -> None:
    """The bot registers all of its cogs."""
    clicks = casino.bot.get_cog("Clicks")
    assert isinstance(clicks, Clicks)
    answers = clicks._presses._answers
    assert {page for page, _ in answers} == {*Page}
    assert {(Page.TABLE, action) for action in chain(Act, Verb)} <= answers.keys()
