"""Output and status of tools: after Ctrl-C, and with a full disk, a closed pipe or an ASCII terminal."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from cogs.tools.output import LOST
from tests.bot.process import PROGRAM, environment

from .conftest import Tool


@contextmanager
def full() -> Iterator[int]:
    """Yield a descriptor of a full disk."""
    descriptor = os.open("/dev/full", os.O_WRONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def broken() -> Iterator[int]:
    """Yield a pipe without a reader."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)


def run(*arguments: str, stdout: int = subprocess.PIPE, **own: str) -> tuple[int, str, str]:
    """Run a tool with these variables; return its status, output and errors."""
    command = [sys.executable, PROGRAM, *arguments]
    env = environment({"DATABASE": "casino.db"}) | own
    done = subprocess.run(command, env=env, stdout=stdout, stderr=subprocess.PIPE, check=False)
    return done.returncode, (done.stdout or b"").decode(), done.stderr.decode()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Obey SIGINT, which shells ignore in background jobs."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_tool_has_not_succeeded(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C `backup && next` stops, and nothing has changed."""

    def interrupt(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    async def interrupt_later(*_: object) -> None:
        interrupt()
        await asyncio.Event().wait()

    assert tool("backup", "copy.db").status == 0
    before = database.read_bytes()
    monkeypatch.setattr("cogs.tools.database.backup", interrupt)
    monkeypatch.setattr("cogs.tools.database.audit_older", interrupt_later)
    for arguments in (("backup", "other.db"), ("restore", "copy.db")):
        interrupted = tool(*arguments)
        assert (interrupted.status, interrupted.errors) == (1, "")
    assert sorted(path.name for path in Path().iterdir()) == ["casino.db", "copy.db"]
    assert database.read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux only")
@pytest.mark.parametrize("lost", [full, broken])
def test_a_tool_whose_output_is_lost_does_its_work(
    database: Path, lost: Callable[[], AbstractContextManager[int]]
) -> None:
    """It ends with status 3 and without a traceback. Errors and findings take precedence."""
    assert LOST == 3, "other statuses have other meanings"
    with lost() as stdout:
        assert run("backup", "copy.db", stdout=stdout) == (LOST, "", "")
        assert run("restore", "copy.db", stdout=stdout) == (LOST, "", "")
        assert run("audit", stdout=stdout) == (LOST, "", "")
        assert run("check", stdout=stdout) == (2, "", ""), "there is no token"
    assert [*Path().glob("casino.db.before-*")]


LOGGING = """
import resource, sys
from cogs.tools.output import safe_output

with safe_output():
    for size in (0, resource.RLIM_INFINITY):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        print("a line about", size, file=sys.stderr, flush=True)
"""
"""Logs a line while files can't grow, as on a full disk, and another line afterwards."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit the size of files")
def test_the_log_continues_after_a_full_disk(tmp_path: Path) -> None:
    """A bot runs for months: it must not lose all later lines."""
    env = environment({}) | {"PYTHONPATH": str(Path(PROGRAM).parent)}
    with (tmp_path / "log").open("wb") as file:
        subprocess.run([sys.executable, "-c", LOGGING], env=env, stderr=file, check=True)
    assert (tmp_path / "log").read_text().endswith("a line about -1\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux only")
@pytest.mark.parametrize("lost", [full, broken])
def test_lost_errors_change_no_status(
    database: Path, lost: Callable[[], AbstractContextManager[int]]
) -> None:
    """Python would exit with 120."""
    env = environment({"DATABASE": "nowhere.db"})
    with lost() as stderr:
        done = subprocess.run([sys.executable, PROGRAM, "audit"], env=env, stderr=stderr)
    assert done.returncode == 2


def test_a_process_without_an_output(database: Path) -> None:
    """Some timers start tools like this."""
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, PROGRAM, "backup", "copy.db"]
    env = environment({"DATABASE": "casino.db"})
    done = subprocess.run(closed, env=env, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (LOST, b"")
    assert Path("copy.db").is_file()


def test_unencodable_characters_are_escaped(database: Path) -> None:
    """In the names of folders and files; the work is done."""
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
