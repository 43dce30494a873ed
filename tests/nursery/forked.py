"""A handle for a forked bot, like one for a child process."""

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
    """A forked bot. The nursery reports its exit status, and kills it when the connection closes."""

    def __init__(
        self, pid: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.pid = pid
        self._end = asyncio.create_task(_ended(reader, writer))

    @property
    def returncode(self) -> int | None:
        """The exit status, below zero for a signal; None while it runs."""
        return self._end.result() if self._end.done() else None

    def send_signal(self, number: signal.Signals) -> None:
        """Send this signal if the process still runs."""
        if not self._end.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait for the end and return the exit status."""
        return await asyncio.shield(self._end)


async def _ended(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
    try:
        return int(await reader.readline())
    finally:
        writer.close()


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
    """Start `python bot.py` with these arguments in a folder and an environment, writing to these files.

    `program`: another module to run. `questions`: its standard input. `instead`: values for constants, by module and
    name, such as shorter delays.
    """
    ours, theirs = socketpair()
    with theirs:
        files = [theirs.fileno(), output.fileno(), errors.fileno()]
        send_fds(_nursery(), [b"+"], files + ([questions.fileno()] if questions else []))
    reader, writer = await asyncio.open_unix_connection(sock=ours)
    order = {
        "program": program,
        "arguments": [*arguments],
        "folder": str(folder),
        "environment": {**environment},
        "instead": {**(instead or {})},
    }
    writer.write(json.dumps(order).encode() + b"\n")
    return Forked(int(await reader.readline()), reader, writer)


@cache
def _nursery() -> socket:
    """Return the socket of the forking process, which starts at the first call and ends with this process."""
    ours, theirs = socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.nursery", str(theirs.fileno())],
            cwd=ROOT,
            # numpy's library would start threads, which do not survive a fork.
            env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # Keep Ctrl-C from reaching it.
            start_new_session=True,
        )
    atexit.register(process.wait)
    atexit.register(ours.close)  # handlers run in reverse order
    return ours
