"""`/leaderboard`: who has won most or decides best, page by page, and how skill is judged beside the game."""

import re
from itertools import pairwise

import pytest

from cogs.answers.panels import SIGNS
from cogs.coaching.judging import PERIOD
from cogs.commands.leaderboard import LEAST, LEAST_ROUNDS
from cogs.language import ENGLISH, words
from engine.clock import WEEK as WEEK_SECONDS
from engine.clock import week_began
from engine.values.played import JudgedSeat, Skill
from sandbox import Answer, AnswerKind, MessageView, User
from tests.bank.outside import another_program

from .casino import Casino
from .past import played

FIRST, BACK, ON, LAST = SIGNS


MINE = "My place"


MONEY, WEEK, SKILL = "Money", "This week", "Skill"


STRANGERS = 7_000_000


def row(rank: int, user_id: int, has: str, *, you: bool = False) -> str:
    """A player's place on the board, with what they have."""
    medal = {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}.get(rank, "")
    who = f"{medal}**{rank}.** {words.player(ENGLISH, user_id, None)}" + (
        " · **you**" if you else ""
    )
    return f"{who}\n-# **{has}**"


def rows(message: MessageView) -> list[str]:
    """The players on a page, each with what they have."""
    lines = message.text.splitlines()
    return [
        f"{line}\n{below.partition(' · ')[0]}"
        for line, below in pairwise(lines)
        if re.search(r"\*\*\d+\.\*\* ", line)
    ]


def open_ways(message: MessageView) -> list[str]:
    """What can be clicked."""
    return [button.label for button in message.buttons if not button.disabled]


async def shown(casino: Casino, user: User, **options: int) -> MessageView:
    """The leaderboard that the user gets, alone."""
    answer: Answer = await user.command(casino.channel, "leaderboard", **options)
    assert answer.kind is AnswerKind.MESSAGE
    assert answer.message
    assert answer.message.ephemeral
    assert answer.message.mentions == answer.message.pings == []
    return answer.message


async def crowd(casino: Casino, count: int) -> list[int]:
    """So many strangers, the richest first: each has a dollar more than the next."""
    strangers = [STRANGERS + number for number in range(count)]
    for place, stranger in enumerate(strangers):
        await played(casino, {stranger: 100 * (count - place)})
    return strangers


async def test_the_best_of_the_week_comes_first(casino: Casino) -> None:
    """Nothing else is asked for: with what each has won and played; the asker is marked, and told their place."""
    ann, bob, cat = casino.users(3)
    await played(casino, {ann.id: -1_000, bob.id: 1_500, cat.id: 0}, {ann.id: -500, bob.id: 0})
    message = await shown(casino, ann)
    assert rows(message) == [
        row(1, bob.id, "+$15.00"),
        row(2, cat.id, "$0.00"),
        row(3, ann.id, "−$15.00", you=True),
    ]
    assert [message.text.count(f"** · {count}\n") for count in ("2 rounds", "1 round")] == [2, 1]
    assert message.text.startswith("## Leaderboard of the week\n-# This server · 3 players\n")
    assert "You are ranked **3** of 3." in message.text
    assert open_ways(message) == [MONEY, SKILL]
    assert (await shown(casino, ann, by=2)).text == message.text


async def test_pages_are_turned(casino: Casino) -> None:
    """Ten on each; the buttons keep their places, and those that lead nowhere can't be clicked."""
    ann, strangers = casino.sandbox.user(1), await crowd(casino, 32)
    await played(casino, {ann.id: 0})
    message = await shown(casino, ann)
    assert "33 players · page 1 of 4" in message.text
    assert [row(1, strangers[0], "+$32.00"), 10] == [rows(message)[0], len(rows(message))]
    assert open_ways(message) == [ON, LAST, MINE, MONEY, SKILL]
    assert "You are ranked **33** of 33." in message.text

    turned = await ann.click(message, ON)
    assert (turned.kind, turned.message) == (AnswerKind.UPDATE, message)
    assert rows(message)[0] == row(11, strangers[10], "+$22.00")
    assert open_ways(message) == [FIRST, BACK, ON, LAST, MINE, MONEY, SKILL]

    await ann.click(message, MINE)
    assert rows(message)[-1] == row(33, ann.id, "$0.00", you=True)
    assert open_ways(message) == [FIRST, BACK, MONEY, SKILL]

    await ann.click(message, FIRST)
    assert "page 1 of 4" in message.text
    assert message.mentions == message.pings == []


async def test_this_week_beside_all_time(casino: Casino) -> None:
    """What was won since Monday at 00:00 UTC; older rounds are of all time alone, which a button leads to."""
    ann, bob, cat = casino.users(3)
    await played(casino, *[{ann.id: 100, bob.id: -50, cat.id: 70}] * LEAST_ROUNDS)
    casino.clock.advance(WEEK_SECONDS)
    await played(casino, {bob.id: 300, cat.id: -100}, {bob.id: 400, cat.id: 0})
    message = await shown(casino, ann)
    assert rows(message) == [row(1, bob.id, "+$7.00"), row(2, cat.id, "−$1.00")]
    assert "You are not listed yet: finish a round this week to get on the list." in message.text
    monday = week_began(casino.clock.now())
    assert f"since <t:{int(monday)}:d> <t:{int(monday)}:t>" in message.text
    assert f"begins <t:{int(monday + WEEK_SECONDS)}:R>" in message.text
    await ann.click(message, SKILL)
    assert open_ways(message) == [WEEK, MONEY]
    await ann.click(message, MONEY)
    assert rows(message)[0] == row(1, ann.id, "+$10.00", you=True)
    assert open_ways(message) == [WEEK, SKILL]
    await ann.click(message, WEEK)
    assert rows(message)[0] == row(1, bob.id, "+$7.00")


async def skill(casino: Casino, user: User) -> Skill:
    """What is kept of a user's skill."""
    return await casino.bot.bank.skill(user.id, 0.0)


async def listed(casino: Casino, user: User) -> MessageView:
    """The leaderboard by skill."""
    answer = await user.command(casino.channel, "leaderboard", by=1)
    assert answer.message
    return answer.message


async def test_a_round_that_was_kept_late_is_judged_too(casino: Casino) -> None:
    """Tables settle at once: one whose commit took longer has ended before what was judged already."""
    (ann,) = casino.users(1)
    await played(casino, {ann.id: 0})
    assert await casino.bot.judging.judge() == 1
    await played(casino, {ann.id: 0}, ago=30)
    assert await casino.bot.judging.judge() == 1


async def test_how_far_judging_is_behind(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """As old as the last that is judged while there may be more; None before the first look."""
    (ann,) = casino.users(1)
    judging = casino.bot.judging
    monkeypatch.setattr("cogs.coaching.judging.AT_A_TIME", 2)
    await played(casino, {ann.id: 0}, ago=PERIOD + 60)
    for ago in (10, 30, 20):
        await played(casino, {ann.id: 0}, ago=ago)
    assert judging.behind() is None
    assert (await judging.judge(), judging.behind()) == (2, 20)
    assert (await judging.judge(), judging.behind()) == (1, 0)
    with another_program(casino.database) as file:
        assert file.execute("SELECT COUNT(*) FROM unjudged").fetchall() == [(0,)]


async def test_a_damaged_round_is_not_judged_again(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told of once, and those beside it are judged."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 0})
    with another_program(casino.database) as file:
        file.execute("UPDATE move SET text = 'deal Zz'")
    await played(casino, {bob.id: 0})
    assert [await casino.bot.judging.judge() for _ in range(2)] == [2, 0]
    told = [one.getMessage() for one in caplog.records if "can't be judged" in one.getMessage()]
    assert told == ["round 1 can't be judged: its log is damaged"]


async def judged(casino: Casino, user: User, *, decisions: int, lost: int, good: int = 0) -> None:
    """A round of this user with these decisions."""
    await played(casino, {user.id: 0})
    bank = casino.bot.bank
    for kept in await bank.unjudged_rounds(0.0, 100):
        await bank.keep_judged([(kept, [JudgedSeat(user.id, decisions, lost, good)])])
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


async def test_a_button_that_was_never_drawn_is_refused(casino: Casino) -> None:
    """One sentence, and the page stays as it is."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 0})
    message = await shown(casino, ann)
    before = message.text
    for press in ("on:-", "on:1,0,0,0", "on:1,0,3", "on:2,0", "fly:1,0", "on:1,1000000"):
        answer = await ann.click(message, custom_id=f"bjp1:leaders:{press}", force=True)
        assert answer.text == ENGLISH("sorry-old-leaderboard")
        assert message.text == before
