"""Metrics of outcomes and durations, and `/house status`."""

import asyncio
import logging
import math
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import ANY

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs import installed_version
from cogs.discord_link.payloads import ClickOutcome
from cogs.host.metrics import Disk, Metrics
from cogs.interactions.admission import LATEST, MOST_CLICKS
from cogs.language import ENGLISH
from cogs.startup.departures import DAY_SECONDS
from cogs.tools.files import disk_of
from tests.clock import START

from .casino import Casino


@pytest.fixture
async def measured(casino: Casino) -> Casino:
    """A casino with metrics and an open table."""
    casino.metrics = Metrics(casino.clock)
    await casino.restart()
    await casino.open(casino.users(1)[0])
    await casino.bot._desk.finish()
    return casino


def values(casino: Casino) -> dict[str, float]:
    """All samples by name and label."""
    assert casino.metrics is not None
    text = casino.metrics.text().decode()
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@asynccontextmanager
async def counted(casino: Casino) -> AsyncIterator[Counter[str]]:
    """Count each number's growth until the end of the block, after all answers."""
    grown, before = Counter[str](), values(casino)
    yield grown
    await casino.quiet()
    await casino.bot._desk.finish()
    after = values(casino)
    grown.update(
        {n: int(after[n] - before.get(n, 0)) for n in after if after[n] != before.get(n, 0)}
    )


def test_the_age_of_a_backup(tmp_path: Path) -> None:
    """Infinite if backups are wanted but missing; servers have no file metrics."""
    database, now = tmp_path / "casino.db", 1_800_000_000.0
    settings = {"DATABASE": database, "BACKUP_DIRECTORY": tmp_path, "BACKUP_HOURS": 24}
    assert disk_of(settings, now) == Disk(database=0, free=ANY, backup_age=math.inf)
    database.write_bytes(b"1234")
    Path(f"{database}-wal").write_bytes(b"56")
    (tmp_path / "blackjack-20270115-070000.db").touch()
    (tmp_path / "blackjack-20270115-090000.db").touch()
    assert disk_of(settings, now) == Disk(database=6, free=ANY, backup_age=3_600)
    assert disk_of(settings | {"DATABASE": "postgresql://"}, now) is None


def test_unreadable_backups_count_as_none(tmp_path: Path) -> None:
    """Such as a share that is away: the other metrics stay. Here its name is too long."""
    settings = {"DATABASE": tmp_path / "casino.db", "BACKUP_HOURS": 24}
    disk = disk_of(settings | {"BACKUP_DIRECTORY": tmp_path / ("x" * 256)}, 0)
    assert disk is not None
    assert disk.backup_age == math.inf
    assert disk.free.keys() == {"database", "backups"}


def outcomes(grown: Counter[str]) -> dict[str, int]:
    """The outcomes of clicks and commands."""
    prefix = "blackjack_interactions_total "
    return {n.removeprefix(prefix): count for n, count in grown.items() if n.startswith(prefix)}


async def test_done_and_refused_interactions_are_counted(measured: Casino) -> None:
    """A bet, one that is too high, an invalid amount, and leaving without a seat."""
    alice, bob = measured.users(2)
    async with counted(measured) as grown:
        await bob.command(measured.channel, "bet", amount="99999999")
        await bob.command(measured.channel, "bet", amount="much")
        await measured.bet({alice: "10"})
        await bob.command(measured.channel, "leave")
    assert outcomes(grown) == {ClickOutcome.DONE: 1, ClickOutcome.REFUSED: 3}
    assert grown["blackjack_answer_seconds_count"] == 4
    samples = values(measured)
    assert (
        samples["blackjack_disk_free_bytes database"]
        > 0
        < samples["blackjack_disk_free_bytes backups"]
    )
    assert samples["blackjack_database_bytes"] >= measured.database.stat().st_size > 0
    assert "blackjack_backup_age_seconds" not in samples


async def test_dropped_interactions_are_counted(
    measured: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """Repeated, late and too frequent commands are counted and logged without tokens."""
    caplog.set_level(logging.DEBUG, "cogs.interactions")
    alice, bob = measured.users(2)
    async with counted(measured) as grown:
        measured.sandbox.faults.repeat_event()
        twice = await alice.command(measured.channel, "balance")
        measured.sandbox.faults.late_event(LATEST + 1)
        late = asyncio.create_task(alice.command(measured.channel, "balance"))
        await asyncio.sleep(0)
        for _ in range(MOST_CLICKS):
            await bob.command(measured.channel, "balance")
        quick = await bob.command(measured.channel, "balance")
        late.cancel()
    assert outcomes(grown) == {
        ClickOutcome.DONE: 1 + MOST_CLICKS,
        ClickOutcome.TWICE: 1,
        ClickOutcome.TOO_LATE: 1,
        ClickOutcome.TOO_QUICK: 1,
    }
    lines = "\n".join(line for line in caplog.messages if "refused (" in line)
    where = r"#blackjack, interaction {} of user {}: /balance refused \({}\)"
    wanted = (
        where.format(twice.interaction_id, alice.id, "CAME_TWICE"),
        where.format(r"\d+", alice.id, "CAME_TOO_LATE"),
        where.format(quick.interaction_id, bob.id, "TOO_QUICK"),
    )
    assert re.fullmatch("\n".join(wanted), lines)
    tokens = [entry.token for entry in measured.sandbox.actions.interactions.known.values()]
    assert tokens
    assert not [token for token in tokens if token in lines]


async def test_failed_commits_are_counted(
    measured: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The click and the error are counted, but no commit time."""
    (alice,) = measured.users(1)
    measured.sql(
        "CREATE TRIGGER broken BEFORE INSERT ON posting BEGIN SELECT zeroblob(2000000000); END"
    )
    async with counted(measured) as grown:
        await alice.command(measured.channel, "bet", amount="10")
    measured.sql("DROP TRIGGER broken")
    assert outcomes(grown) == {ClickOutcome.NOT_KEPT: 1}
    assert grown["blackjack_database_errors_total"] == 1
    caplog.clear()


async def test_sessions_return_after_a_day(casino: Casino) -> None:
    """Discord's earlier answer no longer counts: an alert on few sessions ends."""
    await casino.restart()
    assert casino.bot.sessions_left == 999
    casino.clock.advance(DAY_SECONDS)
    assert casino.bot.sessions_left == 1_000


async def test_status_for_admins(casino: Casino) -> None:
    """The version, start time, open tables and resources."""
    casino.clock.advance(600)
    await casino.open(casino.sandbox.user(2), "vegas")
    await casino.sandbox.user(2).command(casino.channel, "company")
    text = (await casino.shown(casino.sandbox.user(1), "house status")).text
    assert f"Version: **{installed_version()}**" in text
    assert f"Started: **<t:{int(START)}:R>**" in text
    assert "Open tables: **1**" in text
    assert "AI players seated: **1**" in text
    assert "Rounds today (UTC): **0**" in text
    assert ENGLISH("bot-no-latency") in text or re.search(r"Discord: \*\*\d+ ms\*\*", text)
    assert re.search(r"Database: \*\*[1-9][\d,]* kB\*\*", text)
