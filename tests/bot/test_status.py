"""`/house status`: how the bot is doing."""

import math
import re

import pytest

from cogs.commands.house.pages import Load, Status, draw_status, midnight
from cogs.language import ENGLISH
from cogs.version import PACKAGE, installed_version
from engine.rules.rule_sets import RULE_SETS
from tests.clock import START

from .casino import Casino
from .luck import seed_where

DAY = 86_400


async def told(casino: Casino) -> str:
    """What an admin is told."""
    answer = await casino.sandbox.user(1).command(casino.channel, "house status")
    assert answer.message
    assert answer.message.ephemeral
    return answer.text


async def play(casino: Casino) -> None:
    """A round is settled."""
    hotseat = RULE_SETS["hotseat"]
    casino.luck.next.append(seed_where(hotseat, 1, lambda dealt: dealt.points(1) < 21))
    user = casino.sandbox.user(2)
    await casino.open(user)
    await casino.press(user, "$10")
    await casino.stand_all()
    await casino.press(user, "Leave")


async def test_the_admin_is_told_how_the_bot_is_doing(casino: Casino) -> None:
    """The version, since when it runs, the tables that are open, and what it costs."""
    casino.clock.advance(600)
    await casino.open(casino.sandbox.user(2), "vegas")
    await casino.sandbox.user(2).command(casino.channel, "company")
    text = await told(casino)
    assert f"Version: **{installed_version()}**" in text
    assert f"Started: **<t:{int(START)}:R>**" in text
    assert "Open tables: **1**" in text
    assert "AI players at them: **1**" in text
    assert "Rounds today (UTC): **0**" in text
    assert ENGLISH("bot-no-latency") in text or re.search(r"Discord: \*\*\d+ ms\*\*", text)
    assert re.search(r"Database: \*\*[1-9][\d,]* kB\*\*", text)


async def test_the_load_is_told(casino: Casino) -> None:
    """What Discord counts in a second, what it refused, and until when decisions are judged."""
    for _ in range(30):
        await casino.bot.http.get_channel(casino.channel.id)
    text = await told(casino)
    number = re.search(r"Requests to Discord in the last minute: \*\*(\d+)\*\* of", text)
    assert number
    assert int(number[1]) >= 30
    assert f"of **{60 * casino.bot.budget.most:,}**" in text
    assert "Refused as too many (429): **0**" in text
    casino.sandbox.faults.fail("GET", "/channels/*", 429, retry_after=0.001)
    await casino.bot.http.get_channel(casino.channel.id)
    casino.clock.advance(120)
    await casino.bot.judging.judge()
    casino.clock.advance(5)
    text = await told(casino)
    assert "Requests to Discord in the last minute: **0** of" in text
    assert "Refused as too many (429): **1**" in text
    assert f"Decisions are judged until: **<t:{int(START) + 120}:R>**" in text


async def test_the_rounds_of_today_are_counted(casino: Casino) -> None:
    """Those that were settled since midnight, UTC."""
    await play(casino)
    await play(casino)
    assert "Rounds today (UTC): **2**" in await told(casino)
    casino.clock.advance(midnight(START) + DAY - START - 1)
    assert "Rounds today (UTC): **2**" in await told(casino)
    casino.clock.advance(1)
    assert "Rounds today (UTC): **0**" in await told(casino)


async def test_a_restart_is_a_new_start(casino: Casino) -> None:
    """The time since then is the running bot's."""
    casino.clock.advance(3_600)
    await casino.restart()
    assert f"<t:{int(START) + 3_600}:R>" in await told(casino)


@pytest.mark.parametrize(
    ("latency", "size", "wanted"),
    [
        (0.0416, 1, ["**42 ms**", "**1 kB**"]),
        (math.inf, 1_234_567, ["not measured yet", "**1,235 kB**"]),
        (math.nan, 10_000_001, ["not measured yet", "**11 MB**"]),
    ],
)
async def test_figures_read_well(latency: float, size: int, wanted: list[str]) -> None:
    """Milliseconds once they are known, and bytes in a unit that suits them."""
    status = Status(
        version="1.0",
        started=START,
        tables=0,
        company=0,
        rounds=0,
        latency=latency,
        size=size,
        now=START,
        load=Load(requests=1, most=45, refused=2, judging_behind=None),
    )
    (container,) = draw_status(status, ENGLISH).to_components()
    (text,) = [node["content"] for node in container["components"]]
    assert all(figure in text for figure in wanted), text


def test_midnight_is_the_days_beginning() -> None:
    """In UTC, to the second."""
    assert midnight(5 * DAY) == midnight(6 * DAY - 0.1) == 5 * DAY


def test_the_version_is_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that was never installed has none, and runs all the same."""
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", installed_version())
    monkeypatch.setattr("cogs.version.PACKAGE", f"{PACKAGE}-of-nobody")
    assert installed_version() == "?"
