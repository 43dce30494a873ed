"""What Discord refuses or delays beside the tables keeps none of them closed: one line in the log, and patience."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import pytest

from cogs.gateway.retry import LONGEST, Backoff
from cogs.startup.background import BackgroundTasks
from cogs.startup.client import COMMANDS
from engine.values.errors import StorageTrouble
from tests.clock import ManualClock

from .casino import Casino
from .reading import awaited, hands
from .scenes import two_in_play

REGISTRATION = "/applications/*/commands"
EMOJIS = "/applications/*/emojis"


@pytest.fixture
def registers() -> bool:
    """The bot registers its commands itself."""
    return True


def told(caplog: pytest.LogCaptureFixture, about: str = COMMANDS) -> list[str]:
    """The warnings about a task; none has a traceback or a second line."""
    records = [r for r in caplog.records if r.name == "cogs.startup.background"]
    assert not [r for r in records if r.exc_info or "\n" in r.getMessage()]
    lines = [r.getMessage() for r in records if r.levelno == logging.WARNING]
    return [line for line in lines if line.startswith(about)]


@pytest.fixture
async def restarting(casino: Casino) -> AsyncIterator[Casino]:
    """Two are in mid-round, and at the next start Discord has lost the commands."""
    await two_in_play(casino)
    await casino.stop()
    commands = dict(casino.sandbox.world.commands)
    casino.sandbox.world.commands.clear()
    casino.waits_for_commands = False
    yield casino
    casino.sandbox.world.commands.update(commands)


async def plays_on(casino: Casino) -> None:
    """The round that was resumed is shown, and goes on by its buttons."""
    await casino.quiet()
    board = casino.board()
    assert "everything is as you left it" in board.text
    (number,) = awaited(board)
    before = len(hands(board)[number].cards)
    await casino.press(casino.user(number), "Hit")
    assert len(hands(casino.board())[number].cards) == before + 1


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 20012), (401, 0)])
async def test_commands_that_discord_refuses_close_no_table(
    restarting: Casino, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """Tables go on, and the log has one line with Discord's own number and words."""
    restarting.sandbox.faults.fail("PUT", REGISTRATION, status, code=code, times=9)
    await restarting.start()
    await restarting.bot.background.settled(COMMANDS)
    await plays_on(restarting)
    (line,) = told(caplog)
    assert str(code or status) in line
    assert len(restarting.sandbox.requests_to("PUT", REGISTRATION)) == 2


@pytest.mark.parametrize("method", ["GET", "PUT"])
@pytest.mark.parametrize("status", [503, 429])
async def test_commands_are_registered_when_discord_takes_them(
    restarting: Casino, caplog: pytest.LogCaptureFixture, method: str, status: int
) -> None:
    """What passes is tried again, with one line for all of it; in the end the commands are there."""
    casino = restarting
    casino.sandbox.faults.fail(method, REGISTRATION, status, times=3)
    await casino.start()
    await plays_on(casino)
    settled = asyncio.ensure_future(casino.bot.background.settled(COMMANDS))
    while not settled.done():
        casino.clock.advance(1)
        await asyncio.sleep(0.001)
    (line,) = told(caplog)
    assert str(status) in line
    assert casino.sandbox.world.commands


@pytest.mark.parametrize("status", [500, 502])
async def test_a_discord_that_is_down_for_commands_closes_no_table(
    restarting: Casino, status: int
) -> None:
    """While the library itself tries again, people play."""
    restarting.sandbox.faults.fail("PUT", REGISTRATION, status, times=9)
    await restarting.start()
    await plays_on(restarting)


async def test_a_long_rate_limit_closes_no_table(restarting: Casino) -> None:
    """Discord wants an hour of silence about commands; the round goes on, and a stop is not held up."""
    restarting.sandbox.faults.fail("PUT", REGISTRATION, 429, retry_after=3600)
    await restarting.start()
    await restarting.sandbox.wait_for(
        lambda: [r for r in restarting.sandbox.requests_to("PUT", REGISTRATION) if r.status == 429]
    )
    await plays_on(restarting)


async def test_a_registration_that_hangs_closes_no_table(restarting: Casino) -> None:
    """Before the answer to the very first question comes, the board is drawn and clicks are answered."""
    hold = restarting.sandbox.faults.hold("GET", REGISTRATION)
    await restarting.start()
    await hold.arrived()
    await plays_on(restarting)
    hold.release()
    await restarting.bot.background.settled(COMMANDS)


async def test_help_works_before_the_commands_are_known(casino: Casino) -> None:
    """It names them as they are typed; once they are known, they can be clicked."""
    (alice,) = casino.users(1)
    hold = casino.sandbox.faults.hold("GET", REGISTRATION)
    casino.waits_for_commands = False
    await casino.restart()
    await hold.arrived()
    before = (await alice.command(casino.channel, "help")).text
    hold.release()
    await casino.bot.background.settled(COMMANDS)
    after = (await alice.command(casino.channel, "help")).text
    assert "`/blackjack`" in before
    assert "</blackjack:" not in before
    assert "</blackjack:" in after


async def test_pictures_are_tried_again(casino: Casino, caplog: pytest.LogCaptureFixture) -> None:
    """Discord has a bad moment; the pictures come after it."""
    casino.sandbox.faults.fail("GET", EMOJIS, 503)
    casino.card_pictures = "on"
    await casino.restart()
    await until(lambda: told(caplog, "the pictures"))
    casino.clock.advance(LONGEST)
    await casino.bot.background.settled()
    assert casino.bot.card_emojis.pictures


async def test_a_ping_of_before_is_remembered_until_it_is_gone(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Killed with a ping that can't be deleted at the next start: the one after that deletes it, and new pings stay."""
    casino.nudge_seconds = "20"
    await casino.restart()
    alice, _ = await two_in_play(casino)
    await casino.let_pass(20)
    await casino.sandbox.wait_for(lambda: alice.pings(casino.channel))
    await casino.quiet()
    (left,) = alice.pings(casino.channel)
    casino.sandbox.faults.fail("DELETE", "/channels/*/messages/*", 503, times=50)
    await casino.crash()
    await until(lambda: told(caplog, "older messages"))
    assert not left.deleted
    await casino.crash()
    casino.sandbox.faults.clear()
    casino.clock.advance(5)
    await casino.bot.background.settled()
    assert left.deleted


async def until(true: Callable[[], object]) -> None:
    """Return when this is true."""
    while not true():  # noqa: ASYNC110 - a log has no event to wait for
        await asyncio.sleep(0.001)


# The tasks by themselves


async def test_a_task_with_a_mistake_of_ours_is_told_with_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What is no trouble of Discord's is a fault, and not tried again; the other tasks are done."""
    done = []

    async def fault() -> None:
        raise KeyError("x")

    async def fine() -> None:
        done.append(1)

    background = BackgroundTasks(ManualClock())
    background.begin("a fault", fault)
    background.begin("a fine thing", fine)
    await background.settled()
    (record,) = caplog.records
    assert (record.levelno, bool(record.exc_info)) == (logging.ERROR, True)
    assert done == [1]


async def test_tasks_are_left_at_a_stop() -> None:
    """One that waits for better times is not waited for."""
    clock = ManualClock()
    background = BackgroundTasks(clock)
    tries = []

    async def in_vain() -> None:
        tries.append(clock.now())
        raise TimeoutError

    background.begin("in vain", in_vain)
    await until(lambda: clock.timers)
    await background.stop()
    assert len(tries) == 1


@pytest.mark.parametrize("luck", [0.0, 1.0])
def test_waits_grow_to_a_minute(luck: float) -> None:
    """Each is twice the one before, up to a minute; half of it is luck; after a success it begins anew."""
    backoff = Backoff(lambda: luck)
    waits = [backoff.next() for _ in range(12)]
    share = (1 + luck) / 2
    assert waits == [share * seconds for seconds in (1, 2, 4, 8, 16, 32, *[60] * 6)]
    backoff.reset()
    assert backoff.next() == share


async def test_what_the_bank_can_not_keep_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    """It may be away for a while; the log has one line."""
    clock, tries = ManualClock(), 0

    async def fails_twice() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StorageTrouble("the database is away")

    background = BackgroundTasks(clock)
    background.begin(COMMANDS, fails_twice)
    settled = asyncio.ensure_future(background.settled())
    while not settled.done():
        clock.advance(LONGEST)
        await asyncio.sleep(0)
    assert tries == 3
    assert told(caplog) == [f"{COMMANDS}: tried until it is done: the database is away"]
