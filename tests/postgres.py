"""A PostgreSQL server for the tests: started by the first test that needs it, stopped at the end of the run.

It runs as an unprivileged user in a temporary directory, listens only on a Unix socket there, and never syncs to
disk. Each test has its own database, copied from a migrated template.
"""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from filelock import FileLock

from tests.memory import temporary_files

PROGRAMS: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parts[-2])
"""The folders in which Debian's package installs the programs, the newest last."""

LACKING: Final = "" if PROGRAMS else "PostgreSQL is not installed: apt-get install postgresql"
"""The reason why PostgreSQL tests are skipped; empty if they run."""

needs_postgres: Final = pytest.mark.skipif(bool(LACKING), reason=LACKING)

USER: Final = "nobody"
"""The user of the server if the tests run as root, which PostgreSQL refuses."""

SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_connections": "200",
    "shared_buffers": "32MB",
}

PREFIX: Final = "blackjack-pg-"

OWNER: Final = "owner"
"""The file in a server's directory with the process id of the test run."""

WHERE: Final = "postgres"
"""The file in which a run stores its server's directory."""


class Postgres:
    """A server that runs or can be started again. `folder` has its data and its socket."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connection: psycopg.Connection | None = None

    def address(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://blackjack@/{database}?host={self.folder}"

    def make(self, **settings: str) -> None:
        """Create a cluster with English collation, and start it."""
        if os.getuid() == 0:
            shutil.chown(self.folder, USER)
        self._run("initdb", "-U", "blackjack", "-A", "trust", "-E", "UTF8", "-N", *_ENGLISH)
        with (self.folder / "data" / "postgresql.auto.conf").open("a") as file:
            directory = {"unix_socket_directories": str(self.folder)}
            for name, value in {**SETTINGS, **directory, **settings}.items():
                file.write(f"{name} = '{value}'\n")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop the server; `immediate` is equivalent to a power cut."""
        self.disconnect()
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def restart(self) -> None:
        """Cut all connections and start again."""
        self.stop()
        self.start()

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """Create a database, yield its address, and drop it."""
        name = f"test_{uuid.uuid4().hex}"
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.address(name)
        finally:
            self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def disconnect(self) -> None:
        """Close the administrative connection, which is reused because each connection starts a process."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _execute(self, statement: str) -> None:
        if self._connection is None:
            self._connection = psycopg.connect(self.address("postgres"), autocommit=True)
        execute: Any = self._connection.execute
        execute(statement)

    def _run(self, program: str, *arguments: str) -> None:
        user = {"user": USER, "group": pwd.getpwnam(USER).pw_gid} if os.getuid() == 0 else {}
        done = subprocess.run(  # type: ignore[call-overload]
            [PROGRAMS[-1] / program, "-D", self.folder / "data", *arguments],
            cwd=self.folder,
            # The server inherits these; a pipe would stay open while it runs.
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            extra_groups=[] if user else None,
            **user,
        )
        assert done.returncode == 0, f"{program} failed: see {self.folder}"


_ENGLISH: Final = ("--locale-provider=icu", "--icu-locale=en", "--locale=C")


def new_server(**settings: str) -> Postgres:
    """Start a server in a new directory that an unprivileged user can read."""
    stop_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=temporary_files()))
    folder.chmod(0o755)
    in_worker = "PYTEST_XDIST_WORKER" in os.environ
    (folder / OWNER).write_text(str(os.getppid() if in_worker else os.getpid()))
    server = Postgres(folder)
    server.make(**settings)
    return server


def stop_abandoned() -> None:
    """Stop the servers of killed test runs."""
    for note in temporary_files().glob(f"{PREFIX}*/{OWNER}"):
        try:
            os.kill(int(note.read_text()), 0)
        except ProcessLookupError:
            with suppress(AssertionError):  # the machine may have rebooted since
                Postgres(note.parent).stop()
            shutil.rmtree(note.parent, ignore_errors=True)
        except (OSError, ValueError):
            continue  # another user's, or being created or removed


def stop_for_good(server: Postgres) -> None:
    """Stop a server and delete its folder."""
    server.stop()
    shutil.rmtree(server.folder, ignore_errors=True)


def shared_server(run: Path) -> Postgres:
    """Return the server of this run, whose processes share the directory `run`; start it if needed."""
    from engine.bank.bank import Bank

    note = run / WHERE
    with FileLock(f"{note}.lock"):
        if note.exists():
            return Postgres(Path(note.read_text()))
        server = new_server()
        note.write_text(str(server.folder))

        async def fill() -> None:
            async with Bank.open(server.address("template1"), lambda: 0.0):
                pass

        asyncio.run(fill())
    return server


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """The server of this run; its `template1` is a new bank."""
    if LACKING:
        pytest.skip(LACKING)
    base = tmp_path_factory.getbasetemp()
    server = shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)
    yield server
    server.disconnect()


def stop_shared(run: Path) -> None:
    """Stop the server of a run, if one was started."""
    note = run / WHERE
    if note.exists():
        stop_for_good(Postgres(Path(note.read_text())))
