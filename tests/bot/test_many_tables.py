"""A house with more tables than Discord takes at once: after a start their boards come few at a time."""

import pytest

from cogs.board.messages import display
from engine.rules.rule_sets import RULE_SETS
from sandbox import PATIENCE

from .casino import Casino
from .luck import seed_where
from .reading import awaited

PLACES = ("blackjack", "lounge", "high-rollers")
EDITS = "**/messages/*"
AWAY = "The house was away for a moment"


async def three_tables(casino: Casino) -> None:
    """A table in each channel, opened in this order; at the last one the first user is to decide."""
    user = casino.sandbox.user(1)
    for place in PLACES:
        casino.luck.next.append(seed_where(RULE_SETS["hotseat"], 1, lambda d: d.points(1) <= 11))
        await casino.open(user, channel=casino.sandbox.channel(place))
    await casino.press(user, "$50", channel=casino.sandbox.channel(PLACES[-1]))


@pytest.fixture
def _one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One board at a time, however long it takes."""
    monkeypatch.setattr(display, "AT_A_TIME", 1)
    monkeypatch.setattr(display, "TURN_SECONDS", PATIENCE)


@pytest.mark.usefixtures("_one_at_a_time")
async def test_boards_come_few_at_a_time(casino: Casino) -> None:
    """While Discord is busy with the first, the others are not asked for; in the end all of them are drawn."""
    await three_tables(casino)
    await casino.stop()
    hold = casino.sandbox.faults.hold("PATCH", EDITS, times=9)
    await casino.start()
    await hold.arrived()
    assert len(casino.bot.house) == 3
    assert casino.sandbox.faults.waiting == 1
    hold.release()
    await casino.quiet()
    assert all(AWAY in casino.board(casino.sandbox.channel(place)).text for place in PLACES)


@pytest.mark.usefixtures("_one_at_a_time")
async def test_who_clicks_does_not_wait_for_the_other_boards(casino: Casino) -> None:
    """A click at a table whose turn has not come draws it at once, as it is after the click, and it stays so."""
    await three_tables(casino)
    user, there = casino.sandbox.user(1), casino.sandbox.channel(PLACES[-1])
    await casino.stop()
    hold = casino.sandbox.faults.hold("PATCH", EDITS, times=9)
    await casino.start()
    await hold.arrived()
    answer = await user.click(casino.board(there), "Stand")
    assert answer.reason == ""
    await casino.sandbox.wait_for(lambda: not awaited(casino.boards(there)[0]))
    hold.release()
    await casino.quiet()
    drawn = [
        str(one.body)
        for one in casino.sandbox.requests_to("PATCH", f"/channels/{there.id}/messages/*")
    ]
    assert not [body for body in drawn if AWAY in body and "Round 1 " in body]


async def test_a_board_that_takes_long_keeps_the_others_waiting_no_longer(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One channel in which Discord does not answer leaves its turn to the next."""
    monkeypatch.setattr(display, "AT_A_TIME", 1)
    monkeypatch.setattr(display, "TURN_SECONDS", 0)
    await three_tables(casino)
    first, *others = (casino.sandbox.channel(place) for place in PLACES)
    await casino.stop()
    hold = casino.sandbox.faults.hold("PATCH", f"/channels/{first.id}/messages/*", times=9)
    await casino.start()
    await hold.arrived()
    await casino.sandbox.wait_for(lambda: all(AWAY in casino.board(one).text for one in others))
    assert AWAY not in casino.board(first).text
    hold.release()
    await casino.quiet()
    assert AWAY in casino.board(first).text
