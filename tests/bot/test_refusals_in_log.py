"""A host who is asked "why was my click refused?" finds the answer in the log: one line for each refusal."""

import logging

import pytest

from cogs.answers.rate_limit import LATEST, MOST_CLICKS
from engine.rules.refusals import Why
from sandbox import Answer, User

from .casino import Casino
from .scenes import SCENES, told, two_in_play
from .test_refusals import SCENE_MODULES

__all__ = ["SCENE_MODULES"]

LOGGER = "cogs.answers.answering"
GONE = {Why.TABLE_CLOSED: "sorry-table-gone"}
"""A table that has closed is not found any more."""


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """The log at DEBUG."""
    caplog.set_level(logging.DEBUG)
    return caplog


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    """What was written about refusals."""
    return [record.getMessage() for record in log.records if record.name == LOGGER]


def line(user: User, casino: Casino, tried: str, reason: str, answer: Answer) -> str:
    """The whole line about a refusal in the casino's channel."""
    where = f"#{casino.channel.name}, interaction {answer.interaction_id} of user {user.id}"
    return f"{where}: {tried} refused ({reason})"


@pytest.mark.parametrize("why", SCENES, ids=lambda why: why.name)
async def test_each_refusal_is_a_line(
    casino: Casino, log: pytest.LogCaptureFixture, why: Why
) -> None:
    """Who, where, what and why, with the id of the interaction and without its token."""
    attempt = await SCENES[why](casino)
    log.clear()
    answer = await attempt.act()
    await casino.quiet()
    (found,) = lines(log)
    assert f", interaction {answer.interaction_id} of user {attempt.user.id}: " in found
    assert found.endswith(f" refused ({GONE.get(why, why.name)})")
    assert any(tried in found for tried in (": button 'bj", ": modal 'bj", ": /"))
    tokens = [entry.token for entry in casino.sandbox.actions.interactions._known.values()]
    assert tokens
    assert not [token for token in tokens if token in "\n".join(lines(log))]


async def test_what_is_no_amount_is_a_line(casino: Casino, log: pytest.LogCaptureFixture) -> None:
    """Typed into a command or written into a modal; what was written is the player's."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    typed = await user.command(casino.channel, "bet", amount="plenty")
    button = board.button("Other…").custom_id
    written = await user.submit(await user.click(board, "Other…"), amount="plenty")
    assert lines(log) == [
        line(user, casino, "/bet", "NOT_AN_AMOUNT", typed),
        line(user, casino, f"modal {button!r}", "NOT_AN_AMOUNT", written),
    ]


@pytest.mark.parametrize(
    ("custom_id", "reason"),
    [
        ("hello", "sorry-unknown-button"),
        ("two\nlines", "sorry-unknown-button"),
        ("bj1:1:1:-:-:dance", "sorry-unknown-button"),
        ("bj1:99:1:-:-:deal", "sorry-table-gone"),
        ("bjp1:nobody:on:-", "sorry-unknown-button"),
        ("bjp1:replay:on:-", "sorry-old-history"),
    ],
)
async def test_a_button_that_nothing_comes_of_is_a_line(
    casino: Casino, log: pytest.LogCaptureFixture, custom_id: str, reason: str
) -> None:
    """Quoted, so that one line stays one line."""
    (user,) = casino.users(1)
    board = await casino.open(user)
    answer = await user.click(board, custom_id=custom_id, force=True)
    assert lines(log) == [line(user, casino, f"button {custom_id!r}", reason, answer)]
    assert "\n" not in lines(log)[0]


async def test_a_command_that_is_not_for_everybody_is_a_line(
    casino: Casino, log: pytest.LogCaptureFixture
) -> None:
    """With its subcommand; and so is one where there is no table."""
    user = casino.sandbox.user(1)
    left = await user.command(casino.channel, "leave")
    voided = await user.command(casino.channel, "house void")
    assert lines(log) == [
        line(user, casino, "/leave", "sorry-no-table", left),
        line(user, casino, "/house void", "sorry-no-table", voided),
    ]


async def test_a_click_that_is_only_acknowledged_is_a_line(
    casino: Casino, log: pytest.LogCaptureFixture
) -> None:
    """Whoever clicks on out of turn hears it once, and the host can read each click."""
    _, bob = await two_in_play(casino)
    button = casino.board().button("Stand").custom_id
    answers = [await bob.click(casino.board(), "Stand", force=True) for _ in range(3)]
    wanted = [line(bob, casino, f"button {button!r}", "NOT_YOUR_TURN", one) for one in answers]
    assert lines(log) == wanted


async def test_a_click_that_is_dropped_is_a_line(
    casino: Casino, log: pytest.LogCaptureFixture
) -> None:
    """What comes too late, what comes twice, and each click of somebody who is too quick."""
    alice, _ = await two_in_play(casino)
    button = casino.board().button("Hit").custom_id
    casino.sandbox.faults.late_event(LATEST + 0.5)
    late = await casino.press(alice, "Hit")
    await casino.sandbox.user(2).command(casino.channel, "balance")
    assert lines(log) == [line(alice, casino, f"button {button!r}", "CAME_TOO_LATE", late)]
    log.clear()
    casino.sandbox.faults.repeat_event(2)
    twice = await alice.command(casino.channel, "balance")
    await casino.sandbox.user(2).command(casino.channel, "balance")
    assert lines(log) == [line(alice, casino, "/balance", "CAME_TWICE", twice)]
    log.clear()
    carol = casino.sandbox.user(3)
    for _ in range(MOST_CLICKS):
        await carol.command(casino.channel, "balance")
    quick = await carol.command(casino.channel, "balance")
    assert lines(log) == [line(carol, casino, "/balance", "TOO_QUICK", quick)]


async def test_what_is_accepted_is_no_refusal(
    casino: Casino, log: pytest.LogCaptureFixture
) -> None:
    """A round from the opening to the end leaves no such line; and at INFO none is written at all."""
    _, bob = await two_in_play(casino)
    await casino.stand_all()
    assert lines(log) == []
    log.set_level(logging.INFO)
    answer = await bob.click(casino.board(), custom_id="bj1:1:2:-:-:deal", force=True)
    assert answer.text == told(Why.NO_BETS)
    assert lines(log) == []
