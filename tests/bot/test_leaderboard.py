"""`/leaderboard`: who has won most, page by page, without a ping and without a memory."""

import re
from itertools import pairwise

import pytest

from cogs.answers.panels import SIGNS
from cogs.commands.leaderboard import LEAST_ROUNDS
from cogs.language import ENGLISH, words
from engine.clock import WEEK as WEEK_SECONDS
from engine.clock import week_began
from engine.values.money import GIFT
from sandbox import Answer, AnswerKind, MessageView, User

from .casino import Casino
from .past import ELSEWHERE, played

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


async def test_a_server_has_its_own(casino: Casino) -> None:
    """Those who played elsewhere are on the board of everywhere."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 100})
    await played(casino, {ann.id: 200, bob.id: 500}, guild=ELSEWHERE)
    here, everywhere = await shown(casino, ann), await shown(casino, ann, where=0)
    assert rows(here) == [row(1, ann.id, "+$1.00", you=True)]
    assert rows(everywhere) == [
        row(1, bob.id, "+$5.00"),
        row(2, ann.id, "+$3.00", you=True),
    ]
    assert (await shown(casino, ann, where=1)).text == here.text


async def test_gifts_are_not_won(casino: Casino) -> None:
    """The list of money tells what each has beyond what the donor gave, of those with ten rounds."""
    ann, bob, cat = casino.users(3)
    await played(casino, *[{ann.id: -20, bob.id: 0, cat.id: 900}] * (LEAST_ROUNDS - 1))
    await played(casino, {ann.id: 0})
    await played(casino, {bob.id: -GIFT}, stake=GIFT)
    await casino.bot.bank.donate(bob.id)
    message = await shown(casino, bob, by=0)
    assert rows(message) == [
        row(1, ann.id, "−$1.80"),
        row(2, bob.id, "−$10,000.00", you=True),
    ]
    assert "** · 10 rounds · has $10,000.00" in message.text
    assert "it takes 10 finished rounds" in (await shown(casino, cat, by=0)).text


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


async def test_the_buttons_work_after_a_restart(casino: Casino) -> None:
    """Which page comes next stands in the button."""
    ann, strangers = casino.sandbox.user(1), await crowd(casino, 11)
    message = await shown(casino, ann)
    await casino.restart()
    await ann.click(message, ON)
    assert rows(message) == [row(11, strangers[10], "+$1.00")]


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


async def test_a_week_ends(casino: Casino) -> None:
    """On Monday everybody begins anew."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 100, bob.id: -100})
    message = await shown(casino, ann, by=2)
    assert rows(message)[0] == row(1, ann.id, "+$1.00", you=True)
    casino.clock.advance(week_began(casino.clock.now()) + WEEK_SECONDS - casino.clock.now())
    message = await shown(casino, ann, by=2)
    assert rows(message) == []
    assert "Nobody has finished a round this week yet." in message.text


async def test_pages_of_a_week(casino: Casino) -> None:
    """They are turned like those of all time, and the user's own place is found; a restart changes nothing."""
    ann, strangers = casino.sandbox.user(1), await crowd(casino, 12)
    await played(casino, {ann.id: -100}, guild=ELSEWHERE)
    message = await shown(casino, ann, where=0, by=2)
    assert open_ways(message) == [ON, MINE, MONEY, SKILL]
    await casino.restart()
    await ann.click(message, MINE)
    assert rows(message)[:2] == [row(11, strangers[10], "+$2.00"), row(12, strangers[11], "+$1.00")]
    assert rows(message)[2] == row(13, ann.id, "−$1.00", you=True)
    assert "You are ranked **13** of 13." in message.text
    await ann.click(message, custom_id="bjp1:leaders:on:0,99,2", force=True)
    assert rows(message)[2] == row(13, ann.id, "−$1.00", you=True)


async def test_a_page_that_is_no_more_is_the_last_one(casino: Casino) -> None:
    """A list that became shorter, or a page that never was: what is there is shown."""
    ann, strangers = casino.sandbox.user(1), await crowd(casino, 11)
    message = await shown(casino, ann)
    await ann.click(message, custom_id="bjp1:leaders:on:1,999999,2", force=True)
    assert "page 2 of 2" in message.text
    assert len(rows(message)) == 1
    await casino.bot.bank.forget(strangers[0])
    await ann.click(message, custom_id="bjp1:leaders:last:1,1,2", force=True)
    assert len(rows(message)) == 10
    assert rows(message)[0] == row(1, strangers[1], "+$10.00")
    assert open_ways(message) == [MONEY, SKILL]


@pytest.mark.parametrize(
    "press",
    [
        "on:-",
        "on:1",
        "on:1,0,0,0",
        "on:1,0,3",
        "on:2,0",
        "fly:1,0",
        "on:1,1000000",
        f"on:1,{10**19 - 1}",
    ],
)
async def test_a_button_that_was_never_drawn_is_refused(casino: Casino, press: str) -> None:
    """One sentence, and the page stays as it is."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: 0})
    message = await shown(casino, ann)
    before = message.text
    answer = await ann.click(message, custom_id=f"bjp1:leaders:{press}", force=True)
    assert answer.text == ENGLISH("sorry-old-leaderboard")
    assert message.text == before


@pytest.mark.parametrize(
    ("by", "nobody"),
    [(0, "Nobody has finished 10 rounds yet."), (2, "Nobody has finished a round this week yet.")],
)
async def test_who_has_not_played_is_not_listed(casino: Casino, by: int, nobody: str) -> None:
    """An account alone does not count; and at first there is nobody at all."""
    ann, bob = casino.users(2)
    await ann.command(casino.channel, "balance")
    message = await shown(casino, ann, by=by)
    assert rows(message) == []
    assert nobody in message.text
    await played(casino, *[{bob.id: -100}] * LEAST_ROUNDS)
    message = await shown(casino, ann, by=by)
    assert rows(message) == [row(1, bob.id, "−$10.00")]
    assert "You are not listed yet" in message.text
