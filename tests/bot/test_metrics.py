"""What becomes of each click is counted once, and how long Discord, the database and the answers took."""

import asyncio
import math
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from unittest.mock import ANY

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.answers.rate_limit import LATEST, MOST_CLICKS
from cogs.coaching.judging import Judging
from cogs.health.gauges import ClickOutcome
from cogs.health.metrics import Metrics
from cogs.health.watched import Disk
from cogs.network import crowding
from cogs.network.crowding import A_WHILE
from cogs.startup.client import BlackjackBot
from cogs.tools.watching import disk_of
from sandbox import StartLimit

from .casino import Casino
from .test_crowding import click, slow_bank
from .test_review import blundered

EDIT = "**/messages/*"
ANSWER = "/interactions/*/*/callback"


@pytest.fixture
async def measured(casino: Casino) -> Casino:
    """A casino whose bot was started with metrics, with a table."""
    casino.metrics = Metrics(casino.clock)
    await casino.restart()
    await casino.open(casino.users(1)[0])
    await casino.bot._desk.finish()
    return casino


def values(casino: Casino) -> dict[str, float]:
    """Each number by its name, with the value of its label behind it."""
    assert casino.metrics is not None
    text = casino.metrics.text().decode()
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@asynccontextmanager
async def counted(casino: Casino) -> AsyncIterator[Counter[str]]:
    """By how much each number grows until the end of the block, when everybody is answered."""
    grown, before = Counter[str](), values(casino)
    yield grown
    await casino.quiet()
    await casino.bot._desk.finish()
    after = values(casino)
    grown.update(
        {n: int(after[n] - before.get(n, 0)) for n in after if after[n] != before.get(n, 0)}
    )


async def test_what_discord_counts_is_counted(measured: Casino) -> None:
    """A new message, and neither an answer nor an edit by its token."""
    (alice,) = measured.users(1)
    async with counted(measured) as grown:
        await alice.command(measured.channel, "balance")
    assert "blackjack_requests_total" not in grown
    async with counted(measured) as grown:
        await measured.bot.http.get_channel(measured.channel.id)
    assert grown["blackjack_requests_total"] == 1
    assert values(measured)["blackjack_requests_allowed"] == measured.bot.budget.most


async def test_how_far_judging_is_behind(measured: Casino) -> None:
    """Nothing before the first look; then since the last one that left no rest."""
    name, judging = "blackjack_judging_behind_seconds", measured.bot.judging
    await judging.stop()
    assert name not in values(measured)
    await judging.judge()
    measured.clock.advance(7)
    assert values(measured)[name] == pytest.approx(7)
    await blundered(measured, measured.users(1)[0])
    measured.clock.advance(5)
    few = Judging(measured.bot.bank, measured.bot.coach, measured.clock, by_book, at_a_time=1)
    assert await few.judge() == 1
    assert few.behind() == pytest.approx(5)
    assert await few.judge() == 0
    assert few.behind() == 0


async def by_book(_: Iterable[int]) -> None:
    """Nobody is told."""


async def test_the_disks_are_looked_at(measured: Casino) -> None:
    """The file with its log, free room for it and for backups, and how old the newest backup is."""
    told = values(measured)
    assert told["blackjack_database_bytes"] >= measured.database.stat().st_size > 0
    assert told["blackjack_disk_free_bytes database"] > 0
    assert told["blackjack_disk_free_bytes backups"] > 0
    assert "blackjack_backup_age_seconds" not in told


def test_the_age_of_a_backup(tmp_path: Path) -> None:
    """Without end where one is wanted and none is there; of a server nothing is told."""
    database, now = tmp_path / "casino.db", 1_800_000_000.0
    settings = {"DATABASE": database, "BACKUP_DIRECTORY": tmp_path, "BACKUP_HOURS": 24}
    assert disk_of(settings, now) == Disk(database=0, free=ANY, backup_age=math.inf)
    database.write_bytes(b"1234")
    Path(f"{database}-wal").write_bytes(b"56")
    (tmp_path / "blackjack-20270115-070000.db").touch()
    (tmp_path / "blackjack-20270115-090000.db").touch()
    assert disk_of(settings, now) == Disk(database=6, free=ANY, backup_age=3_600)
    assert disk_of(settings | {"DATABASE": "postgresql://"}, now) is None


def outcomes(grown: Counter[str]) -> dict[str, int]:
    """What became of clicks and commands."""
    prefix = "blackjack_interactions_total "
    return {n.removeprefix(prefix): count for n, count in grown.items() if n.startswith(prefix)}


async def test_each_outcome_is_there_before_the_first_click(measured: Casino) -> None:
    """So that a rate can be taken of the first one, too."""
    told = {n for n in values(measured) if n.startswith("blackjack_interactions_total ")}
    assert told == {f"blackjack_interactions_total {outcome}" for outcome in ClickOutcome}


async def test_what_is_done_and_what_is_refused(measured: Casino) -> None:
    """A bet; one that can't be paid, an amount that is none, and leaving without a seat."""
    alice, bob = measured.users(2)
    async with counted(measured) as grown:
        await bob.command(measured.channel, "bet", amount="99999999")
        await bob.command(measured.channel, "bet", amount="much")
        await measured.bet({alice: "10"})
        await bob.command(measured.channel, "leave")
    assert outcomes(grown) == {ClickOutcome.DONE: 1, ClickOutcome.REFUSED: 3}
    assert grown["blackjack_answer_seconds_count"] == 4


async def test_what_is_dropped(measured: Casino) -> None:
    """Twice, too late, too quick."""
    alice, bob = measured.users(2)
    async with counted(measured) as grown:
        measured.sandbox.faults.repeat_event()
        await alice.command(measured.channel, "balance")
        measured.sandbox.faults.late_event(LATEST + 1)
        late = asyncio.create_task(alice.command(measured.channel, "balance"))
        await asyncio.sleep(0)
        for _ in range(MOST_CLICKS + 1):
            await bob.command(measured.channel, "balance")
        late.cancel()
    assert outcomes(grown) == {
        ClickOutcome.DONE: 1 + MOST_CLICKS,
        ClickOutcome.TWICE: 1,
        ClickOutcome.TOO_LATE: 1,
        ClickOutcome.TOO_QUICK: 1,
    }


async def test_who_finds_no_place(measured: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many wait for the bank, and nobody else is let in."""
    monkeypatch.setattr(crowding, "MANY", 1)
    alice, bob = measured.users(2)
    async with counted(measured) as grown:
        async with slow_bank(measured, monkeypatch):
            first = await click(measured, alice, "$10")
            measured.clock.advance(A_WHILE + 0.1)
            await bob.click(measured.board(), "$10")
        await first
    assert outcomes(grown) == {ClickOutcome.DONE: 2, ClickOutcome.CROWDED: 1}


async def test_what_the_database_does_not_keep(
    measured: Casino, caplog: pytest.LogCaptureFixture
) -> None:
    """The click and the error are counted. There is no time of what is not kept."""
    (alice,) = measured.users(1)
    with closing(sqlite3.connect(measured.database)) as other:
        other.execute(
            "CREATE TRIGGER broken BEFORE INSERT ON posting BEGIN SELECT zeroblob(2000000000); END"
        )
        async with counted(measured) as grown:
            await alice.command(measured.channel, "bet", amount="10")
        other.execute("DROP TRIGGER broken")
    assert outcomes(grown) == {ClickOutcome.NOT_KEPT: 1}
    assert grown["blackjack_database_errors_total"] == 1
    caplog.clear()


async def test_an_answer_that_discord_does_not_take(measured: Casino) -> None:
    """It is no answer, so it has no time."""
    (alice,) = measured.users(1)
    measured.sandbox.faults.fail("POST", ANSWER, 404, code=10062)
    async with counted(measured) as grown:
        asking = asyncio.create_task(alice.command(measured.channel, "rules"))
        await measured.sandbox.user(2).command(measured.channel, "balance")
        await measured.quiet()
        asking.cancel()
    assert outcomes(grown) == {ClickOutcome.UNANSWERED: 1, ClickOutcome.DONE: 1}
    assert grown["blackjack_answer_seconds_count"] == 1


async def test_the_time_of_an_answer_is_taken(measured: Casino) -> None:
    """From the click, in Discord's time, until Discord has the answer; by the tables' clock."""
    hold = measured.sandbox.faults.hold("POST", ANSWER)
    async with counted(measured) as grown:
        asking = asyncio.create_task(measured.users(1)[0].command(measured.channel, "balance"))
        await hold.arrived()
        measured.clock.advance(1.2)
        hold.release()
        await asking
    assert grown["blackjack_answer_seconds_bucket 1.0"] == 0
    assert grown["blackjack_answer_seconds_bucket 1.5"] == 1


async def test_a_refusal_for_a_rate_limit_is_counted(measured: Casino) -> None:
    """And how long the request then waits, until it is sent once more."""

    class Slow(Metrics):
        def limited(self) -> None:
            """Time passes."""
            super().limited()
            measured.clock.advance(2)

    measured.metrics = Slow(measured.clock)
    await measured.restart()
    measured.sandbox.faults.fail("PATCH", EDIT, 429, retry_after=0.01)
    async with counted(measured) as grown:
        await measured.users(2)[1].command(measured.channel, "bet", amount="50")
    assert grown["blackjack_rate_limited_total"] == 1
    assert grown["blackjack_rate_limit_wait_seconds_sum"] == 2


async def test_a_wait_before_a_request_is_measured(measured: Casino) -> None:
    """The library waits by itself while a rate limit for everything lasts. What is sent at once has not waited."""
    await measured.restart()  # no token is left by which a board is edited
    over = measured.bot.http._global_over
    async with counted(measured) as grown:
        over.clear()
        await measured.users(2)[1].command(measured.channel, "bet", amount="50")
        measured.clock.advance(3)
        over.set()
    assert grown["blackjack_rate_limit_wait_seconds_count"] == 1
    assert grown["blackjack_rate_limit_wait_seconds_sum"] == 3
    async with counted(measured) as grown:
        await measured.users(2)[1].command(measured.channel, "leave")
    assert grown["blackjack_rate_limit_wait_seconds_count"] == 0


async def test_the_gateway_is_watched(measured: Casino) -> None:
    """Sessions that are begun, and those that go on."""
    assert values(measured)["blackjack_gateway_connections_total identify"] == 1
    async with counted(measured) as grown:
        await measured.sandbox.faults.drop_gateway()
        await measured.sandbox.bot_ready()
        await measured.users(1)[0].command(measured.channel, "balance")
    assert grown["blackjack_gateway_connections_total resume"] == 1
    assert grown["blackjack_gateway_connections_total identify"] == 0


async def test_the_latency_of_the_gateway(
    measured: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By shard; none as long as no heartbeat was answered."""
    name = "blackjack_gateway_latency_seconds 4"
    monkeypatch.setattr(BlackjackBot, "latencies", [(0, math.nan)])
    assert name not in values(measured)
    monkeypatch.setattr(BlackjackBot, "latencies", [(0, math.inf), (4, 0.25)])
    assert values(measured)[name] == 0.25


async def test_how_many_sessions_are_left(measured: Casino) -> None:
    """As Discord has told at the start; a day later it counts anew, and nobody has asked since."""
    name = "blackjack_gateway_sessions_left"
    assert values(measured)[name] == StartLimit().total - 1, "it was started once before"
    measured.clock.advance(86_400)
    assert name not in values(measured)


async def test_how_things_stand(measured: Casino) -> None:
    """The open table, the server, and that all is well; without a table there is none."""
    (alice,) = measured.users(1)
    found = values(measured)
    names = ("connected", "ready", "tables", "servers")
    assert [found[f"blackjack_{name}"] for name in names] == [1, 1, 1, 1]
    await alice.command(measured.channel, "leave")
    await measured.quiet()
    assert values(measured)["blackjack_tables"] == 0
