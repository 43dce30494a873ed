"""Clock jumps and disk failures: no deadline is shortened or endless, nothing is lost, and play continues."""

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
from cogs.host.settings import SETTINGS
from cogs.language import ENGLISH
from engine.clock import RealClock, wall_time
from engine.rules.rule_sets import RULE_SETS
from tests.bot.casino import WELCOME, Casino
from tests.bot.luck import seed_where
from tests.bot.no_entry import no_entry
from tests.bot.process import TOKEN
from tests.bot.reading import awaited, deadlines, hands
from tests.clock import START
from tests.driver import User

HOUR, DAY = 3_600.0, 86_400.0
TURN, BET = 45, 60
"""The casino's seconds to decide and to bet."""
PAGE = 4_096


async def two_in_play(casino: Casino) -> tuple[User, User]:
    """Return two players with bets of $100; the first is to decide, and both can take another card."""
    seed = seed_where(
        RULE_SETS["hotseat"], 2, lambda dealt: dealt.points(1) <= 10 and dealt.points(2) <= 10
    )
    casino.luck.next.append(seed)
    alice, bob = casino.users(2)
    await casino.open(alice)
    await casino.bet({alice: "100", bob: "100"})
    return alice, bob


async def test_a_farewell_that_was_not_shown_is_shown_after_a_restart(casino: Casino) -> None:
    """All players have left, and the bot is killed before the table's last message; a restart shows it."""
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


async def test_a_jump_of_an_hour_times_out_one_player(casino: Casino) -> None:
    """The clock jumps ahead: one player is late, and the next has the full time, counted from the new time."""
    _, bob = await two_in_play(casino)
    await casino.let_pass(HOUR)
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]
    await casino.let_pass(TURN - 1)
    assert awaited(casino.board()) == [bob.name]


async def test_a_clock_set_back_shortens_no_deadline(casino: Casino) -> None:
    """Timers set before find no late player; the buttons work."""
    alice, bob = await two_in_play(casino)
    casino.clock.time -= HOUR
    with casino.nothing_changes():
        for timer in list(casino.clock.timers):
            timer.callback()
        await casino.let_pass(TURN)
    await casino.press(alice, "Stand")
    assert awaited(casino.board()) == [bob.name]
    assert deadlines(casino.board()) == [int(casino.clock.now()) + TURN]


async def test_a_start_before_the_time_of_the_stop(casino: Casino) -> None:
    """If the machine's clock was set back by a day, deadlines restart and no table waits for a day."""
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
    """A monotonic clock for `RealClock` that the test sets."""
    steady = SimpleNamespace(seconds=1_000.0)
    monkeypatch.setattr(engine.clock, "steady", lambda: steady.seconds)
    return steady


@pytest.mark.parametrize("ahead", [HOUR, -HOUR], ids=["forward", "back"])
def test_the_real_clock_follows_wall_time(
    steady: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """After the machine's clock is set, times shown follow it, in stable whole seconds."""
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
    assert len({*shown.values()}) == 1, "the rounding does not flicker"


class TurnedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time only advances in `turn`."""

    seconds = 0.0

    def time(self) -> float:
        return self.seconds

    def turn(self, seconds: float) -> None:
        """Advance the time and run due callbacks."""
        self.seconds += seconds
        self.run_until_complete(asyncio.sleep(0))
        self.run_until_complete(asyncio.sleep(0))


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
def test_timers_ignore_clock_jumps(
    steady: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """Timers fire neither early nor late when the machine's clock is set."""
    display_name: list[float] = []

    async def set_timer() -> None:
        clock.call_at(clock.now() + TURN, lambda: display_name.append(clock.now()))

    clock, real = RealClock(), time.time
    with closing(TurnedLoop()) as loop:
        loop.run_until_complete(set_timer())
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        before = clock.now()
        loop.turn(TURN - 1)
        assert display_name == []
        steady.seconds += TURN + 1
        loop.turn(2)
    assert display_name == [pytest.approx(before + TURN + 1)]


# The disk


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow beyond its first page for the block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (PAGE, hard))
    sys.dont_write_bytecode = True  # .pyc files would be truncated
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = False


def logged_errors(caplog: pytest.LogCaptureFixture) -> str:
    """Return the expected errors in the log with their causes, and clear the log."""
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    text = "\n".join(f"{r.getMessage()}: {r.exc_info[1] if r.exc_info else ''}" for r in errors)
    caplog.clear()
    return text


async def test_a_move_on_a_full_disk_is_refused(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The player gets an error, the log has the cause, and the same button works afterwards."""
    alice, _ = await two_in_play(casino)
    with casino.nothing_changes(), full_disk():
        answer = await casino.press(alice, "Hit")
    assert answer.text == ENGLISH("sorry-our-fault")
    assert "the database failed: " in logged_errors(caplog)
    await casino.press(alice, "Hit")
    assert len(hands(casino.board())[alice.name].cards) == 3


def test_a_start_on_a_full_disk_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence names the database file; the next start creates it and reaches Discord, which rejects the token."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting.name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.chdir(tmp_path)
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        with full_disk():
            status = bot.main([])
        error = capsys.readouterr().err
        assert (status, len(error.splitlines())) == (2, 1)
        assert "blackjack.db" in error
        assert bot.main([]) == 2
    assert "DISCORD_TOKEN" in capsys.readouterr().err
