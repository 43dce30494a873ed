"""`/healthz` and `/metrics`, as a host's machines read them from a bot in a process of its own."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import discord
import pytest
from discord.ext import commands
from prometheus_client.parser import text_string_to_metric_families

from cogs.health.health import NOT_CONNECTED, pulse
from cogs.health.metrics import Metrics, endpoint
from engine.bank.bank import Bank
from engine.clock import RealClock
from sandbox import PATIENCE, Sandbox
from tests.bot.process import bot_process
from tests.bot.process_table import board, deal
from tests.bot.reading import awaited
from tests.waiting import READS, free_port


class Pages:
    """What a bot shows on its port."""

    def __init__(self, port: int, session: aiohttp.ClientSession) -> None:
        self.port = str(port)
        self._address = f"http://127.0.0.1:{port}"
        self._session = session

    async def read(self, page: str) -> tuple[int, str]:
        """The status and the text of a page."""
        async with self._session.get(f"{self._address}/{page}") as response:
            return response.status, await response.text()

    async def until(self, told: tuple[int, str]) -> tuple[int, str]:
        """What `/healthz` says, read until it is this."""
        for _ in range(READS):
            if (found := await self.read("healthz")) == told:
                break
        return found

    async def values(self) -> dict[str, float]:
        """Each number of `/metrics` by its name, `name{label=value}` where it has a label."""
        _, text = await self.read("metrics")
        return {
            sample.name + "".join(f"{{{k}={v}}}" for k, v in sample.labels.items()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }


@pytest.fixture
async def pages() -> AsyncIterator[Pages]:
    """Those of a port that is free."""
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        yield Pages(free_port(), session)


async def play(sandbox: Sandbox) -> None:
    """A round of one player, to its end."""
    user = sandbox.user(1)
    await deal(sandbox, [user])
    while awaited(board(sandbox)):
        await user.click(board(sandbox), "Stand")
        await sandbox.wait_for(lambda: not awaited(board(sandbox)))


async def test_a_round_is_counted(sandbox: Sandbox, tmp_path: Path, pages: Pages) -> None:
    """Clicks, answers, commits, the table, the connection; and nobody's name or number."""
    async with bot_process(sandbox, tmp_path, METRICS_PORT=pages.port) as process:
        await play(sandbox)
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


async def test_a_bot_without_discord_says_so(
    sandbox: Sandbox, tmp_path: Path, pages: Pages
) -> None:
    """It waits for Discord, and its pages can be read meanwhile."""
    async with bot_process(sandbox, tmp_path, METRICS_PORT=pages.port):
        assert await pages.until((200, "ok\n")) == (200, "ok\n")
        await sandbox.stop()
        assert await pages.until((503, f"{NOT_CONNECTED}\n")) == (503, f"{NOT_CONNECTED}\n")
        found = await pages.values()
    assert (found["blackjack_connected"], found["blackjack_ready"]) == (0, 0)


@asynccontextmanager
async def pages_at(
    host: str, folder: Path, **headers: str
) -> AsyncIterator[tuple[Pages, commands.AutoShardedBot]]:
    """The pages on an address, read with these headers, and the bot that they are about; its database is closed."""
    async with Bank.open(folder / "casino.db", time.time) as bank:
        pass
    async with (
        commands.AutoShardedBot(command_prefix="!", intents=discord.Intents.none()) as client,
        pulse(client, bank, folder / "sign", RealClock()) as signs,
        endpoint(host, 0, signs, Metrics(RealClock())) as port,
        aiohttp.ClientSession(headers=headers) as session,
    ):
        yield Pages(port, session), client


OWN = ("localhost:9460", "bot.localhost:9460", "127.0.0.1", "[::1]:9460")
OTHER = ("rebound.example:9460", "127.0.0.1.rebound.example", "", "bot-0.default.svc:9460")


@pytest.mark.parametrize("asked", [*OWN, *OTHER])
async def test_no_other_page_reads_what_is_for_this_machine(tmp_path: Path, asked: str) -> None:
    """A page whose own name was made to lead here; what is open to the network is asked for by many names."""
    for host, answers in (("127.0.0.1", asked in OWN), ("0.0.0.0", True)):
        async with pages_at(host, tmp_path, Host=asked) as (pages, _):
            found = [(await pages.read(page))[0] for page in ("healthz", "metrics")]
        assert found == ([503, 200] if answers else [403, 403]), host
