"""The machine's clock is put right while the bot runs: decisions keep their time, what is shown and kept is right."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cogs.tools.database import backups
from engine.bank.books import people
from engine.bank.players.statistics import balance_over_time
from engine.bank.sqlite.backup import NAME
from engine.clock import wall_time
from engine.rules.rule_sets import RULE_SETS
from sandbox import User
from tests.clock import START, ManualClock

from .casino import WELCOME, Casino
from .luck import Layout, seed_where
from .reading import awaited, deadlines

HOUR, YEARS = 3_600.0, 57 * 365 * 86_400.0
TURN, BET = 45, 60
"""Seconds that the casino's players have."""

CORRECTIONS = {"forward": HOUR, "back": -HOUR, "from a flat battery": YEARS}
corrected = pytest.mark.parametrize("by", CORRECTIONS.values(), ids=CORRECTIONS)


def both_are_asked(dealt: Layout) -> bool:
    """Neither has 21, and the first can take a card."""
    return dealt.points(1) < 12 and dealt.points(2) < 21


async def in_play(casino: Casino, rules: str = "hotseat") -> tuple[User, User]:
    """Two who play; the first, or both at once, are to decide."""
    casino.luck.next.append(seed_where(RULE_SETS[rules], 2, both_are_asked))
    alice, bob = casino.users(2)
    await casino.open(alice, rules)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


def times(casino: Casino, query: str) -> list[float]:
    """The moments that the file holds."""
    with closing(sqlite3.connect(casino.database)) as connection:
        return [at for (at,) in connection.execute(query)]


@corrected
async def test_a_deadline_is_shown_by_the_new_time(casino: Casino, by: float) -> None:
    """From the next drawing on; the player is neither hurried nor given an hour."""
    alice, bob = await in_play(casino)
    casino.clock.corrected += by
    await casino.press(alice, "Hit")
    assert deadlines(casino.board()) == [int(START + by) + TURN]
    await casino.let_pass(TURN - 1)
    assert awaited(casino.board()) == [alice.name]
    await casino.let_pass(1)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(START + by) + 2 * TURN]


@corrected
async def test_a_deadline_that_runs_already_is_shown_by_the_new_time(
    casino: Casino, by: float
) -> None:
    """One player's deadline was set before the correction, and one after it."""
    alice, bob = await in_play(casino, "private")
    casino.clock.advance(10)
    casino.clock.corrected += by
    await casino.press(alice, "Hit")
    assert sorted(deadlines(casino.board())) == [
        int(START + by) + TURN,
        int(START + by) + TURN + 10,
    ]
    await casino.let_pass(TURN - 10)
    assert awaited(casino.board()) == [alice.name]
    assert bob.name not in awaited(casino.board())


@corrected
async def test_bets_close_by_the_new_time(casino: Casino, by: float) -> None:
    """Both where nobody has bet yet and after a bet."""
    alice, bob = casino.users(2)
    await casino.open(alice)
    casino.clock.corrected += by
    await casino.press(bob, "$10")
    assert deadlines(casino.board()) == [int(START + by) + BET]


@corrected
async def test_what_is_kept_is_dated_by_the_new_time(casino: Casino, by: float) -> None:
    """Moves, money, rounds and the stored deadline; the history shows it, and who is new is dated so, too."""
    alice, bob = await in_play(casino)
    casino.clock.corrected += by
    now = wall_time(casino.clock)
    assert now == START + by
    await casino.press(alice, "Stand")
    assert times(casino, "SELECT at FROM move ORDER BY n DESC LIMIT 1") == [now]
    assert times(casino, "SELECT deadline FROM game_table") == [now + TURN]
    await casino.press(bob, "Stand")
    assert times(casino, "SELECT ended_at FROM round") == [now]
    assert set(times(casino, "SELECT ended_at FROM result")) == {now}
    assert times(casino, "SELECT at FROM posting ORDER BY id DESC LIMIT 1") == [now]
    answer = await alice.command(casino.channel, "history")
    assert f"<t:{int(now)}:d>" in answer.text
    carol = casino.sandbox.user(3)
    await carol.command(casino.channel, "balance")
    assert times(casino, "SELECT at FROM posting ORDER BY id DESC LIMIT 1") == [now]


@corrected
async def test_a_stored_deadline_means_nothing_after_a_restart(casino: Casino, by: float) -> None:
    """Whatever time it was kept in: who is to decide has the full time from the start on."""
    alice, bob = await in_play(casino)
    casino.clock.corrected += by
    await casino.stop()
    casino.clock.corrected = 0
    await casino.start()
    await casino.quiet()
    assert deadlines(casino.board()) == [int(START) + TURN]
    await casino.let_pass(TURN - 1)
    assert awaited(casino.board()) == [alice.name]
    await casino.let_pass(1)
    await casino.stand_all()
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


async def test_the_status_page_goes_by_the_new_time(casino: Casino) -> None:
    """The start of the bot was at a time that nobody knew then; and a new day may have begun."""
    casino.clock.corrected += HOUR
    text = (await casino.sandbox.user(1).command(casino.channel, "house status")).text
    assert f"<t:{int(START + HOUR)}:R>" in text
    await in_play(casino)
    await casino.stand_all()
    text = (await casino.sandbox.user(1).command(casino.channel, "house status")).text
    assert "Rounds today (UTC): **1**" in text
    casino.clock.corrected += 24 * HOUR
    text = (await casino.sandbox.user(1).command(casino.channel, "house status")).text
    assert "Rounds today (UTC): **0**" in text


async def test_who_may_click_goes_by_no_peoples_clock(casino: Casino) -> None:
    """Neither does a correction make a click too late, nor does it let one in that is."""
    alice, _ = await in_play(casino)
    for by in (HOUR, -2 * HOUR, YEARS):
        casino.clock.corrected += by
        answer = await alice.command(casino.channel, "balance")
        assert answer.text.startswith("You have")


async def test_the_welcome_comes_first_whatever_the_clock_said(casino: Casino) -> None:
    """An account that was opened an hour ahead of time never had less than nothing in its curve."""
    casino.clock.corrected = HOUR
    alice, _ = await in_play(casino)
    casino.clock.corrected = 0
    await casino.stand_all()
    with closing(sqlite3.connect(casino.database)) as connection:
        people.index(connection)
        balances = [one.balance for one in balance_over_time(connection, alice.id, 10)]
    assert balances == [WELCOME, *await casino.balances(alice)]


async def test_backups_are_named_by_the_new_time(
    casino: Casino, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A name says when the copy was made, by the calendar on the wall."""
    loop, made, log = asyncio.get_running_loop(), asyncio.Event(), logging.Handler()
    log.emit = lambda _: loop.call_soon_threadsafe(made.set)  # type: ignore[method-assign,assignment]
    copying = logging.getLogger("engine.bank.sqlite.backup")
    caplog.set_level(logging.INFO, copying.name)
    copying.addHandler(log)
    clock = ManualClock(corrected=-HOUR)
    directory = tmp_path / "backups"
    settings = {
        "DATABASE": casino.database,
        "BACKUP_HOURS": 1,
        "BACKUP_DIRECTORY": directory,
        "BACKUP_KEEP": 1,
    }
    async with backups(settings, clock):
        await made.wait()
    copying.removeHandler(log)
    name = datetime.fromtimestamp(START - HOUR, UTC).strftime(NAME)
    assert [path.name for path in directory.glob("*.db")] == [name]
