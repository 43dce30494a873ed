"""Statistics: `/stats` with its picture, `/leaderboard`, and judging skill in the background."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

from cogs.coaching.judging import PERIOD
from cogs.language import ENGLISH, words
from cogs.leaderboard import FRESH_SECONDS
from cogs.pages.leaderboard import LEAST, By, Where
from cogs.pages.paging import SIGNS
from cogs.pages.stats import NEAREST
from cogs.pictures.chart import HEIGHT, WIDTH, Words, draw_balance
from cogs.stats import PER_SECONDS, PICTURES
from engine.bank.players import achievements
from engine.clock import WEEK as WEEK_SECONDS
from engine.clock import wall_time, week_began
from engine.records.achievements import ACHIEVEMENTS
from engine.values.amounts import MOST, PLAIN
from engine.values.played import LEAST_ROUNDS
from engine.values.skill import JudgedSeat
from sandbox import AnswerKind
from tests.driver import MessageView, User

from .casino import Casino
from .past import ELSEWHERE, played

START = 1_000_000
MORNING = 1_773_045_000
WORDS = Words(
    title="Ada’s balance",
    results="Rounds in order, times in UTC",
    start="Everyone starts with",
    nothing="No round has been played yet",
    money=PLAIN,
)


GREEN, RED = (0x43, 0xC9, 0x7F), (0xF2, 0x68, 0x6B)


async def test_statistics_in_total_and_by_rule_set(casino: Casino) -> None:
    """The most played rule set comes first; removed ones are listed by key. The picture of the balance has a
    description."""
    ann = casino.sandbox.user(1)
    await played(casino, {ann.id: -1_000}, rules="forgotten")
    await played(casino, {ann.id: 1_500}, {ann.id: -500}, {ann.id: 0}, {ann.id: 1_000})
    message = await casino.shown(ann, "stats")
    lines = message.text.splitlines()
    assert lines[: lines.index("### Achievements · 0 of 23")] == [
        "## Your statistics",
        "Net **+$10**",
        "Total bet **$50**",
        "Rounds **5**",
        "-# 2 won · 2 lost · 1 tied",
        "Win rate **40%**",
        "Biggest win **$15**",
        "Blackjacks **1**",
        "### By rule set",
        "Hotseat · **+$20**",
        "-# 4 rounds · 50% won · 1 blackjack",
        "forgotten · **−$10**",
        "-# 1 round · 0% won · 0 blackjacks",
    ]
    (file,) = message.attachments
    assert (file.name, file.content_type) == ("balance.png", "image/png")
    assert Image.open(BytesIO(casino.sandbox.file(file))).size == (WIDTH, HEIGHT)
    (container,) = message.data["components"]
    ((item,),) = (part["items"] for part in container["components"] if "items" in part)
    assert item["media"]["url"] == file.url
    assert item["description"].endswith(
        "from $10,000 to $10,010, never below $9,990 and never above $10,010."
    )


async def test_nearest_achievements_are_shown(casino: Casino) -> None:
    """A player's own page names the three with the most progress; the button privately shows all."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 1_500}, {ann.id: 500})
    page = await casino.shown(ann, "stats")
    ahead = page.text.split(f"**{ENGLISH('achievements-nearest')}**\n")[1].splitlines()
    assert len(ahead) == NEAREST
    assert ahead[0].startswith("-# A round with every rule set · 1 of 9")
    every = await casino.alone(await ann.click(page, "All achievements"))
    assert every.text.splitlines()[1 : 1 + NEAREST] == ahead
    assert len(every.text.splitlines()) == 1 + len(ACHIEVEMENTS)
    others = await bob.command(casino.channel, "stats", player=ann)
    assert ENGLISH("achievements-nearest") not in others.text


async def test_a_reached_achievement_is_not_ahead(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also before the search, which takes several steps for a long history, has found it."""
    ann = casino.sandbox.user(1)
    await played(casino, *[{ann.id: 0}] * 101)
    monkeypatch.setattr(achievements, "MOST_ROUNDS", 50)
    page = await casino.shown(ann, "stats")
    assert "50 of 101 rounds searched so far" in page.text
    every = await casino.alone(await ann.click(page, "All achievements"))
    for text in (page.text, every.text):
        assert "101 of 100\n" not in text
        assert "101 of 1,000" in text


async def test_pictures_are_limited(casino: Casino) -> None:
    """Frequent requests get numbers and the time of the next picture; other users do not wait."""
    ann, bob = casino.users(2)
    await played(casino, {ann.id: 1_500, bob.id: 0})
    for _ in range(PICTURES):
        assert len((await casino.shown(ann, "stats")).attachments) == 1
    answer = await ann.command(casino.channel, "stats")
    again = int(casino.clock.now() + PER_SECONDS)
    assert answer.kind is AnswerKind.MESSAGE
    assert (await casino.alone(answer)).attachments == []
    assert f"you can get the next one <t:{again}:R>" in answer.text
    assert "Net **+$15**" in answer.text
    assert len((await casino.shown(bob, "stats")).attachments) == 1
    casino.clock.advance(PER_SECONDS + 1)
    assert len((await casino.shown(ann, "stats")).attachments) == 1


def test_every_balance_can_be_drawn() -> None:
    """No curve touches the edge; it is green from the starting balance up, and red below."""
    for balances, colour in (
        ([], None),
        ([START] * 30, GREEN),
        ([900_000, START], GREEN),
        ([*range(START, -1, -50_000)], RED),
        ([START + at % 37 * 7_500 - at * 1_000 for at in range(500)], RED),
        ([10**12, 10**12 - 1_234_567], GREEN),
        ([0, MOST], GREEN),
    ):
        points = [(MORNING + 60 * at, cents) for at, cents in enumerate(balances)]
        words = replace(WORDS, title="Bartholomäus von und zu " * 20)
        drawn = draw_balance(points, start=START, words=words)
        image = Image.open(BytesIO(drawn)).convert("RGB")
        assert image.size == (WIDTH, HEIGHT)
        rows = [(x, y) for x in range(WIDTH) for y in (0, HEIGHT - 1)]
        columns = [(x, y) for x in (0, WIDTH - 1) for y in range(HEIGHT)]
        assert len({image.getpixel(at) for at in rows + columns}) == 1
        shown = {found for _, found in image.getcolors(WIDTH * HEIGHT) or ()}
        assert [one for one in (GREEN, RED) if one in shown] == ([colour] if colour else [])


# Leaderboards


FIRST, BACK, ON, LAST = SIGNS
MINE, MONEY, WEEK, SKILL = "My place", "Money", "Won this week", "Skill"
LATELY = "Skill this week"
STRANGERS = 7_000_000


def row(rank: int, user_id: int, has: str, *, you: bool = False) -> str:
    """A leaderboard entry: rank, player and value."""
    medal = "" if has.startswith("−") else {1: "🥇 ", 2: "🥈 ", 3: "🥉 "}.get(rank, "")
    who = f"{medal}**{rank}.** {words.player(ENGLISH, user_id, None)}" + (
        " · **you**" if you else ""
    )
    return f"{who}\n-# **{has}**"


def rows(message: MessageView) -> list[str]:
    """The entries on a page."""
    lines = message.text.splitlines()
    return [
        f"{line}\n{below.partition(' · ')[0]}"
        for line, below in pairwise(lines)
        if re.search(r"\*\*\d+\.\*\* ", line)
    ]


def enabled_labels(message: MessageView) -> list[str]:
    """The labels of enabled buttons."""
    return [button.label for button in message.buttons if not button.disabled]


async def test_pages_are_turned(casino: Casino) -> None:
    """Ten entries per page; buttons keep their places, and useless ones are disabled."""
    ann, strangers = casino.sandbox.user(1), range(STRANGERS, STRANGERS + 32)
    for place, stranger in enumerate(strangers):
        await played(casino, {stranger: 100 * (32 - place)}, *[{stranger: 0}] * 4)
    await played(casino, *[{ann.id: 0}] * 5)
    message = await casino.shown(ann, "leaderboard", by=2)
    assert "33 players · page 1 of 4" in message.text
    assert [row(1, strangers[0], "+$32"), 10] == [rows(message)[0], len(rows(message))]
    assert enabled_labels(message) == [ON, LAST, MINE, LATELY, MONEY, SKILL]
    assert "You are ranked **33** of 33." in message.text

    turned = await ann.click(message, ON)
    assert (turned.kind, turned.message) == (AnswerKind.UPDATE, message)
    assert rows(message)[0] == row(11, strangers[10], "+$22")
    assert enabled_labels(message) == [FIRST, BACK, ON, LAST, MINE, LATELY, MONEY, SKILL]

    await ann.click(message, MINE)
    assert rows(message)[-1] == row(33, ann.id, "$0", you=True)
    assert enabled_labels(message) == [FIRST, BACK, LATELY, MONEY, SKILL]

    await ann.click(message, FIRST)
    assert "page 1 of 4" in message.text
    assert message.mentions == message.pings == []


async def test_the_best_of_the_week_comes_first(casino: Casino) -> None:
    """Results since Monday 00:00 UTC, with the number of rounds; a button leads to the list of all time.

    The asker's entry is marked, with their rank or the missing rounds.
    """
    ann, bob, cat = casino.users(3)
    await played(casino, *[{ann.id: 100, bob.id: -50, cat.id: 70}] * LEAST_ROUNDS)
    casino.clock.advance(WEEK_SECONDS)
    await played(casino, *[{bob.id: 140, cat.id: -20}] * 5)
    message = await casino.shown(cat, "leaderboard", by=2)
    assert rows(message) == [row(1, bob.id, "+$7"), row(2, cat.id, "−$1", you=True)]
    assert message.text.count("** · 5 rounds\n") == 2
    assert message.text.startswith("## Won this week\n-# This server · 2 players\n")
    assert "You are ranked **2** of 2." in message.text
    message = await casino.shown(ann, "leaderboard", by=2)
    assert "You are not listed yet: it takes 5 finished rounds this week." in message.text
    monday = week_began(casino.clock.now())
    assert f"since <t:{int(monday)}:d> <t:{int(monday)}:t>" in message.text
    assert f"begins <t:{int(monday + WEEK_SECONDS)}:R>" in message.text
    await ann.click(message, SKILL)
    assert enabled_labels(message) == [LATELY, WEEK, MONEY]
    await ann.click(message, MONEY)
    assert rows(message)[0] == row(1, ann.id, "+$10", you=True)
    assert enabled_labels(message) == [LATELY, WEEK, SKILL]
    await ann.click(message, WEEK)
    assert rows(message)[0] == row(1, bob.id, "+$7")


async def test_age_of_unjudged_rounds(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The age of the last judged round while there may be more, or None at first.

    A damaged round is logged once, and its neighbours are judged.
    """
    (ann,) = casino.users(1)
    judging = casino.bot.judging
    monkeypatch.setattr("cogs.coaching.judging.AT_A_TIME", 2)
    await played(casino, {ann.id: 0}, ago=PERIOD + 60)
    for ago in (10, 30, 20):
        await played(casino, {ann.id: 0}, ago=ago)
    casino.sql("UPDATE move SET text = 'deal Zz' WHERE round_id = 3")
    assert judging.behind() is None
    assert (await judging.judge(), judging.behind()) == (2, 20)
    assert (await judging.judge(), judging.behind()) == (1, 0)
    assert casino.sql("SELECT COUNT(*) FROM unjudged") == [(0,)]
    (warning,) = [line for line in caplog.messages if "could not judge" in line]
    assert warning.endswith("could not judge saved round 3 (its log is damaged)")


async def record_judged(
    casino: Casino,
    user: User,
    *,
    decisions: int,
    lost: int,
    good: int = 0,
    guild: int | None = None,
) -> None:
    """Record a round with these judged decisions, by default in this server."""
    await played(casino, {user.id: 0}, guild=guild)
    bank = casino.bot.bank
    for round_ in await bank.unjudged_rounds(0.0, 100):
        await bank.save_judged([(round_, [JudgedSeat(user.id, decisions, lost, good)])])
        decisions = lost = good = 0


async def test_an_older_list_shows_its_age(casino: Casino) -> None:
    """The list of everywhere, which is read once a minute."""
    (ann,) = casino.users(1)
    await played(casino, *[{ann.id: 100}] * LEAST_ROUNDS)
    read_at = int(wall_time(casino.clock))
    for seconds, age in ((0, ""), (FRESH_SECONDS + 1, f" · as of <t:{read_at}:R>"), (60, "")):
        casino.clock.advance(seconds)
        message = await casino.shown(ann, "leaderboard", by=By.MONEY, where=Where.EVERYWHERE)
        assert message.text.startswith(f"## Leaderboard\n-# Everywhere · 1 player{age}\n")


async def test_leaderboard_needs_enough_decisions(casino: Casino) -> None:
    """Best first; other players see their number, on a server's list only of the decisions there."""
    ann, bob, cat = casino.users(3)
    await record_judged(casino, ann, decisions=LEAST, lost=1_000_000)
    await record_judged(casino, bob, decisions=LEAST + 10, lost=120_000, good=58)
    await record_judged(casino, cat, decisions=LEAST - 1, lost=0)
    lines = (await casino.shown(ann, "leaderboard", by=1)).text.splitlines()
    assert lines[:2] == ["## Leaderboard: skill", "-# This server · 2 players"]
    assert lines[2:6] == [
        f"🥇 **1.** {words.player(ENGLISH, bob.id, None)}",
        "-# accuracy 96% (58 of 60) · loses 0.2% of a bet per decision",
        f"🥈 **2.** {words.player(ENGLISH, ann.id, None)} · **you**",
        "-# accuracy 0% (0 of 50) · loses 2.0% of a bet per decision",
    ]
    assert lines[6] == "You are ranked **2** of 2."
    await record_judged(casino, cat, decisions=3, lost=0, guild=ELSEWHERE)
    assert "and you have 49." in (await casino.shown(cat, "leaderboard", by=1)).text
    assert (
        "You are ranked **1** of 3." in (await casino.shown(cat, "leaderboard", by=1, where=0)).text
    )
