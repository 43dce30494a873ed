"""A process that was forked, as its parent would see it."""

import asyncio
import atexit
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from socket import send_fds, socket, socketpair
from typing import IO

ROOT = Path(__file__).resolve().parents[2]


class Forked:
    """A bot; the nursery tells its exit status, and kills it where nobody listens any more."""

    def __init__(
        self, pid: int, told: asyncio.StreamReader, listening: asyncio.StreamWriter
    ) -> None:
        self.pid = pid
        self._end = asyncio.create_task(_ended(told, listening))

    @property
    def returncode(self) -> int | None:
        """The exit status, below zero for a signal; None while it runs."""
        return self._end.result() if self._end.done() else None

    def send_signal(self, number: signal.Signals) -> None:
        """Send it this signal, if it still runs."""
        if not self._end.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def wait(self) -> int:
        """Its exit status, when it has ended."""
        return await asyncio.shield(self._end)


async def _ended(told: asyncio.StreamReader, listening: asyncio.StreamWriter) -> int:
    try:
        return int(await told.readline())
    finally:
        listening.close()


async def fork_bot(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    output: IO[bytes] | socket,
    errors: IO[bytes],
    instead: Mapping[str, float] | None = None,
    program: str = "bot",
    questions: socket | None = None,
) -> Forked:
    """What `python bot.py` with these arguments is in a folder and an environment; it writes to these files.

    Or another `program`, a module; its standard input are the `questions`, if there are any. `instead` gives constants
    other values, by their module and name: seconds that nobody is to wait for.
    """
    ours, theirs = socketpair()
    with theirs:
        files = [theirs.fileno(), output.fileno(), errors.fileno()]
        send_fds(_nursery(), [b"+"], files + ([questions.fileno()] if questions else []))
    told, listening = await asyncio.open_unix_connection(sock=ours)
    order = {
        "program": program,
        "arguments": [*arguments],
        "folder": str(folder),
        "environment": {**environment},
        "instead": {**(instead or {})},
    }
    listening.write(json.dumps(order).encode() + b"\n")
    return Forked(int(await told.readline()), told, listening)


@cache
def _nursery() -> socket:
    """The way to the process that forks. It is started when it is needed, and ends with this process."""
    ours, theirs = socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery", str(theirs.fileno())],
            cwd=ROOT,
            # Else numpy's library has threads, which would not be there in what is forked.
            env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # Ctrl-C is for this process.
            start_new_session=True,
        )
    atexit.register(process.wait)
    atexit.register(ours.close)  # the last one is called first
    return ours
