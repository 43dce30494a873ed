"""Late clicks and clicks on what is somebody else's: one friendly private line, not one for each click."""

import pytest

from cogs.answers import answering as said_once
from engine.rules.refusals import Why
from sandbox import AnswerKind

from .casino import Casino
from .reading import awaited
from .scenes import told, two_in_play


async def test_foreign_clicks_get_one_line(casino: Casino) -> None:
    """The first click out of turn is told why; those after it are only acknowledged."""
    _, bob = await two_in_play(casino)
    with casino.nothing_changes():
        answers = [await bob.click(casino.board(), "Stand", force=True) for _ in range(3)]
    kinds = [answer.kind for answer in answers]
    assert kinds == [AnswerKind.MESSAGE, *[AnswerKind.DEFERRED_UPDATE] * 2]
    assert answers[0].text == told(Why.NOT_YOUR_TURN)


async def test_everybody_gets_his_own_line(casino: Casino) -> None:
    """What one was told is no reason to say nothing to another."""
    _, bob = await two_in_play(casino)
    carol = casino.sandbox.user(3)
    lines = [(await user.click(casino.board(), "Hit", force=True)).text for user in (bob, carol)]
    assert lines == [told(Why.NOT_YOUR_TURN), told(Why.NOT_SEATED)]


async def test_who_goes_on_is_remembered_longest(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room is made where nobody has clicked for the longest time, not where somebody clicks on and on."""
    monkeypatch.setattr(said_once, "REMEMBERED", 2)
    _, bob = await two_in_play(casino)
    carol, dave = casino.sandbox.user(3), casino.sandbox.user(4)
    kinds = [
        (await user.click(casino.board(), "Stand", force=True)).kind
        for user in (bob, carol, bob, dave, bob, carol)
    ]
    new, known = AnswerKind.MESSAGE, AnswerKind.DEFERRED_UPDATE
    assert kinds == [new, new, known, new, known, new]


async def test_another_round_is_another_line(casino: Casino) -> None:
    """The message is the same, but a line about a new round is new."""
    alice, bob = await two_in_play(casino)
    lines = [(await bob.click(casino.board(), "Stand", force=True)).text]
    await casino.stand_all()
    await casino.bet({alice: "10", bob: "10"})
    assert awaited(casino.board()) == [alice.name]
    lines.append((await bob.click(casino.board(), "Stand", force=True)).text)
    assert lines == [told(Why.NOT_YOUR_TURN)] * 2


async def test_what_can_be_mended_is_said_each_time(casino: Casino) -> None:
    """A bet that can't be paid is a question of the amount, and every try deserves an answer."""
    (user,) = casino.users(1)
    await casino.open(user)
    lines = []
    for _ in range(2):
        opened = await user.click(casino.board(), "Other…")
        lines.append((await user.submit(opened, amount="1m")).text)
    assert lines[0] == lines[1] != ""
