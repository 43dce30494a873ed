"""Kills a command at each call that changes files, each time in a new folder.

The calls are system calls, openings of databases, and SQLite's backup steps.

`python -m tests.host.killed FOLDER COMMAND …` runs the command in copies of a folder named `kill-1`, `kill-2` and so
on. It kills the first run at its first call, the next at its second, until a run finishes.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stdout
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import bot
from engine.bank.sqlite import backup
from tests.pages import ROOT

CALLS = (
    *("open", "link", "unlink", "rename", "replace", "fsync", "chmod", "fchmod"),
    *("mkdir", "rmdir", "truncate", "utime"),
)

PAGES = 40
"""Pages per backup step, so that a small database takes a few steps."""

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")


def killed_at_every_call(folder: Path, *command: str) -> list[Path]:
    """Return the folders by number of the fatal call; the last run was not killed."""
    program = [sys.executable, "-m", "tests.host.killed", str(folder), *command]
    subprocess.run(program, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    left = Path().resolve().glob("kill-*")
    return sorted(left, key=lambda path: int(path.name.partition("-")[2]))


def _end_at(number: int) -> None:
    left = number

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                os._exit(9)
            return call(*arguments, **named)

        return counting

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))
    sqlite3.connect = counted(sqlite3.connect)
    backup.STEP = PAGES
    Event.is_set = counted(Event.is_set)  # type: ignore[method-assign]


def main(then: str, *command: str) -> None:
    """Run the command until one run is not killed."""
    status, number = 9, 0
    shutil.copytree(then, "whole")
    with chdir("whole"), Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        bot.main([*command])  # preload its imports for all forks
    while status == 9:
        number += 1
        folder = Path(f"kill-{number}")
        shutil.copytree(then, folder)
        if child := os.fork():
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            continue
        os.chdir(folder)
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            _end_at(number)
            os._exit(bot.main([*command]))
    assert status == 0, status


if __name__ == "__main__":
    main(*sys.argv[1:])
