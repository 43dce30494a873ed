"""Leases: a shard's tables belong to one process, until its lease ends and another process takes it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import pytest

from engine.bank.bank import Bank
from engine.bank.books import tables
from engine.bank.database import Database, IsOurs
from engine.bank.errors import NotOurs, Occupied, OtherShards
from engine.bank.postgres import leases
from engine.bank.postgres.leases import RENEW_SECONDS
from engine.bank.store import ShardRange
from engine.clock import call_later
from engine.values.bank import StorageAway
from tests.clock import ManualClock
from tests.driver import PATIENCE
from tests.waiting import until_true

from .outside import another_program
from .users import ANN
from .values import NOW
from .wire import Wire

SHORT = 1.0
"""Seconds of a lease in tests that wait for its end."""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make leases short."""
    monkeypatch.setattr(leases, "SECONDS", SHORT)


def of_four(*numbers: int) -> ShardRange:
    """Some of four shards."""
    return ShardRange(numbers, 4, lambda guild_id: guild_id % 4)


@asynccontextmanager
async def owner(
    address: str, share: ShardRange, clock: ManualClock | None = None
) -> AsyncIterator[Bank]:
    """A bank that has claimed these shards; the clock, if given, drives its renewals."""
    later = partial(call_later, clock) if clock else None
    async with Bank.open(address, lambda: NOW, share=share, call_later=later) as bank:
        await bank.claim()
        yield bank


@asynccontextmanager
async def heir(address: str, share: ShardRange) -> AsyncIterator[Bank]:
    """A bank that claims these shards as soon as the last lease has ended."""
    async with Bank.open(address, lambda: NOW, share=share) as bank:
        while True:
            with suppress(Occupied):
                await bank.claim()
                break
            await asyncio.sleep(0.05)
        yield bank


def is_lost(bank: Bank) -> bool:
    """True once the bank has noticed the loss of its tables."""
    assert hasattr(bank._store, "_lost")
    return bool(bank._store._lost.is_set())


async def test_a_shard_has_one_process(address: str) -> None:
    """A second claim is refused while the first bank is open. One process gets the common work, too."""
    async with owner(address, of_four(0, 1)):
        with pytest.raises(Occupied, match="another bot plays on test_"):
            async with owner(address, of_four(1, 2)):
                pass
        async with Bank.open(address, lambda: NOW, share=of_four(2, 3)) as other:
            assert not await other.claim()
    async with Bank.open(address, lambda: NOW, share=of_four(1, 2)) as bank:
        assert await bank.claim()


async def test_all_processes_have_the_same_number_of_shards(address: str) -> None:
    """Guild 3 is on shard 3 of four, or on shard 1 of two. A late renewal of the old number is refused."""
    of_two = ShardRange((0,), 2, lambda guild_id: guild_id % 2)
    clock = ManualClock()
    async with owner(address, of_four(3), clock) as first:
        with pytest.raises(OtherShards, match="with another number of shards than 2"):
            async with owner(address, of_two):
                pass
        with another_program(address) as connection:
            connection.execute("UPDATE lease SET until = 0")
        async with owner(address, of_two):
            clock.advance(RENEW_SECONDS)
            await asyncio.wait_for(first.until_lost(), PATIENCE)


async def test_a_claim_fences_its_tables(
    address: str, short: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the transaction that takes the leases: both are saved, or neither."""
    found = list[list[int]]()

    def fence(database: Database, is_ours: IsOurs) -> None:
        if found:
            raise NotOurs
        leased = database.execute("SELECT shard FROM lease ORDER BY shard").fetchall()
        found.append([number for (number,) in leased])
        assert [is_ours(guild) for guild in range(4)] == [False, True, True, False]

    monkeypatch.setattr(tables, "fence", fence)
    async with owner(address, of_four(1, 2)):
        assert found == [[-1, 1, 2]]
        async with Bank.open(address, lambda: NOW, share=of_four(3)) as other:
            with pytest.raises(NotOurs):
                await other.claim()
    with another_program(address) as connection:
        assert connection.execute("SELECT shard FROM lease").fetchall() == []


async def test_leases_are_renewed(address: str) -> None:
    """At intervals, without commands; also the lease of the common work."""
    clock = ManualClock()
    with another_program(address) as connection:
        connection.autocommit = True

        def ends() -> set[float]:
            return {end for (end,) in connection.execute("SELECT until FROM lease").fetchall()}

        def are_newer(before: set[float]) -> bool:
            clock.advance(RENEW_SECONDS)  # the last renewal may not have set its timer yet
            return not ends() & before

        async with owner(address, of_four(0), clock):
            for _ in range(2):
                before = ends()
                await until_true(partial(are_newer, before))
                assert min(ends()) > max(before)


async def test_an_expired_lease_is_renewed_if_free(
    address: str, line: Wire, short: None, caplog: pytest.LogCaptureFixture
) -> None:
    """During an outage the lease holds to its end; then the bank reads and writes nothing until the lease is
    renewed."""
    clock = ManualClock()
    async with owner(line.address, of_four(0), clock) as bank:
        line.cut_all(stay=True)
        await bank.ensure_owner()
        await asyncio.sleep(SHORT)
        for call in (bank.ensure_owner(), bank.wallet(ANN)):
            with pytest.raises(StorageAway, match="can't be reached"):
                await call
        line.mend()
        await bank.ensure_owner()
        await bank.wallet(ANN)
        assert not is_lost(bank)
        assert "this process renewed its lease on the tables (it had ended)" in caplog.text


async def test_a_lease_taken_by_another_process_is_lost(
    address: str, line: Wire, short: None, caplog: pytest.LogCaptureFixture
) -> None:
    """Even if that lease has ended: the first bank's tables are outdated. It can claim them again."""
    clock = ManualClock()
    async with owner(line.address, of_four(0), clock) as bank:
        line.cut_all(stay=True)
        async with heir(address, of_four(0)):
            line.mend()
            for _ in range(2):
                with pytest.raises(NotOurs):
                    await bank.ensure_owner()
            await asyncio.wait_for(bank.until_lost(), PATIENCE)
            lost = "lost its lease on the tables (another bot has taken these tables over"
            assert lost in caplog.text
            with pytest.raises(Occupied):
                await bank.claim()
            with pytest.raises(NotOurs):
                await bank.ensure_owner()
        await bank.claim()
        await bank.ensure_owner()
        assert not is_lost(bank)


async def test_a_former_owner_writes_nothing(address: str, line: Wire, short: None) -> None:
    """Not even what no table fences, such as a new account."""
    async with owner(line.address, of_four(0), ManualClock()) as bank:
        line.cut_all(stay=True)
        async with heir(address, of_four(0)) as other:
            line.mend()
            with pytest.raises(NotOurs):
                await bank.wallet(ANN)
            assert await other.known_wallet(ANN) is None


async def test_a_renewal_notices_the_loss(address: str, line: Wire, short: None) -> None:
    """Without commands."""
    clock = ManualClock()
    async with owner(line.address, of_four(0), clock) as bank:
        line.cut_all(stay=True)
        async with heir(address, of_four(0)):
            line.mend()
            assert not is_lost(bank)
            clock.advance(RENEW_SECONDS)
            await asyncio.wait_for(bank.until_lost(), PATIENCE)


async def test_a_fenced_write_loses_the_tables(address: str) -> None:
    """Even with a valid lease: the process can claim the tables again at once, and read them again."""

    def refused(_: Database) -> None:
        raise NotOurs

    clock = ManualClock()
    async with owner(address, of_four(0), clock) as bank:
        with pytest.raises(NotOurs):
            await bank._store.run(refused)
        await asyncio.wait_for(bank.until_lost(), PATIENCE)
        with pytest.raises(NotOurs):
            await bank.ensure_owner()
        await bank.claim()
        await bank.ensure_owner()


async def test_a_claim_with_a_lost_response_is_sent_again(line: Wire) -> None:
    async with Bank.open(line.address, lambda: NOW, share=of_four(0)) as bank:
        line.cut_at("COMMIT\0", "after")
        assert await bank.claim()
        assert line.cuts == 1


async def test_a_renewal_never_takes_a_lease(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A process that holds only some of its shards has lost all."""
    caplog.set_level(logging.ERROR)
    clock = ManualClock()
    async with owner(address, of_four(0, 1), clock) as bank:
        with another_program(address) as connection:
            connection.execute("UPDATE lease SET owner = 'other' WHERE shard = 1")
        clock.advance(RENEW_SECONDS)
        await asyncio.wait_for(bank.until_lost(), PATIENCE)
