"""Pools of worker processes: they give way to everything else, and end with the process that started them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.context import SpawnContext, SpawnProcess

NICE = 10
"""How much a worker lowers its priority."""

_SAFE_PATH = "PYTHONSAFEPATH"


@contextmanager
def _safe_path() -> Iterator[None]:
    """Interpreters that start in this block import nothing from the working directory (Python's option `-P`)."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


class _Process(SpawnProcess):
    """A worker with the import path of its parent."""

    def start(self) -> None:
        """Start it. Raises `OSError` if the system has no room for another process."""
        with _safe_path():
            super().start()


class _Spawn(SpawnContext):
    Process = _Process


class Workers(ProcessPoolExecutor):
    """A pool of at most this many processes, by default one for each core.

    `submit` may raise `OSError` or `RuntimeError` if the system has no room for another process or thread. Then, and
    after a `BrokenProcessPool`, only `kill` is left to call.
    """

    def __init__(self, most: int | None = None) -> None:
        with _safe_path():  # the standard library's resource tracker is a process, too
            super().__init__(most, mp_context=_Spawn(), initializer=stand_back)

    def kill(self) -> None:
        """End all processes at once, even stopped ones. Whoever waits for an answer gets `BrokenProcessPool`."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.shutdown(wait=False, cancel_futures=True)


def stand_back() -> None:
    """Prepare this worker: signals for the bot do not end it, it gives way, and it does not outlive its parent."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Windows has no `nice`, and a service may not be allowed to use it.
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)
