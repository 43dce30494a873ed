"""The chips under a table: amounts that can be bet there, whatever its limits are."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cogs.board.rows import chips
from engine.money import MOST

from .casino import Casino

amounts = (
    st.integers(1, MOST) | st.integers(1, 200_00) | st.integers(1, 1_000).map(lambda n: 100 * n)
)


@given(amounts, amounts)
def test_every_chip_is_alive(one: int, other: int) -> None:
    """One to three different amounts within any limits, the smallest first."""
    lowest, highest = sorted((one, other))
    found = chips(lowest, highest)
    assert 1 <= len(found) <= 3
    assert found == tuple(sorted(set(found)))
    assert all(lowest <= cents <= highest for cents in found)


@given(amounts, amounts)
def test_chips_are_of_the_series(one: int, other: int) -> None:
    """1, 2, 5, 10 … wherever the limits leave any of these; all of them, where they leave three at most."""
    lowest, highest = sorted((one, other))
    series = [s * 10**n for n in range(16) for s in (1, 2, 5) if lowest <= s * 10**n <= highest]
    assume(series)
    found = chips(lowest, highest)
    assert set(found) <= set(series)
    assert len(found) == min(len(series), 3)


def test_chips_within_small_limits() -> None:
    """Every pair of limits up to three dollars, cent by cent."""
    for lowest in range(1, 300):
        for highest in range(lowest, 300):
            found = chips(lowest, highest)
            assert 1 <= len(found) <= 3
            assert lowest <= found[0] <= found[-1] <= highest


@pytest.mark.parametrize(
    ("lowest", "highest", "expected"),
    [
        (1_00, MOST, (10, 50, 100)),
        (2_00, 500_00, (10, 50, 100)),
        (1_00, 20_00, (5, 10, 20)),
        (1_00, 50_00, (10, 20, 50)),
        (1_00, 5_00, (1, 2, 5)),
        (5_00, 5_00, (5,)),
        (7_00, 7_00, (7,)),
        (3_00, 4_00, (3, 4)),
        (30_00, 70_00, (50,)),
        (25_00, MOST, (50, 200, 500)),
        (100_00, MOST, (100, 500, 1_000)),
        (1_000_00, MOST, (1_000, 2_000, 5_000)),
        (5_000_00, MOST, (5_000, 10_000, 20_000)),
        (1_000_000_00, MOST, (1_000_000, 2_000_000, 5_000_000)),
        (MOST, MOST, (MOST // 100,)),
    ],
)
def test_chips_make_sense(lowest: int, highest: int, expected: tuple[int, ...]) -> None:
    """From what is worth a click to what a newcomer can pay several times, as far as the limits let it be."""
    assert tuple(cents // 100 for cents in chips(lowest, highest)) == expected


@pytest.mark.parametrize("limits", [{}, {"min": "1k"}, {"max": "5"}, {"min": "7", "max": "7"}])
async def test_the_chips_of_a_table_can_all_be_pressed(
    casino: Casino, limits: dict[str, str]
) -> None:
    """Whatever its opener has set, no chip is greyed out, and each one bets what is written on it."""
    alice, bob = casino.users(2)
    await alice.command(casino.channel, "blackjack", **limits)
    await casino.quiet()
    labels = [one.label for one in casino.board().buttons if (one.label or "").startswith("$")]
    assert labels
    for label in labels:
        assert not casino.board().button(label).disabled
        await casino.press(bob, label)
        assert f"{bob.name} bets **{label}.00**" in casino.board().text
