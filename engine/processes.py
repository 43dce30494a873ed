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

_VARIABLES = {
    # They import nothing from the working directory, as with Python's option `-P`.
    "PYTHONSAFEPATH": "1",
    # The standard library's resource tracker cleans up after a killed bot, and would say so on the bot's log.
    "PYTHONWARNINGS": "ignore:resource_tracker",
}


@contextmanager
def _environment() -> Iterator[None]:
    """Interpreters that start in this block have these variables."""
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


class _Process(SpawnProcess):
    """A worker with the import path of its parent."""

    def start(self) -> None:
        """Start it. Raises `OSError` if the system has no room for another process."""
        with _environment():
            super().start()


class _Spawn(SpawnContext):
    Process = _Process


class Workers(ProcessPoolExecutor):
    """A pool of at most this many processes, by default one for each core.

    `submit` may raise `OSError` or `RuntimeError` if the system has no room for another process or thread. Then, and
    after a `BrokenProcessPool`, only `kill` is left to call.
    """

    def __init__(self, most: int | None = None) -> None:
        with _environment():  # the resource tracker is a process, too
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
