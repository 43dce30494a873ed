"""A file as one side of a copy, and what the tables are that a bank consists of."""

import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from graphlib import TopologicalSorter
from pathlib import Path

from engine.bank.errors import explained
from engine.bank.schema import Migration, Row, Table
from engine.bank.sqlite import migrate


def tables_of(migrations: Sequence[Migration]) -> list[Table]:
    """Return what a bank keeps, each table after those that it refers to; not which migrations it has seen."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate.migrate(fresh, migrations, at=0)
        names = fresh.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migration'"
            " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
        )
        needs = {name: _needs(fresh, name) for (name,) in names.fetchall()}
        return [_table(fresh, name) for name in TopologicalSorter(needs).static_order()]


class FileSide:
    """Reads a file in one state of it, or fills it in one transaction."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def rows(self, table: Table) -> Generator[Row]:
        """All rows of a table, in the order of its key."""
        yield from self._file.execute(table.select)

    def empty(self, table: Table) -> None:
        """Take all rows out of a table."""
        self._file.execute(f"DELETE FROM {table.name}")  # noqa: S608

    def fill(self, table: Table, rows: Iterable[Row]) -> None:
        """Put these rows into a table."""
        places = ", ".join("?" * len(table.columns))
        self._file.executemany(f"INSERT INTO {table.name} ({table.listed}) VALUES ({places})", rows)  # noqa: S608


@contextmanager
def opened_to_read(path: Path) -> Iterator[FileSide]:
    """One state of a file."""
    uri = f"{path.resolve().as_uri()}?mode=ro"
    with _explained(), closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as file:
        file.execute("BEGIN")
        yield FileSide(file)


@contextmanager
def opened_to_fill(path: Path) -> Iterator[FileSide]:
    """A file with a bank in it; what is put into it is kept if the block ends well."""
    with _explained(), closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("BEGIN IMMEDIATE")
        yield FileSide(file)
        file.execute("COMMIT")


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise explained(error) from error


def _needs(file: sqlite3.Connection, table: str) -> set[str]:
    rows = file.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (table,))
    return {name for (name,) in rows.fetchall()}


def _table(file: sqlite3.Connection, name: str) -> Table:
    columns = file.execute("SELECT name, pk FROM pragma_table_info(?)", (name,)).fetchall()
    key = sorted((place, column) for column, place in columns if place)
    return Table(
        name=name,
        columns=tuple(column for column, _ in columns),
        key=tuple(column for _, column in key),
    )
