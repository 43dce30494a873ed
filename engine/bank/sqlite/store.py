"""The store of a SQLite file."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from engine.bank import rollbacks
from engine.bank.books import people
from engine.bank.errors import BankClosed, BankError, DatabaseDamaged, explained
from engine.bank.schema import known_migrations
from engine.bank.sqlite import transaction
from engine.bank.sqlite.connection import Connection
from engine.bank.sqlite.files import damage
from engine.bank.sqlite.opening import open_connection
from engine.bank.sqlite.wiping import Wiping, cut_off
from engine.bank.sqlite.witness import bear_witness, seen
from engine.bank.store import Aside, Function, Gauges, Store

log = logging.getLogger(__name__)

T = TypeVar("T")


class File(Store):
    """The store of a file, which one process holds while it runs."""

    def __init__(self, connection: Connection, path: Path, gauges: Gauges | None = None) -> None:
        super().__init__(
            partial(FileReader, path, connection.require_own_content), explained, gauges
        )
        self.connection = connection
        self.wiping = Wiping(connection)
        self._path = path
        self._has_witness = False
        self._checker = Aside(partial(FileReader, path), explained)
        self._checking: asyncio.Task[None] | None = None

    def _write(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        return self.connection.run(function)

    def _read(self, function: Function[T]) -> Coroutine[Any, Any, T]:
        return self.connection.read(function)

    def _look(self) -> asyncio.Future[Any]:
        return self.connection.look_at_files()

    async def notice_rollback(self, at: float) -> None:
        """Mark the tables if the file was rolled back, and start its witness. `at` in Unix seconds."""
        witness = await asyncio.to_thread(seen, self._path)
        if witness is None and not await self.read(rollbacks.beats):
            # Before the first beat, so that a kill leaves no beat without a witness.
            await asyncio.to_thread(bear_witness, self._path, witness := 0)
        notice = partial(rollbacks.notice_in_file, at=at, witness=witness)
        count, rolled_back = await self.run(notice)
        await asyncio.to_thread(bear_witness, self._path, count)
        self._has_witness = True
        if rolled_back:
            rollbacks.warn()

    async def beat(self) -> None:
        count = await self.run(rollbacks.beat)
        if self._has_witness:
            await asyncio.to_thread(bear_witness, self._path, count)

    async def wipe(self) -> None:
        await self.wiping.wipe()

    def check_beside(self) -> None:
        """Check the whole file in the background, on a separate thread and connection."""
        log.info("the last bot was not stopped cleanly: checking its database in the background")
        self._checking = asyncio.create_task(self._check(), name="check")

    async def _check(self) -> None:
        try:
            finding = await self._checker.read(damage)
        except DatabaseDamaged as error:
            finding = str(error)
        except BankClosed:
            return
        except BankError as error:
            log.warning("the database can't be checked: %s", error)
            return
        await self.connection.note_check(finding)
        if finding is None:
            log.info("the database is sound")

    async def checked(self) -> None:
        """Return when a running check of the whole file has ended."""
        if self._checking is not None:
            await self._checking

    async def close(self) -> None:
        self.wiping.stop()
        if self._has_witness:
            with suppress(BankError):  # errors of the file are logged already
                await self.beat()
            self._has_witness = False
        await super().close()
        await self._checker.close()
        await self.checked()
        await self.connection.close()


class _Stoppable(sqlite3.Connection):
    """Remembers an interrupt between two statements, which SQLite itself would lose."""

    is_stopped = False

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        """Run the statement. Raises `sqlite3.OperationalError` after the interrupt."""
        if self.is_stopped:
            raise sqlite3.OperationalError("interrupted")
        return super().execute(*statement)


class FileReader:
    """A connection for reads, to a file that a bank has open: see `Reader`. Has no index of people."""

    def __init__(self, path: Path, is_ours: Callable[[], None] = lambda: None) -> None:
        """`is_ours` raises if the file is known to have another's content. Raises `sqlite3.Error`."""
        self._file = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            factory=_Stoppable,
        )
        self._is_ours = is_ours
        self.close = self._file.close

    def read(self, function: Function[T]) -> T:
        self._is_ours()
        return transaction.read(self._file, function)

    def stop(self) -> None:
        """Interrupt the current statement and refuse further ones."""
        self._file.is_stopped = True
        self._file.interrupt()


async def open_file(
    path: Path, at: float, *, busy_timeout: int, claim: bool, tool: bool, gauges: Gauges | None
) -> File:
    """Open or create the file, and bring its schema up to date; `Bank.open` documents the arguments.

    Raises `BankError`.
    """
    connection = await open_connection(
        path, at, busy_timeout=busy_timeout, migrations=known_migrations(), claim=claim, tool=tool
    )
    file = File(connection, path, gauges)
    try:
        if not tool:
            await connection.alone(cut_off)
        await connection.alone(people.index)
        if claim:
            await file.notice_rollback(at)
        if not (tool or connection.is_checked):
            file.check_beside()
    except BaseException:
        await file.close()
        raise
    return file
