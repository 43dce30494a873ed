"""The forking process: `python -m tests.nursery FD` serves the socket of this descriptor until its other end closes.

For each bot the socket receives one byte with descriptors: a connection, the bot's standard output and error, and
optionally its standard input. A line of JSON on the connection has the arguments of `_become`. The reply is the process
id, then the exit status when the bot ends, below zero for a signal. Closing the connection early kills the bot.
"""

import gc
import json
import os
import re
import runpy
import select
import signal
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module, resources
from pathlib import Path
from socket import recv_fds, socket
from typing import Any, NoReturn

import bot
from cogs.host import process  # noqa: F401

# `bot` imports these modules on demand only.
from cogs.language import LANGUAGES
from cogs.startup import client  # noqa: F401
from engine import processes
from engine.ai_players import bets_and_moves  # noqa: F401
from engine.bank import copying  # noqa: F401
from tests.charts import FOLDER, share_charts
from tests.nursery.worker import stand_back_with_charts


class Nursery:
    """Forks bots until the control socket closes, then kills the remaining ones."""

    def __init__(self, control: socket) -> None:
        self._control = control
        self._bots: dict[socket, int] = {}
        """Process ids by connection."""
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def serve(self) -> bool:
        """Serve to the end, then return False. Returns True in each forked process, which must become the bot."""
        while True:
            everything: list[Any] = [self._woken, self._control, *self._bots]
            ready, _, _ = select.select(everything, [], [])
            if self._woken in ready:
                os.read(self._woken, 1024)
                self._report_ends()
            for connection in self._bots.keys() & {*ready}:
                self._kill(connection)
            if self._control in ready:
                byte, descriptors, _, _ = recv_fds(self._control, 1, 4)
                if not byte:
                    break
                if self._fork(*descriptors):
                    return True
        for pid in self._bots.values():
            os.kill(pid, signal.SIGKILL)
        return False

    def _fork(self, connected: int, output: int, errors: int, *questions: int) -> bool:
        """Fork. Return True in the new process."""
        connection = socket(fileno=connected)
        with connection.makefile("rb") as lines:
            order = json.loads(lines.readline())
        pid = os.fork()
        if pid == 0:
            os.dup2(output, 1)
            os.dup2(errors, 2)
            for one in questions:
                os.dup2(one, 0)
            self._forget(connection, output, errors, *questions)
            _become(**order)
            return True
        for one in (output, errors, *questions):
            os.close(one)
        self._bots[connection] = pid
        _write(connection, pid)
        return False

    def _forget(self, *own: socket | int) -> None:
        """Release the parent's signal handlers and descriptors in a new process."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for one in (*own, self._control, *self._bots, self._woken, self._wake):
            if isinstance(one, int):
                os.close(one)
            else:
                one.close()

    def _kill(self, connection: socket) -> None:
        os.kill(self._bots[connection], signal.SIGKILL)
        self._report(connection, wait=True)

    def _report_ends(self) -> None:
        for connection in [*self._bots]:
            self._report(connection, wait=False)

    def _report(self, connection: socket, *, wait: bool) -> None:
        """Report the bot's exit status, if it has ended."""
        pid, status = os.waitpid(self._bots[connection], 0 if wait else os.WNOHANG)
        if pid:
            del self._bots[connection]
            with connection:
                _write(connection, os.waitstatus_to_exitcode(status))


def _write(connection: socket, number: int) -> None:
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(b"%d\n" % number)


def _become(
    program: str,
    arguments: list[str],
    folder: str,
    environment: dict[str, str],
    instead: dict[str, float],
) -> None:
    """Set up a new process like a fresh interpreter, and replace constants, given by module and name."""
    sys.argv = [bot.__file__ if program == bot.__name__ else program, *arguments]
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    for path, value in instead.items():
        module, _, name = path.rpartition(".")
        there = import_module(module)
        assert hasattr(there, name), f"there is no {path}"
        setattr(there, name, value)


def _read_sentences() -> None:
    """Parse all sentences once, before forking: each start needs every command's name in all languages."""
    for code, language in LANGUAGES.items():
        source = resources.files("cogs.language").joinpath(f"{code}.ftl").read_text("utf-8")
        for key in re.findall(r"^([a-z][\w-]*) =", source, re.MULTILINE):
            language.knows(key)


def _be_a_bot() -> NoReturn:
    """Run `bot.py`, or `python -m` with another program, to the end of its last thread.

    Exit without taking the interpreter apart, which would take twice as long.
    """
    status = 0
    if sys.argv[0] == bot.__file__:
        status = bot.main()
    else:
        runpy.run_module(sys.argv[0], run_name="__main__")
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main(arguments: list[str]) -> None:
    """Serve; in a forked process, become the bot."""
    _read_sentences()
    if folder := os.environ.get(FOLDER):
        share_charts(Path(folder))
    processes.stand_back = stand_back_with_charts
    assert threading.active_count() == 1, "a thread would not be there in what is forked"
    gc.freeze()
    if Nursery(socket(fileno=int(arguments[0]))).serve():
        _be_a_bot()


if __name__ == "__main__":
    main(sys.argv[1:])
