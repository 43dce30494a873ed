"""Skill: judged beside the game, shown by `/stats` and `/leaderboard by:skill`."""

import pytest

from cogs.coaching.judging import AT_A_TIME, SECONDS, Judging
from cogs.commands.leaderboard import LEAST
from cogs.language import ENGLISH, words
from engine.coach.review import review
from engine.round.moves import parse_move
from engine.rules.rule_sets import RULE_SETS
from engine.values.skill import JudgedSeat, Skill
from sandbox import MessageView, User

from .casino import Casino
from .past import played
from .test_review import asks_for_hint, blundered


async def skill(casino: Casino, user: User) -> Skill:
    """What is kept of a user's skill."""
    return await casino.bot.bank.skill(user.id, 0.0)


async def listed(casino: Casino, user: User) -> MessageView:
    """The leaderboard by skill."""
    answer = await user.command(casino.channel, "leaderboard", by=1)
    assert answer.message
    return answer.message


async def test_decisions_are_judged_after_the_round(casino: Casino) -> None:
    """By what the coach says that they cost, in millionths of the stake; once."""
    (ann,) = casino.users(1)
    await blundered(casino, ann)
    assert await skill(casino, ann) == Skill()
    assert await casino.bot.judging.judge() == 1
    kept = await casino.bot.bank.kept_round(1)
    assert kept
    stakes = {seat.seat: seat.stake for seat in kept.dealt}
    moves = [parse_move(move.text) for move in kept.moves]
    (one,) = review(RULE_SETS["hotseat"], stakes, moves, 1)
    lost = round(one.cost * 1_000_000)
    assert await skill(casino, ann) == Skill(decisions=1, good=0, lost=lost)
    assert await casino.bot.judging.judge() == 0


async def test_it_goes_on_by_itself(casino: Casino) -> None:
    """Some seconds after a round."""
    (ann,) = casino.users(1)
    await blundered(casino, ann)
    for _ in range(1_000):
        casino.clock.advance(SECONDS)
        await casino.bot.bank.size()
        if await skill(casino, ann) != Skill():
            break
    assert (await skill(casino, ann)).decisions == 1


async def test_what_was_not_judged_is_caught_up_with_after_a_restart(casino: Casino) -> None:
    """It is found in the bank."""
    (ann,) = casino.users(1)
    await blundered(casino, ann)
    await casino.crash()
    assert await casino.bot.judging.judge() == 1
    assert (await skill(casino, ann)).decisions == 1


async def test_hints_are_counted_and_the_clock_excuses_nobody(casino: Casino) -> None:
    """A decision with a hint is none of one's own; one that the house made when time ran out is."""
    (ann,) = casino.users(1)
    board = await blundered(casino, ann)
    for number, hinted in ((2, True), (3, False)):
        await casino.bet({ann: "10"})
        if hinted:
            await asks_for_hint(ann, board, number=number)
            await casino.press(ann, "Stand")
        else:
            await casino.let_pass(60)
    while await casino.bot.judging.judge():
        pass
    found = await skill(casino, ann)
    assert (found.decisions, found.hinted) == (2, 1)


async def test_a_damaged_log_keeps_nobody_waiting(casino: Casino) -> None:
    """It is named in the log once, and left out."""
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 0}, rules="forgotten")
    await played(casino, {ann.id: 0})
    assert await casino.bot.judging.judge() == 2
    assert await casino.bot.judging.judge() == 0


async def test_a_round_that_was_kept_late_is_judged_too(casino: Casino) -> None:
    """Tables settle at once: one whose commit took longer has ended before what was judged already."""
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 0})
    assert await casino.bot.judging.judge() == 1
    await played(casino, {ann.id: 0}, ago=30)
    assert await casino.bot.judging.judge() == 1


async def test_a_look_is_bounded(casino: Casino) -> None:
    """The rest is for the next one."""
    (ann,) = casino.users(1)
    await played(casino, *[{ann.id: 0}] * 5)
    told = casino.bot.display.honours.judged_by_book
    judging = Judging(casino.bot.bank, casino.bot.coach, casino.clock, told, at_a_time=3)
    assert [await judging.judge() for _ in range(3)] == [3, 2, 0]
    assert AT_A_TIME > 3


async def test_stats_tell_it(casino: Casino) -> None:
    """How often the best move was made, and what a decision costs, once there is one."""
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 0})
    await judged(casino, ann, decisions=100, good=93, lost=400_000)
    message = (await ann.command(casino.channel, "stats")).message
    assert message
    await casino.sandbox.wait_for(lambda: not message.thinking)
    assert "Skill: **best move in 93 of 100 decisions · costs 0.4% of a bet each**" in message.text


async def judged(casino: Casino, user: User, *, decisions: int, lost: int, good: int = 0) -> None:
    """A round of this user with these decisions."""
    await played(casino, {user.id: 0})
    bank = casino.bot.bank
    for kept in await bank.unjudged_rounds(0.0, 100):
        await bank.keep_judged(kept, [JudgedSeat(user.id, decisions, lost, good)])
        decisions = lost = good = 0


async def test_the_leaderboard_lists_who_has_decided_often_enough(casino: Casino) -> None:
    """The best first; the others are told what they lack."""
    ann, bob, cat = casino.users(3)
    await judged(casino, ann, decisions=LEAST, lost=1_000_000)
    await judged(casino, bob, decisions=LEAST + 10, lost=120_000, good=58)
    await judged(casino, cat, decisions=LEAST - 1, lost=0)
    lines = (await listed(casino, ann)).text.splitlines()
    assert lines[:2] == ["## Leaderboard: skill", "-# This server · 2 players"]
    assert lines[2:6] == [
        f"🥇 **1.** {words.player(ENGLISH, bob.id, None)}",
        "-# best move in 58 of 60 decisions · costs 0.2% of a bet each",
        f"🥈 **2.** {words.player(ENGLISH, ann.id, None)} · **you**",
        "-# best move in 0 of 50 decisions · costs 2.0% of a bet each",
    ]
    assert lines[6] == "You are ranked **2** of 2."
    assert "and you have 49." in (await listed(casino, cat)).text


@pytest.mark.parametrize("count", [12])
async def test_pages_of_skill_are_turned(casino: Casino, count: int) -> None:
    """The buttons know by what the list goes."""
    ann = casino.sandbox.user(1)
    bank = casino.bot.bank
    for user_id in range(1_000, 1_000 + count):
        await played(casino, {user_id: 0})
        for kept in await bank.unjudged_rounds(0.0, 100):
            await bank.keep_judged(kept, [JudgedSeat(user_id, LEAST, user_id)])
    message = await listed(casino, ann)
    await ann.click(message, "▶️")
    assert "**11.** Player 1010" in message.text
    assert "## Leaderboard: skill" in message.text
    await ann.click(message, custom_id="bjp1:leaders:on:1,0", force=True)
    assert message.text.startswith("## Leaderboard")
    assert "skill" not in message.text.splitlines()[0]
