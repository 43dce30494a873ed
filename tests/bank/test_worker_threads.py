"""The bank's threads on a system that can't start another one."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from engine.bank.errors import StorageFailed, explained
from engine.bank.worker_threads import ThreadPool

PATIENCE = 20.0
"""Timeout in seconds for work on a thread."""


async def test_threads_recover_after_failed_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each failed start raises a temporary error, and no work waits for a missing thread."""
    start: Callable[[threading.Thread], None] = threading.Thread.start

    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    # Without a bank, which could not be closed while it waits for a missing thread: the test would never end.
    crew = ThreadPool("reader", 2, explained)

    async def done() -> int:
        async with asyncio.timeout(PATIENCE):
            return (await crew.run(lambda: 1)).unwrap()

    monkeypatch.setattr(threading.Thread, "start", fail)
    for _ in range(3):
        with pytest.raises(StorageFailed, match="no room for another thread"):
            await done()
    monkeypatch.setattr(threading.Thread, "start", start)
    assert await done() == 1
    await crew.close()
