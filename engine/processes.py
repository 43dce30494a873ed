"""Pools of worker processes with low priority, which end with their parent process."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.context import SpawnContext, SpawnProcess

NICE = 10

_VARIABLES = {
    # Import nothing from the working directory, as with Python's option `-P`.
    "PYTHONSAFEPATH": "1",
    # Hide warnings of the resource tracker in the bot's log when it cleans up after a killed bot.
    "PYTHONWARNINGS": "ignore:resource_tracker",
}


@contextmanager
def _environment() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _VARIABLES}
    os.environ.update(_VARIABLES)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class _WorkerProcess(SpawnProcess):
    def start(self) -> None:
        with _environment():
            super().start()


class _Spawn(SpawnContext):
    Process = _WorkerProcess


class Workers(ProcessPoolExecutor):
    """A pool of at most `most` low-priority worker processes, by default one per core.

    `submit` raises `OSError` or `RuntimeError` if the system has no room for a process or thread. After that, or a
    `BrokenProcessPool`, only call `kill`.
    """

    def __init__(self, most: int | None = None) -> None:
        with _environment():  # the resource tracker is a process, too
            super().__init__(most, mp_context=_Spawn(), initializer=stand_back)

    def kill(self) -> None:
        """Kill all worker processes, even stopped ones. Callers get `BrokenProcessPool`."""
        for process in list((self._processes or {}).values()):
            process.kill()
        self.shutdown(wait=False, cancel_futures=True)


def stand_back() -> None:
    """Prepare a worker process: ignore signals for the bot, lower the priority, and end with the parent."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Windows has no `nice`, and a service may not be permitted to use it.
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)
