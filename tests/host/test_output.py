"""What becomes of a tool's lines does not decide what it does: a full disk, a reader who leaves, a poor terminal."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from cogs.tools.output import LOST
from tests.bot.process import PROGRAM, environment


@contextmanager
def full() -> Iterator[int]:
    """A disk that takes nothing."""
    descriptor = os.open("/dev/full", os.O_WRONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def broken() -> Iterator[int]:
    """A pipe whose reader has gone."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)


def run(*arguments: str, stdout: int = subprocess.PIPE, **own: str) -> tuple[int, str, str]:
    """The exit status, the output and the errors of a tool with these variables."""
    command = [sys.executable, PROGRAM, *arguments]
    env = environment({"DATABASE": "casino.db"}) | own
    done = subprocess.run(command, env=env, stdout=stdout, stderr=subprocess.PIPE, check=False)
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full disk at hand")
@pytest.mark.parametrize("lost", [full, broken])
def test_a_tool_whose_output_is_lost_does_its_work(
    database: Path, lost: Callable[[], AbstractContextManager[int]]
) -> None:
    """It says so by a status of its own, and by no traceback. What it has found or refused counts for more."""
    assert LOST == 3, "the others mean something else"
    with lost() as stdout:
        assert run("backup", "copy.db", stdout=stdout) == (LOST, "", "")
        assert run("restore", "copy.db", stdout=stdout) == (LOST, "", "")
        assert run("audit", stdout=stdout) == (LOST, "", "")
        assert run("check", stdout=stdout) == (2, "", ""), "there is no token"
    assert [*Path().glob("casino.db.before-*")]


def test_a_process_without_an_output(database: Path) -> None:
    """As some timers start one."""
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, PROGRAM, "backup", "copy.db"]
    env = environment({"DATABASE": "casino.db"})
    done = subprocess.run(closed, env=env, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (LOST, b"")
    assert Path("copy.db").is_file()


def test_letters_that_the_terminal_lacks_are_escaped(database: Path) -> None:
    """A folder may be called anything; both lines name it, and the work is done."""
    folder = Path("Spielhöhle")
    folder.mkdir()
    assert run("backup", str(folder / "ä.db"), PYTHONIOENCODING="ascii") == (
        0,
        r"The database is copied to Spielh\xf6hle/\xe4.db." + "\n",
        "",
    )
    status, output, errors = run("restore", str(folder / "ä.db"), PYTHONIOENCODING="ascii")
    assert (status, errors) == (0, "")
    assert "is now a copy of Spielh\\xf6hle" in output
