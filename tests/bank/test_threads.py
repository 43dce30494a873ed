"""Threads of the bank on a system that has no room for another one."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from engine.bank.errors import StorageFailed, explained
from engine.bank.threads import Crew

PATIENCE = 20.0
"""Seconds after which work that waits for a thread is a failure."""


async def test_work_goes_on_after_a_thread_could_not_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often: work fails with an error that may pass, and none waits for a thread that is not there."""
    start: Callable[[threading.Thread], None] = threading.Thread.start

    def fail(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    # Not through a bank: one that waits for such a thread could not be closed, and the test would never end.
    crew = Crew("reader", 2, explained)

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
