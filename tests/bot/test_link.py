"""The link to Discord: what passes is tried again, what a person must mend ends the bot with one sentence."""

import asyncio
import inspect
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from cogs.gateway.retry import LONGEST, CannotStart
from cogs.gateway.shard import LASTING, MOST_BREAKS
from cogs.startup.client import BlackjackBot
from cogs.startup.settings import read_settings
from sandbox import AnswerKind, Sandbox, StartLimit
from sandbox import ManualClock as DiscordsClock
from tests.clock import ManualClock
from tests.patient import AT_ONCE

from .casino import Casino, Ids
from .hosted import hosted_bot
from .luck import Luck
from .process import PROGRAM, TOKEN, BotProcess, run_bot, running

HOUR = 3_600
"""Seconds."""


class Newcomer:
    """A bot that is started while Discord has a bad day; its clock stands still until it waits for it."""

    def __init__(self, running: BlackjackBot, sandbox: Sandbox, clock: ManualClock) -> None:
        self.bot = running
        self.sandbox = sandbox
        self.clock = clock
        self.task = asyncio.create_task(running.start(TOKEN))
        self.waits = 0

    async def online(self) -> None:
        """Let time pass whenever the bot waits, until it is connected."""
        while not self.sandbox.bot_online:
            assert not self.task.done(), self.task
            if [timer for timer in self.clock.timers if not timer.cancelled]:
                self.waits += 1
                self.clock.advance(LONGEST)
            await asyncio.sleep(0.001)

    async def ended(self) -> str:
        """The sentence with which it gives up."""
        with pytest.raises(CannotStart) as why:
            await self.task
        return str(why.value)


@asynccontextmanager
async def newcomer(sandbox: Sandbox, folder: Path) -> AsyncIterator[Newcomer]:
    """A bot that is just being started."""
    clock = ManualClock()
    sandbox.world.snowflakes = Ids(clock)
    settings = read_settings(
        {
            "DISCORD_API_URL": sandbox.api_url,
            "DATABASE": str(folder / "casino.db"),
            "CARD_PICTURES": "off",
        }
    )
    async with hosted_bot(settings, clock=clock, luck=Luck()) as running:
        one = Newcomer(running, sandbox, clock)
        yield one
        await running.close()
        one.task.cancel()
        await asyncio.wait([one.task])


@pytest.fixture
async def sandbox(_impatient: None) -> AsyncIterator[Sandbox]:
    """A Discord for a bot that comes later."""
    async with Sandbox(starts=AT_ONCE) as sandbox:
        yield sandbox


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log has of warnings and worse; no traceback is among them."""
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not [record for record in told if record.exc_info]
    assert not [record for record in told if "\n" in record.getMessage()]
    lines = (record.getMessage() for record in told)
    return [line for line in lines if not line.endswith("voice will NOT be supported")]


async def until(true: Callable[[], object]) -> None:
    """Return when this is true."""
    while not true():  # noqa: ASYNC110 - a log has no event to wait for
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("status", [429, 502, 503, 401, 404])
async def test_a_handshake_that_fails_is_made_again(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    """Even the very first ones: one line each, and the bot is there when the gateway is."""
    sandbox.faults.refuse_gateway(status, times=3)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
        assert one.waits >= 3
    assert (
        len([line for line in warnings(caplog) if "gateway" in line and str(status) in line]) == 3
    )


@pytest.mark.parametrize("code", [1000, 1011, 4000, 4001, 4007, 4008, 4009])
@pytest.mark.parametrize("at_once", [True, False])
async def test_a_socket_that_is_closed_is_opened_again(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int, at_once: bool
) -> None:
    """In place of the first HELLO, or instead of the session, whatever the code that may pass."""
    sandbox.faults.close_gateway(code, times=3, at_once=at_once)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
    assert len(warnings(caplog)) == 3


@pytest.mark.parametrize("path", ["/users/@me", "/oauth2/applications/@me", "/gateway/bot"])
@pytest.mark.parametrize("status", [503, 429])
async def test_a_start_waits_for_discord(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str, status: int
) -> None:
    """Login and address are asked for again, with one line each time, and the old connections are closed."""
    sandbox.faults.fail("GET", path, status, times=2)
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
    assert len([line for line in warnings(caplog) if str(status) in line]) == 2


async def test_a_start_waits_for_the_network(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody listens at the address yet: the line names it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    sandbox = Sandbox(port=port)
    sandbox.world.base_url = f"http://127.0.0.1:{port}"
    async with AsyncExitStack() as later, newcomer(sandbox, tmp_path) as one:
        await until(lambda: warnings(caplog))
        why = f"there is no connection to 127.0.0.1:{port}: connection refused"
        assert warnings(caplog)[0].startswith(f"the login fails: {why}; ")
        await later.enter_async_context(sandbox)  # which is closed after the bot has gone
        await one.online()


@pytest.mark.parametrize("code", LASTING)
async def test_what_a_person_must_mend_is_one_sentence(
    sandbox: Sandbox, tmp_path: Path, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """Token, shards, version, intents: at the start, and in the middle of a session too."""
    sandbox.faults.close_gateway(code)
    async with newcomer(sandbox, tmp_path) as one:
        told = await one.ended()
    assert told == LASTING[code]
    assert told.endswith(".")
    assert warnings(caplog) == []


async def test_a_token_that_is_taken_back_ends_a_running_bot(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """The gateway closes with 4004 when the session is to go on."""
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
        sandbox.faults.close_gateway(4004)
        await sandbox.faults.drop_gateway()
        assert "DISCORD_TOKEN" in await one.ended()


@pytest.mark.parametrize(
    ("path", "status", "word"),
    [
        ("/users/@me", 401, "DISCORD_TOKEN"),
        ("/users/@me", 403, "DISCORD_API_URL"),
        ("/users/@me", 404, "DISCORD_API_URL"),
        ("/oauth2/applications/@me", 401, "DISCORD_TOKEN"),
        ("/gateway/bot", 401, "DISCORD_TOKEN"),
        ("/gateway/bot", 404, "DISCORD_API_URL"),
    ],
)
async def test_a_login_that_is_refused_is_one_sentence(
    sandbox: Sandbox, tmp_path: Path, path: str, status: int, word: str
) -> None:
    """What no patience mends."""
    sandbox.faults.fail("GET", path, status)
    async with newcomer(sandbox, tmp_path) as one:
        assert word in await one.ended()


@pytest.mark.parametrize("code", [4004, 4011, 4014])
async def test_the_process_ends_with_status_2(tmp_path: Path, code: int) -> None:
    """One sentence on the last line, and no traceback."""
    async with Sandbox() as sandbox:
        sandbox.faults.close_gateway(code)
        finished = await run_bot(
            tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=sandbox.api_url, CARD_PICTURES="off"
        )
    assert finished.status == 2
    assert "Traceback" not in finished.errors
    assert finished.errors.splitlines()[-1] == LASTING[code]


async def test_a_gateway_that_is_away_for_long_is_waited_for(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A session is lost, and many handshakes fail: the bot is back with a new session, and the game goes on."""
    (user,) = casino.users(1)
    await casino.open(user)
    casino.sandbox.faults.refuse_gateway(502, times=8)
    await casino.sandbox.faults.drop_gateway()
    while not casino.sandbox.bot_online:
        if any(not timer.cancelled for timer in casino.clock.timers):
            casino.clock.advance(1.0)
        await asyncio.sleep(0.001)
    assert (await user.command(casino.channel, "balance")).kind is AnswerKind.MESSAGE
    # The first try is made at once, the next ones after a while each.
    assert len(warnings(caplog)) == 8


async def test_a_gateway_that_keeps_breaking_off_is_not_stormed(
    casino: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """A few times it is back at once; then it waits longer each time, though every session is resumed."""
    for _ in range(MOST_BREAKS):
        await casino.sandbox.faults.drop_gateway()
        await casino.sandbox.bot_ready()
    assert warnings(caplog) == []
    for count in (1, 2, 3):
        await casino.sandbox.faults.drop_gateway()
        await until(lambda: len(warnings(caplog)) == count)  # noqa: B023
        casino.clock.advance(2**count)
        await casino.sandbox.bot_ready()
    assert len(warnings(caplog)) == 3


@pytest.mark.usefixtures("_impatient")
async def test_a_day_without_sessions_left_is_waited_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord counts a day's sessions: with none left, the bot begins one when the count begins anew."""
    discords = DiscordsClock()
    async with Sandbox(clock=discords, starts=StartLimit(total=1)) as sandbox:
        async with newcomer(sandbox, tmp_path) as first:
            await first.online()
        discords.advance(HOUR)
        async with newcomer(sandbox, tmp_path) as second:
            await until(lambda: warnings(caplog))
            assert f"no more sessions for {23 * HOUR} s" in warnings(caplog)[0]
            discords.advance(23 * HOUR)
            second.clock.advance(23 * HOUR)
            await second.online()


# How it is stopped


def of_the_library() -> list[str]:
    """What of discord.py is at work in this loop."""
    coroutines = [task.get_coro() for task in asyncio.all_tasks()]
    at_work = [one for one in coroutines if inspect.iscoroutine(one)]
    return [one.__qualname__ for one in at_work if "/discord/" in one.cr_code.co_filename]


async def test_nothing_is_left_of_a_bot_that_has_stopped(sandbox: Sandbox, tmp_path: Path) -> None:
    """A loop may be closed then: no event is on its way that would find it closed."""
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
        await until(of_the_library)
    assert of_the_library() == []


async def test_a_client_that_is_closed_hears_nothing(sandbox: Sandbox, tmp_path: Path) -> None:
    """The library says that it is ready some seconds after the start, closed or not."""
    async with newcomer(sandbox, tmp_path) as one:
        await one.online()
        await one.bot.close()
        one.bot.dispatch("ready")


WINDOWS = """
import asyncio.unix_events as loops
for name in ("add_signal_handler", "remove_signal_handler"):
    delattr(loops._UnixSelectorEventLoop, name)
import bot, sys
sys.exit(bot.main([]))
"""
"""The bot on an event loop that has no signal handlers, as on Windows."""

ignoring = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("program", [(PROGRAM,), ("-c", WINDOWS)], ids=["here", "as on Windows"])
async def test_a_signal_stops_it(
    sandbox: Sandbox, tmp_path: Path, number: signal.Signals, program: tuple[str, ...]
) -> None:
    """With status 0, even where a shell had Ctrl-C's signal ignored, as for what it starts in the background."""
    process = BotProcess(sandbox, tmp_path, {}, program=program, prepare=ignoring)
    async with running(process):
        assert await process.end(number) == 0
    assert "Traceback" not in process.log
    assert process.log.rstrip().endswith("stopped")
