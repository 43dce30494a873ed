"""What takes long is acknowledged in time, and answered once, when the answer is there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogs.gateway.waiting_clicks import CLICK_SECONDS, COMMAND_SECONDS
from cogs.language import ENGLISH
from engine.rules.rule_sets import HOTSEAT
from sandbox import Answer, AnswerKind, User
from sandbox.wire.numbers import Permission

from .casino import Casino
from .luck import seed_where
from .test_replay import played, replayed

ANSWER = "/interactions/*/*/callback"
FOLLOW_UP = "/webhooks/*/*"
ORIGINAL = "/webhooks/*/*/messages/@original"


@asynccontextmanager
async def slow(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, method: str
) -> AsyncIterator[asyncio.Event]:
    """The bank answers this at the end of the block; the event says that it was asked."""
    asked, answered, ask = asyncio.Event(), asyncio.Event(), getattr(casino.bot.bank, method)

    async def slowly(*args: Any, **kwargs: Any) -> Any:
        asked.set()
        await answered.wait()
        return await ask(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(casino.bot.bank, method, slowly)
        try:
            yield asked
        finally:
            answered.set()


async def late(
    casino: Casino,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    user: User,
    name: str,
    **given: Any,
) -> Answer:
    """A command for which the bank takes longer than an answer may; what its user has read by then."""
    async with slow(casino, monkeypatch, method) as asked:
        commanding = asyncio.create_task(user.command(casino.channel, name, **given))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        answer = await commanding
    assert answer.kind is AnswerKind.DEFERRED
    assert answer.message
    assert answer.message.ephemeral
    return answer


async def answered(casino: Casino, answer: Answer) -> None:
    """Return when the answer is there; all that was asked of Discord for it was taken."""
    await casino.sandbox.wait_for(
        lambda: answer.text or (answer.message and answer.message.deleted)
    )
    await casino.bot._desk.answering.finish()
    asked = [one for one in casino.sandbox.requests if one.path.startswith(("/inter", "/webhooks"))]
    assert [one for one in asked if one.status >= 400] == []


async def test_a_command_that_takes_long_is_answered_in_two_steps(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer takes the place of "thinking", and nothing follows it."""
    (alice,) = casino.users(1)
    answer = await late(casino, monkeypatch, "wallet", alice, "balance")
    await answered(casino, answer)
    assert "$10,000.00" in answer.text
    assert [one.ephemeral for one in alice.messages(casino.channel)] == [True]
    assert casino.sandbox.requests_to("POST", FOLLOW_UP) == []


async def test_a_command_that_is_refused_late_is_told_why(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sentence takes the place of "thinking", with the button that belongs to it."""
    (alice,) = casino.users(1)
    await casino.open(alice)
    await casino.bet({alice: "all"})
    answer = await late(casino, monkeypatch, "wallet", alice, "bet", amount="50")
    await answered(casino, answer)
    assert answer.text


async def test_a_quick_command_is_not_acknowledged_later(casino: Casino) -> None:
    """Nobody is answered twice."""
    (alice,) = casino.users(1)
    assert (await alice.command(casino.channel, "balance")).kind is AnswerKind.MESSAGE
    casino.clock.advance(CLICK_SECONDS)
    await casino.bot._desk.finish()
    assert len(casino.sandbox.requests_to("POST", ANSWER)) == 1


async def test_a_table_that_opens_late_is_sent_to_the_channel(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The opener reads where it is, and everybody plays at it."""
    alice, bob = casino.users(2)
    answer = await late(casino, monkeypatch, "open_table", alice, "blackjack", rules="hotseat")
    await answered(casino, answer)
    (board,) = casino.boards()
    assert answer.text == ENGLISH(
        "blackjack-open",
        link=f"https://discord.com/channels/{casino.channel.guild.id}/{casino.channel.id}/{board.id}",
    )
    await casino.press(bob, "$10")
    assert f"{bob.name} bets **$10.00**" in casino.board().text
    assert len(casino.boards()) == 1


async def test_a_round_that_is_shared_late_is_seen_by_everybody(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only its author could read goes first."""
    alice, bob, _ = await played(casino)
    answer = await late(casino, monkeypatch, "kept_round", alice, "share")
    await answered(casino, answer)
    await casino.sandbox.wait_for(lambda: "shares round #1" in bob.sees(casino.channel))


async def test_an_answer_waits_for_the_acknowledgement_that_is_on_its_way(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord would refuse one of the two."""
    (alice,) = casino.users(1)
    hold = casino.sandbox.faults.hold("POST", ANSWER)
    async with slow(casino, monkeypatch, "wallet") as asked:
        commanding = asyncio.create_task(alice.command(casino.channel, "balance"))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        await hold.arrived()
    hold.release()
    answer = await commanding
    await answered(casino, answer)
    assert "$10,000.00" in answer.text


@pytest.mark.parametrize("taken", [False, True])
async def test_an_acknowledgement_that_fails_costs_no_answer(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    """Whether Discord has taken it or not: the asker reads one answer."""
    (alice,) = casino.users(1)
    casino.sandbox.faults.fail("POST", ANSWER, 400, before_effect=not taken)
    async with slow(casino, monkeypatch, "wallet") as asked:
        commanding = asyncio.create_task(alice.command(casino.channel, "balance"))
        await asked.wait()
        casino.clock.advance(COMMAND_SECONDS)
        await casino.sandbox.wait_for(lambda: casino.sandbox.requests_to("POST", ANSWER))
        await casino.bot._desk._late._acknowledging.finish()
    answer = await commanding
    await casino.sandbox.wait_for(lambda: "$10,000.00" in answer.text)
    assert len(alice.messages(casino.channel)) == 1


async def test_a_page_that_is_turned_late_is_turned(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The click is acknowledged, and the clicked message is changed as soon as it can be."""
    alice, _, _ = await played(casino)
    page = await replayed(casino, alice)
    before = page.text
    async with slow(casino, monkeypatch, "kept_round") as asked:
        clicking = asyncio.create_task(alice.click(page, "▶️"))
        await asked.wait()
        casino.clock.advance(CLICK_SECONDS)
        assert (await clicking).kind is AnswerKind.DEFERRED_UPDATE
        assert page.text == before
    await casino.sandbox.wait_for(lambda: page.text != before)


async def test_a_question_that_comes_too_late_is_not_asked(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes no modal after an acknowledgement: the player is asked to click again."""
    (alice,) = casino.users(1)
    board = await casino.open(alice)
    async with slow(casino, monkeypatch, "wallet") as asked:
        clicking = asyncio.create_task(alice.click(board, ENGLISH("button-other")))
        await asked.wait()
        casino.clock.advance(CLICK_SECONDS)
        assert (await clicking).kind is AnswerKind.DEFERRED_UPDATE
    await casino.sandbox.wait_for(lambda: ENGLISH("sorry-crowded") in alice.sees(casino.channel))


async def test_a_late_command_brings_a_board_back_for_everybody(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the channel is closed to the bot, the board follows the answer, and does not take its place."""
    casino.luck.next.append(seed_where(HOTSEAT, 1, lambda dealt: dealt.points(1) < 21))
    alice, bob = casino.users(2)
    old = await casino.open(alice)
    await casino.restart()
    casino.sandbox.faults.forbid(casino.channel, Permission.VIEW_CHANNEL, told=False)
    await bob.command(casino.channel, "bet", amount="10")
    await casino.quiet()
    answer = await late(casino, monkeypatch, "known_wallet", alice, "balance", player=bob)
    await casino.sandbox.wait_for(lambda: answer.text)
    await casino.sandbox.wait_for(lambda: casino.board().id != old.id)
    assert not casino.board().ephemeral
