"""Threads of the bank on a system that has no room for another one."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import StorageFailed
from engine.bank.store import READERS
from tests.clock import ManualClock

PATIENCE = 20.0
"""Seconds after which a bank that waits for a thread is a failure."""


async def test_reads_go_on_after_a_thread_could_not_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often: a read fails with an error that may pass, and none waits for a thread that is not there."""
    start: Callable[[threading.Thread], None] = threading.Thread.start

    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async with (
        asyncio.timeout(PATIENCE),
        Bank.open(tmp_path / "casino.db", ManualClock().now) as bank,
    ):
        monkeypatch.setattr(threading.Thread, "start", fail)
        for _ in range(READERS + 1):
            with pytest.raises(StorageFailed, match="no room for another thread"):
                await bank.rounds_before(1, 1, 1)
        monkeypatch.setattr(threading.Thread, "start", start)
        assert await bank.rounds_before(1, 1, 1) == []
