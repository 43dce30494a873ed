"""A start waits for an unreachable PostgreSQL; errors that need a person end it with status 2."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from cogs.host.process import SIGNALS
from engine.bank.postgres import leases
from tests.bank.outside import another_program
from tests.bot.conftest import _impatient
from tests.bot.process import TOKEN
from tests.nursery import fork_bot
from tests.postgres import LACKING, Postgres, new_server, stop_for_good
from tests.processes.hosts import Hosts, hosts_on

from .conftest import Tool

__all__ = ["_impatient"]

WAITING = "the bot waits for the database ("

PASSWORD = 'p@ss/w:o?r#d%40 "$'

GUEST = "local all guest scram-sha-256\nlocal all all trust\n"

MOST = 12
"""The server's maximum of connections."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A server that these tests may stop. One role has a password."""
    if LACKING:
        pytest.skip(LACKING)
    server = new_server(max_connections=str(MOST), superuser_reserved_connections="0")
    try:
        (server.folder / "data" / "pg_hba.conf").write_text(GUEST)
        with another_program(server.address("postgres")) as connection:
            connection.execute(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'")
            connection.execute("SELECT pg_reload_conf()")
        yield server
    finally:
        stop_for_good(server)


@pytest.fixture
async def hosts(postgres: Postgres, _impatient: None) -> AsyncIterator[Hosts]:
    """A factory of bots on a new database."""
    with postgres.database() as address:
        async with hosts_on(address) as hosts:
            yield hosts


def waiting_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log lines about waiting for the database."""
    return [line for line in caplog.messages if line.startswith(WAITING)]


async def test_a_bot_waits_for_its_server(
    hosts: Hosts, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    """It logs this at once and every minute, and plays when the server is up."""
    postgres.stop()
    began = hosts.clock.now()
    starting = asyncio.create_task(hosts.playing(0, processes=1))
    await hosts.until(lambda: hosts.clock.now() > began + 100)
    assert len(waiting_lines(caplog)) == 2
    postgres.start()
    await starting
    await hosts.open(0)
    await hosts.close()
    levels = {r.levelno for r in caplog.records if r.name == "cogs.discord_link.retry"}
    assert levels == {logging.WARNING}


async def test_a_server_that_is_away_for_longer_than_a_lease(
    hosts: Hosts,
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The tables are still the bot's, as no other could take them: play goes on."""
    monkeypatch.setattr(leases, "SECONDS", 0.5)
    bot = await hosts.playing(0, processes=1)
    await hosts.open(0)
    table = bot.house.in_channel(hosts.channel_of(0).id)
    postgres.stop("fast")
    await hosts.until(lambda: "could not renew its lease" in caplog.text)
    await hosts.during(asyncio.sleep(0.5))
    postgres.start()
    await hosts.until(lambda: "renewed its lease" in caplog.text)
    assert bot.ownership.is_ours
    assert bot.house.in_channel(hosts.channel_of(0).id) is table
    answer = await hosts.sandbox.user(1).command(hosts.channel_of(0), "bet", amount="50")
    assert answer.text.startswith("You bet"), answer
    await hosts.close()


@pytest.mark.parametrize("table", ["migration", "game_table"])
async def test_a_server_restart_during_the_start(
    hosts: Hosts, postgres: Postgres, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    """While the bot checks the schema, or resumes its tables."""
    await hosts.stop(await hosts.playing(0, processes=1))
    with another_program(hosts.address) as other:
        other.execute(f"LOCK TABLE {table}")
        blocked = "SELECT FROM pg_locks WHERE NOT granted"
        starting = asyncio.create_task(hosts.playing(0, processes=1))
        await hosts.until(lambda: starting.done() or other.execute(blocked).fetchone() is not None)
        postgres.stop("fast")
        other.close()
    postgres.start()
    await starting
    assert len(waiting_lines(caplog)) == 1
    await hosts.open(0)
    await hosts.close()


def test_errors_that_need_a_person(
    postgres: Postgres, folder: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2 and one sentence; systemd does not restart it."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for user, name, why in (
        ("guest:wrong", "postgres", "password authentication failed"),
        ("blackjack", "nowhere", 'database "nowhere" does not exist'),
    ):
        address = postgres.address(name).replace("blackjack@", f"{user}@")
        monkeypatch.setenv("DATABASE", address)
        finished = tool()
        assert (finished.status, finished.output) == (2, "")
        [sentence] = finished.errors.splitlines()
        assert why in sentence


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_waiting_bot_can_be_stopped(tmp_path: Path, number: signal.Signals) -> None:
    """By Ctrl-C or SIGTERM, with status 0. With several processes, the log has the process number."""
    settings = {"DATABASE": unreachable(tmp_path), "DISCORD_TOKEN": TOKEN}
    settings |= {"PROCESS": "1", "PROCESSES": "2", "SHARDS": "2"}
    log = tmp_path / "log"
    with log.open("wb") as errors:
        process = await fork_bot((), tmp_path, os.environ | settings, output=errors, errors=errors)
    while process.returncode is None and WAITING not in log.read_text():  # noqa: ASYNC110 - no event for a file
        await asyncio.sleep(0.01)
    process.send_signal(number)
    assert await process.wait() == 0
    assert f" process 1 WARNING cogs.discord_link.retry: {WAITING}" in log.read_text()
    assert "Traceback" not in log.read_text()


def unreachable(folder: Path) -> str:
    """Return the address of a server that does not run."""
    return f"postgresql://blackjack@/bank?host={folder}"


def test_a_tool_does_not_wait(folder: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 1 and one sentence: it can be retried."""
    monkeypatch.setenv("DATABASE", unreachable(folder))
    for arguments in (("audit",), ("copy", unreachable(folder), "new.db")):
        finished = tool(*arguments)
        assert finished.status == 1
        assert "the database can't be reached" in finished.errors
    assert os.listdir(folder) == []
