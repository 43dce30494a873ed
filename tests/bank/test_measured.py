"""Whoever wants to know is told how long transactions take until they are durable, and which fail."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.database import Database
from engine.bank.errors import BankClosed, Contradiction
from engine.values.bank import DonorRefuses
from tests.clock import ManualClock


@dataclass
class Notes:
    """What a bank has told."""

    clock: ManualClock
    times: list[float] = field(default_factory=list)
    failures: int = 0

    def now(self) -> float:
        """Seconds."""
        return self.clock.now()

    def committed(self, seconds: float) -> None:
        """Note it."""
        self.times.append(seconds)

    def database_failed(self) -> None:
        """Note it."""
        self.failures += 1


async def test_a_transaction_is_timed_until_it_is_durable(where: Path | str) -> None:
    """Reads are not timed."""
    notes = Notes(ManualClock())

    def slow(database: Database) -> str:
        notes.clock.time += 2
        return "kept"

    async with Bank.open(where, notes.now, gauges=notes) as bank:
        assert await bank._store.run(slow) == "kept"
        await bank.keep_text("key", "value")
        assert await bank.kept_text("key") == "value"
    assert notes == Notes(notes.clock, [2, 0], 0)


async def test_failures_are_told(where: Path | str) -> None:
    """What a read or a transaction fails with; a refusal of the books' own is none."""
    notes = Notes(ManualClock())

    def wrong(database: Database) -> None:
        database.execute("INSERT INTO setting (key, value) VALUES (?, ?)", ("key", None))

    def unreadable(database: Database) -> None:
        database.execute("SELECT * FROM nowhere")

    async with Bank.open(where, notes.now, gauges=notes) as bank:
        with pytest.raises(DonorRefuses):
            await bank.donate(7)
        assert (notes.failures, len(notes.times)) == (0, 0)
        with pytest.raises(Contradiction):
            await bank._store.run(wrong)
        with pytest.raises(Exception, match="nowhere"):
            await bank._store.read(unreadable)
    with pytest.raises(BankClosed):
        await bank.kept_text("key")
    assert notes.times == []
    assert notes.failures == 3
