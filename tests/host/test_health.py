"""Health checks: `health`, and `/healthz` and `/metrics` of a process."""

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp
import discord
import pytest
from discord.ext import commands
from prometheus_client.parser import text_string_to_metric_families

from cogs.host.health import (
    BEAT,
    NO_DATABASE,
    NOT_CONNECTED,
    OLD,
    WAITING,
    file_of,
    is_alive,
    pulse,
)
from cogs.host.metrics import Metrics, endpoint
from cogs.host.settings import read_settings
from cogs.tools.files import sign_of
from engine.bank.bank import Bank
from engine.clock import RealClock
from tests.bot.process import Finished, bot_process, run_bot
from tests.bot.process_table import board, deal
from tests.bot.reading import awaited
from tests.clock import ManualClock, ManualTimer
from tests.driver import PATIENCE, Sandbox
from tests.waiting import READS, free_port

QUESTIONS = 60
"""How many times a test runs the tool, each time in a new process."""


class Pages:
    """The pages that a bot serves on its port."""

    def __init__(self, port: int, session: aiohttp.ClientSession) -> None:
        self.port = str(port)
        self._address = f"http://127.0.0.1:{port}"
        self._session = session

    async def read(self, page: str) -> tuple[int, str]:
        """Return the status and the text of a page."""
        async with self._session.get(f"{self._address}/{page}") as response:
            return response.status, await response.text()

    async def until(self, expected: tuple[int, str]) -> tuple[int, str]:
        """Read `/healthz` until it has this status and text; return the last answer."""
        for _ in range(READS):
            if (found := await self.read("healthz")) == expected:
                break
        return found

    async def values(self) -> dict[str, float]:
        """Return the values of `/metrics` by name, or by `name{label=value}`."""
        _, text = await self.read("metrics")
        return {
            sample.name + "".join(f"{{{k}={v}}}" for k, v in sample.labels.items()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }


@pytest.fixture
async def pages() -> AsyncIterator[Pages]:
    """The pages at a free port."""
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        yield Pages(free_port(), session)


async def health(folder: Path) -> Finished:
    """Run `health` for the bot in this folder."""
    return await run_bot(folder, "health", DATABASE="casino.db")


async def until(folder: Path, status: int) -> Finished:
    """Run `health` until it has this exit status."""
    for _ in range(QUESTIONS):
        if (answer := await health(folder)).status == status:
            break
    return answer


async def test_a_bot_is_healthy_while_connected(tmp_path: Path, pages: Pages) -> None:
    """Status 0 while connected; 1 before the start, without Discord, and after a stop.

    Also after a kill or a hang, when the heartbeat file is there but old. The pages agree, and can be read before
    Discord is connected.
    """
    never = await health(tmp_path)
    assert (never.status, never.output) == (1, "There is no database at casino.db.\n")
    settings = {"METRICS_PORT": pages.port}
    async with Sandbox() as sandbox, bot_process(sandbox, tmp_path, **settings) as process:
        sign = file_of(process.database)
        well = await until(tmp_path, 0)
        assert (well.status, well.errors) == (0, "")
        await process.kill()
        for age in (OLD + 1, -3_600):
            at = time.time() - age
            os.utime(sign, (at, at))
            assert (await health(tmp_path)).status == 1
        await process.start()
        await sandbox.faults.drop_gateway()
        await sandbox.bot_ready()
        assert (await until(tmp_path, 0)).status == 0
        assert await pages.until((200, "ok\n")) == (200, "ok\n")
        await sandbox.stop()
        ill = await until(tmp_path, 1)
        assert (ill.status, ill.errors) == (1, "")
        assert await pages.until((503, f"{NOT_CONNECTED}\n")) == (503, f"{NOT_CONNECTED}\n")
        found = await pages.values()
        assert (found["blackjack_connected"], found["blackjack_ready"]) == (0, 0)
        await process.terminate()
    assert not sign.exists()


async def test_metrics_of_a_round(tmp_path: Path, sandbox: Sandbox, pages: Pages) -> None:
    """Clicks, answers, commits, tables and the connection; no user's name or id."""
    user = sandbox.user(1)
    async with bot_process(sandbox, tmp_path, METRICS_PORT=pages.port) as process:
        await deal(sandbox, [user])
        while awaited(board(sandbox)):
            await user.click(board(sandbox), "Stand")
            await sandbox.wait_for(lambda: not awaited(board(sandbox)))
        assert await pages.until((200, "ok\n")) == (200, "ok\n")
        found = await pages.values()
        _, text = await pages.read("metrics")
        assert await process.terminate() == 0
    for name in (
        "interactions_total{outcome=done}",
        "answer_seconds_count",
        "commit_seconds_count",
    ):
        assert found[f"blackjack_{name}"] >= 3
    for name in ("tables", "connected", "ready", "gateway_connections_total{how=identify}"):
        assert found[f"blackjack_{name}"] == 1
    assert found["process_cpu_seconds_total"] > 0
    people = [str(sandbox.user(number).id) for number in range(1, 7)]
    assert not [one for one in (*people, str(sandbox.channel("blackjack").id)) if one in text]


class Beats(ManualClock):
    """A clock that signals when the next heartbeat is scheduled."""

    def __init__(self) -> None:
        super().__init__()
        self._waits = asyncio.Event()

    def call_at(self, when: float, callback: Callable[[], None]) -> ManualTimer:
        """Note that the next heartbeat is scheduled."""
        self._waits.set()
        return super().call_at(when, callback)

    async def beaten(self) -> None:
        """Wait for one more heartbeat."""
        async with asyncio.timeout(PATIENCE):
            await self._waits.wait()
        self._waits.clear()


@pytest.fixture
async def client() -> AsyncIterator[commands.AutoShardedBot]:
    """A client whose connection events are sent by the test."""
    none = discord.Intents.none()
    async with commands.AutoShardedBot(command_prefix="!", intents=none) as client:
        yield client


async def test_a_read_only_database_is_unhealthy(
    tmp_path: Path, client: commands.AutoShardedBot, caplog: pytest.LogCaptureFixture
) -> None:
    """There is no heartbeat and the log has the reason; it recovers with the next successful write."""
    database, clock = tmp_path / "casino.db", Beats()
    sign = file_of(database)
    async with (
        Bank.open(database, time.time, busy_timeout=1) as bank,
        pulse(client, bank, sign, clock) as signs,
    ):
        client.dispatch("online")
        await clock.beaten()
        assert signs.trouble() is None
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            clock.advance(BEAT)
            await clock.beaten()
            assert "health checks failed" in caplog.text
            assert "locked" in caplog.text
            assert await bank.saved_text("beats") == "1", "reads still work"
            assert signs.trouble() == NO_DATABASE
            assert not is_alive(sign, time.time())
        clock.advance(BEAT)
        await clock.beaten()
        assert (signs.trouble(), is_alive(sign, time.time())) == (None, True)


async def test_a_bot_on_standby_is_unhealthy(
    tmp_path: Path, client: commands.AutoShardedBot
) -> None:
    """It writes no heartbeat and leaves the active process's file alone."""
    sign, clock, plays = tmp_path / "sign", Beats(), False
    async with (
        Bank.open(tmp_path / "casino.db", time.time) as bank,
        pulse(client, bank, sign, clock, lambda: plays) as signs,
    ):
        client.dispatch("online")
        await clock.beaten()
        assert signs.trouble() == WAITING
        assert not sign.exists()
        sign.touch()
        clock.advance(BEAT)
        await clock.beaten()
        assert sign.exists()
        plays = True
        assert signs.trouble() is None
    assert not sign.exists()


def test_each_process_has_its_own_heartbeat_file() -> None:
    """Processes may share a folder, and with PostgreSQL there is no database file."""
    server = "postgresql://host/name"
    signs = {file_of(server), *(file_of(server, process) for process in range(3))}
    assert len(signs) == 4
    names = {"DATABASE": server, "PROCESSES": "2", "SHARDS": "2"}
    assert {sign_of(read_settings({**names, "PROCESS": k})) for k in ("0", "1")} <= signs
    assert sign_of(read_settings({"DATABASE": server})) == file_of(server)


@asynccontextmanager
async def pages_at(
    host: str, client: commands.AutoShardedBot, folder: Path, name: str
) -> AsyncIterator[Pages]:
    """Yield the pages at an address, requested with this host name; the bot's database is closed."""
    async with Bank.open(folder / "casino.db", time.time) as bank:
        pass
    async with (
        pulse(client, bank, folder / "sign", RealClock()) as signs,
        endpoint(host, 0, signs, Metrics(RealClock())) as port,
        aiohttp.ClientSession(headers={"Host": name}) as session,
    ):
        yield Pages(port, session)


OWN = ("localhost:9460", "bot.localhost:9460", "127.0.0.1", "[::1]:9460")
OTHER = ("rebound.example:9460", "127.0.0.1.rebound.example", "", "bot-0.default.svc:9460")


async def test_dns_rebinding_is_refused(tmp_path: Path, client: commands.AutoShardedBot) -> None:
    """On loopback, only loopback names are accepted; on other addresses, any name."""
    for name in (*OWN, *OTHER):
        for host, answers in (("127.0.0.1", name in OWN), ("0.0.0.0", True)):
            async with pages_at(host, client, tmp_path, name) as pages:
                found = [(await pages.read(page))[0] for page in ("healthz", "metrics")]
            assert found == ([503, 200] if answers else [403, 403]), (host, name)
