"""Copies a SQLite or PostgreSQL database into another one, and compares every row."""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from graphlib import TopologicalSorter
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final, Protocol

from engine.bank.bank import Bank
from engine.bank.database import places
from engine.bank.errors import BankError, explained
from engine.bank.schema import CopiedTable, Migration, Row, known_migrations
from engine.bank.sqlite.files import require_file
from engine.bank.sqlite.halves import new_file
from engine.bank.sqlite.lock import only_bot
from engine.bank.sqlite.opening import migrate

_OF_A_NEW_BANK: Final = {"account": 2}


class Side(Protocol):
    """The database that a copy reads or fills."""

    def rows(self, table: CopiedTable) -> Generator[Row]:
        """Yield all rows of a table, in key order."""

    def empty(self, table: CopiedTable) -> None:
        """Delete all rows of a table."""

    def fill(self, table: CopiedTable, rows: Iterable[Row]) -> None:
        """Insert rows into a table."""


class Incomplete(BankError):
    """A copy differs from its source."""


async def copy_bank(source: Path | str, target: Path | str, now: Callable[[], float]) -> int:
    """Copy all data into an empty database and return the number of rows. No bot may use either.

    Each is a file's path or a server's address. `now` returns Unix seconds. Raises `BankError`; then nothing is copied.
    """
    filled = new_file(target) if isinstance(target, Path) else nullcontext(target)
    with _locked(source), filled as new:
        async with Bank.open(source, now, tool=True):  # check it, and require an up-to-date schema
            pass
        async with Bank.open(new, now):
            return _copied(source, new)


@contextmanager
def _locked(source: Path | str) -> Iterator[None]:
    if not isinstance(source, Path):
        yield
    else:
        require_file(source)
        with only_bot(source):
            yield


def _copied(source: Path | str, target: Path | str) -> int:
    tables = tables_of(known_migrations())
    with _opened(source, to_fill=False) as old, _opened(target, to_fill=True) as new:
        _require_empty(new, tables)
        # The source has its own house and donor.
        for table in reversed(tables):
            new.empty(table)
        for table in tables:
            with closing(old.rows(table)) as rows:
                new.fill(table, rows)
        return sum(_same_rows(table, old, new) for table in tables)


def _require_empty(new: Side, tables: Iterable[CopiedTable]) -> None:
    for table in tables:
        own = _OF_A_NEW_BANK.get(table.name, 0)
        with closing(new.rows(table)) as rows:
            found = len(list(islice(rows, own + 1)))
        if found > own:
            raise BankError("the target is not empty: a bank is copied into an empty database")


def _same_rows(table: CopiedTable, old: Side, new: Side) -> int:
    count = 0
    with closing(old.rows(table)) as before, closing(new.rows(table)) as after:
        for one, other in zip_longest(before, after):
            if one != other:
                raise Incomplete(f"the copy of {table.name} differs in its row {count + 1}")
            count += 1
    return count


class FileSide:
    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def rows(self, table: CopiedTable) -> Generator[Row]:
        yield from self._file.execute(table.select)

    def empty(self, table: CopiedTable) -> None:
        self._file.execute(f"DELETE FROM {table.name}")  # noqa: S608

    def fill(self, table: CopiedTable, rows: Iterable[Row]) -> None:
        values = places(len(table.columns))
        self._file.executemany(f"INSERT INTO {table.name} ({table.listed}) VALUES ({values})", rows)  # noqa: S608


def _opened(where: Path | str, *, to_fill: bool) -> AbstractContextManager[Side]:
    if isinstance(where, Path):
        return _opened_file(where, to_fill=to_fill)
    from engine.bank.postgres.copying import opened

    return opened(where, to_fill=to_fill)


@contextmanager
def _opened_file(path: Path, *, to_fill: bool) -> Iterator[FileSide]:
    uri = f"{path.resolve().as_uri()}?mode={'rw' if to_fill else 'ro'}"
    try:
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as file:
            file.execute("PRAGMA foreign_keys = ON")
            file.execute("BEGIN IMMEDIATE" if to_fill else "BEGIN")
            yield FileSide(file)
            file.execute("COMMIT")
    except sqlite3.Error as error:
        raise explained(error) from error


def tables_of(migrations: Sequence[Migration]) -> list[CopiedTable]:
    """Return the tables that these migrations create, except `migration`, each after its referenced tables."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, migrations, at=0)
        names = fresh.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migration'"
            " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
        )
        needs = {name: _needs(fresh, name) for (name,) in names.fetchall()}
        return [_table(fresh, name) for name in TopologicalSorter(needs).static_order()]


def _needs(file: sqlite3.Connection, table: str) -> set[str]:
    rows = file.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (table,))
    return {name for (name,) in rows.fetchall()}


def _table(file: sqlite3.Connection, name: str) -> CopiedTable:
    columns = file.execute("SELECT name, pk FROM pragma_table_info(?)", (name,)).fetchall()
    key = sorted((place, column) for column, place in columns if place)
    return CopiedTable(
        name=name,
        columns=tuple(column for column, _ in columns),
        key=tuple(column for _, column in key),
    )
