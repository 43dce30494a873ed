"""Clocks that jump, and disks that fail: nobody is hurried or waits for ever, nothing is lost, and play goes on."""

import asyncio
import logging
import re
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import bot
import engine.clock
from cogs.language import ENGLISH
from cogs.startup.settings import SETTINGS
from engine.clock import RealClock, wall_time
from engine.rules.rule_sets import RULE_SETS
from sandbox import User
from tests.bot.casino import WELCOME, Casino
from tests.bot.luck import seed_where
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN
from tests.bot.reading import awaited, deadlines, hands
from tests.clock import START

HOUR, DAY = 3_600.0, 86_400.0
TURN, BET = 45, 60
"""Seconds that the casino's players have."""
PAGE = 4_096


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """Two players who have bet $100 each; the first is to decide, and both are asked again after a card."""
    seed = seed_where(
        RULE_SETS["hotseat"], 2, lambda dealt: dealt.points(1) <= 10 and dealt.points(2) <= 10
    )
    casino.luck.next.append(seed)
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


async def test_a_goodbye_that_nobody_saw_is_said_after_the_next_start(casino: Casino) -> None:
    """Killed between the commit and the board: everybody has left, and the goodbye tells what they have won."""
    users = await two_in_play(casino)
    faults = casino.sandbox.faults
    hold = faults.hold("PATCH", "**/messages/*", times=99)
    for user in users:
        await user.command(casino.channel, "leave")
    await casino.sandbox.wait_for(lambda: faults.waiting)
    await casino.crash(in_vain=True)
    hold.release()
    await casino.quiet()
    text = casino.board().text
    assert "The table is closed" in text
    assert len(re.findall(r"^\S+ · \d+ rounds? · \*\*[^*]+\*\*", text, re.MULTILINE)) == len(users)
    assert [one.label for one in casino.board().buttons] == ["New table", "My rounds"]


# The clock


async def test_an_hour_at_once_stands_for_one_player_only(casino: Casino) -> None:
    """The player who was to decide is late; the next one has their whole time, from the new hour on."""
    _, bob = await two_in_play(casino)
    await casino.let_pass(HOUR)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN - 1)
    assert awaited(casino.board()) == [bob.name]


async def test_a_clock_that_goes_back_hurries_nobody(casino: Casino) -> None:
    """A timer that was set before the change only checks, and finds nobody late; the buttons work."""
    alice, bob = await two_in_play(casino)
    casino.clock.time -= HOUR
    with casino.nothing_changes():
        for timer in list(casino.clock.timers):
            timer.callback()
        await casino.let_pass(TURN)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]


async def test_a_start_a_day_earlier_than_the_stop_keeps_everything(casino: Casino) -> None:
    """The machine's clock was set back in the meantime: deadlines are set again, and no table waits for a day."""
    alice, bob = await two_in_play(casino)
    lounge = casino.sandbox.channel("lounge")
    await casino.open(casino.users(3)[2], channel=lounge)
    await casino.stop()
    casino.clock.time -= DAY
    await casino.start()
    await casino.quiet()
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    assert deadlines(casino.board(lounge)) == [int(casino.clock.now()) + BET]
    await casino.let_pass(TURN)
    await casino.let_pass(TURN)
    await casino.check_settled(casino.board_of(1), {alice: WELCOME, bob: WELCOME})


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What `RealClock` reads instead of the machine's own clock that nobody sets; it is turned by hand."""
    steady = SimpleNamespace(seconds=1_000.0)
    monkeypatch.setattr(engine.clock, "steady", lambda: steady.seconds)
    return steady


@pytest.mark.parametrize("ahead", [HOUR, -HOUR], ids=["forward", "back"])
def test_the_real_clock_shows_what_peoples_clocks_show(
    steady: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """Somebody sets the machine's clock: each moment is shown by it, and the same however often it is asked for."""
    off = 0.0
    monkeypatch.setattr(time, "time", lambda: START + steady.seconds + off)
    clock = RealClock()
    deadline = clock.now() + TURN
    for off in (0.0, ahead, ahead + 2.0, ahead + 3.1, ahead - 1.0, 0.0):
        assert {clock.shown(deadline) for _ in range(100)} == {deadline + round(off)}
        assert wall_time(clock) == START + steady.seconds + round(off)
    shown: dict[float, float] = {}
    for off in (ahead + 0.501, ahead + 0.499, ahead + 0.501):
        shown[off] = clock.shown(deadline)
    assert len({*shown.values()}) == 1, "near the middle of two seconds it is always rounded alike"


class TurnedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only in `turn`."""

    seconds = 0.0

    def time(self) -> float:
        """Seconds turned so far."""
        return self.seconds

    def turn(self, seconds: float) -> None:
        """Let time pass, and call what is due."""
        self.seconds += seconds
        self.run_until_complete(asyncio.sleep(0))
        self.run_until_complete(asyncio.sleep(0))


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_a_timer_of_the_real_clock_keeps_its_time(
    steady: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """It calls neither at once nor an hour later, whatever the machine's clock says meanwhile."""
    called: list[float] = []

    async def set_timer() -> None:
        clock.call_at(clock.now() + TURN, lambda: called.append(clock.now()))

    clock, real = RealClock(), time.time
    with closing(TurnedLoop()) as loop:
        loop.run_until_complete(set_timer())
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        before = clock.now()
        loop.turn(TURN - 1)
        assert called == []
        steady.seconds += TURN + 1
        loop.turn(2)
    assert called == [pytest.approx(before + TURN + 1)]


# The disk


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can grow beyond its first page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE, hard))
    sys.dont_write_bytecode = True  # what is imported now would be compiled to the half of a file
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = False


def told_to_the_host(caplog: pytest.LogCaptureFixture) -> str:
    """The errors in the log with their causes; they are expected, and taken out of it."""
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    text = "\n".join(f"{r.getMessage()}: {r.exc_info[1] if r.exc_info else ''}" for r in errors)
    caplog.clear()
    return text


async def test_a_move_on_a_full_disk_is_not_made(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The player is told, the host is told why, and the same button works when there is room again."""
    alice, _ = await two_in_play(casino)
    with casino.nothing_changes(), full_disk():
        answer = await casino.press(alice, "Hit")
    assert answer.text == ENGLISH("sorry-our-fault")
    assert "the database failed: " in told_to_the_host(caplog)
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3


def test_a_start_on_a_full_disk_leaves_nothing_half_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence names the file; the next start makes it, and gets as far as to Discord, which refuses its token."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        with full_disk():
            status = bot.main([])
        told = capsys.readouterr().err
        assert (status, len(told.splitlines())) == (2, 1)
        assert "blackjack.db" in told
        assert bot.main([]) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().err
