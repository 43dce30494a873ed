"""Buttons of private messages: what is written into one reads back, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.answers.context import Context
from cogs.answers.panels import PanelPress, Panels, parse_panel_press
from cogs.language import ENGLISH
from sandbox import AnswerKind

from .casino import Casino
from .past import played

names = st.from_regex(r"[a-z]+", fullmatch=True)
numbers = st.integers(min_value=0, max_value=10**19 - 1)
presses = st.builds(
    PanelPress,
    panel=names,
    button=names,
    values=st.lists(numbers, max_size=5).map(tuple),
)


@given(presses)
def test_what_is_written_reads_back(press: PanelPress) -> None:
    """Every press survives its way through a button."""
    assert parse_panel_press(press.custom_id()) == press


@given(st.text(alphabet="bjp102:,-ano ", max_size=40))
def test_whatever_is_read_is_written_in_the_same_way(text: str) -> None:
    """There is one text for a press: nothing else is taken for it."""
    press = parse_panel_press(text)
    assert press is None or press.custom_id() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bjp1",
        "bjp2:leaders:on:0",
        "bjp1:leaders:on",
        "bjp1:leaders:on:",
        "bjp1:leaders:on:0:",
        "bjp1:leaders:on:-,0",
        "bjp1:leaders:on:0,",
        "bjp1:leaders:on:01",
        "bjp1:leaders:on:-1",
        "bjp1:leaders:on:1.5",
        "bjp1:leaders:on:٣",
        "bjp1:leaders:on:" + "9" * 20,
        "bjp1:Leaders:on:0",
        "bjp1:leaders::0",
        "bjp1::on:0",
        "bjp1:leaders:on:0\n",
        " bjp1:leaders:on:0",
        "bj1:1:1:1:0:stand",
    ],
)
def test_nonsense_is_not_read(text: str) -> None:
    """Neither older versions, nor what a program would never write, nor a table's button."""
    assert parse_panel_press(text) is None


def test_four_of_the_longest_numbers_fit() -> None:
    """Discord takes 100 characters."""
    press = PanelPress(panel="leaders", button="first", values=(10**19 - 1,) * 4)
    assert len(press.custom_id()) <= 100


async def test_a_panel_has_one_answerer() -> None:
    """Each press finds its own; a second answerer of a panel is a mistake in the program."""

    async def turn(ctx: Context, press: PanelPress) -> None:
        """Answer."""

    panels = Panels()
    panels.add("leaders", turn)
    assert panels.answerer(PanelPress(panel="leaders", button="on")) is turn
    assert panels.answerer(PanelPress(panel="riders", button="on")) is None
    with pytest.raises(ValueError, match="leaders is answered already"):
        panels.add("leaders", turn)


@pytest.mark.parametrize("custom_id", ["bjp1:nobody:on:0", "bjp1:leaders:on:-1", "bjp9:x:y:-"])
async def test_an_unknown_button_is_answered_with_a_sentence(
    casino: Casino, custom_id: str
) -> None:
    """Of a panel that nobody answers, or in a text that no version wrote: the asker alone is told."""
    user = casino.sandbox.user(1)
    await played(casino, {user.id: 0})
    panel = (await user.command(casino.channel, "leaderboard")).message
    assert panel
    answer = await user.click(panel, custom_id=custom_id, force=True)
    assert answer.kind is AnswerKind.MESSAGE
    assert answer.text == ENGLISH("sorry-unknown-button")
    assert answer.message
    assert answer.message.ephemeral
