"""Custom ids: what is written reads back, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.board.buttons import Press, parse_custom_id

numbers = st.integers(min_value=0, max_value=10**19 - 1)
presses = st.builds(
    Press,
    table_id=numbers,
    round_number=numbers,
    verb=st.from_regex(r"[a-z]+(-[a-z]+)?", fullmatch=True),
    counters=st.dictionaries(numbers, numbers, max_size=4),
    number=st.none() | numbers,
)


@given(presses)
def test_what_is_written_reads_back(press: Press) -> None:
    """Every press survives its way through a button."""
    assert parse_custom_id(press.custom_id()) == press


@given(st.text(alphabet="bj102,:-astdn ", max_size=40))
def test_whatever_is_read_is_written_in_the_same_way(text: str) -> None:
    """There is one text for a press: nothing else is taken for it."""
    press = parse_custom_id(text)
    assert press is None or press.custom_id() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bj1",
        "bj2:1:1:1:0:stand",
        "bj1:1:1:1:0:stand ",
        "\nbj1:1:1:1:0:stand",
        "bj1:1:1:1:0:stand\n",
        "bj1:1:1:1:0:Stand",
        "bj1:1:1:1:0:",
        "bj1:1:1:1:0:-money",
        "bj1:1:1:1:0:even-",
        "bj1:1:1:1:stand",
        "bj1:1:1:1:0:0:stand",
        "bj1:+1:1:1:0:stand",
        "bj1:-1:1:1:0:stand",
        "bj1:1:01:1:0:stand",
        "bj1:1:1:1,:0,:stand",
        "bj1:1:1:1,2:0:stand",
        "bj1:1:1:1,1:0,0:stand",
        "bj1:1:1:-:0:stand",
        "bj1:1:1:1:-:stand",
        "bj1:1:1:-:-:bet-",
        "bj1:1:1:-:-:bet-01",
        "bj1:1:1:-:-:bet-1.5",
        "bj1:1:1:-:-:bet--5",
        "bj1:١:1:-:-:deal",
        "bj1:" + "9" * 20 + ":1:-:-:deal",
    ],
)
def test_anything_else_is_nothing(text: str) -> None:
    """What no button says is not read."""
    assert parse_custom_id(text) is None


def test_the_longest_button_fits() -> None:
    """Four seats awaited, at the millionth table, in the millionth round: well below 100 characters."""
    press = Press(
        table_id=10**6,
        round_number=10**6,
        verb="surrender",
        counters={10**6 + seat: 10**6 for seat in range(4)},
    )
    assert len(press.custom_id()) <= 100
