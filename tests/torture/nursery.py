"""Starts bots quickly: imports once all that a bot is built of, and forks a process for each start.

Reads lines: each one starts a bot, whose process id is written; when the bot has ended, so is its exit status, below
zero for a signal. One bot at a time. At the end of the input a bot that still runs is killed.
"""

import gc
import os
import select
import signal
import sys
from contextlib import suppress

import bot

# What `bot` imports itself only when it serves.
from cogs.monitoring import health  # noqa: F401
from cogs.startup import client, frontend, stopping  # noqa: F401
from engine import house, review  # noqa: F401
from engine.bank.file import backup  # noqa: F401

with suppress(ModuleNotFoundError):  # for a bank on a server, where the library for it is there
    from engine.bank.server import opening  # noqa: F401


def main() -> None:
    """Serve until the end of the input."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    gc.freeze()
    while os.read(0, 1):
        child = os.fork()
        if child == 0:
            _be_a_bot()
        print(child, flush=True)
        ready, _, _ = select.select([0, woken], [], [])
        if 0 in ready:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.read(woken, 1)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _be_a_bot() -> None:
    """What `python bot.py` does."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    status = 1
    try:
        status = bot.main([])
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
