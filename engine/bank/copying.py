"""Moves a bank from one database to another, of whatever kind: every row, compared afterwards."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import islice, zip_longest
from pathlib import Path
from typing import Protocol

from engine.bank.bank import Bank
from engine.bank.errors import BankError
from engine.bank.schema import Row, Table, known_migrations
from engine.bank.sqlite import copying as in_file
from engine.bank.sqlite.copying import tables_of
from engine.bank.sqlite.lock import only_bot


class Side(Protocol):
    """A database that is read, or filled."""

    def rows(self, table: Table) -> Generator[Row]:
        """All rows of a table, in the order of its key."""

    def empty(self, table: Table) -> None:
        """Take all rows out of a table."""

    def fill(self, table: Table, rows: Iterable[Row]) -> None:
        """Put these rows into a table."""


class Incomplete(BankError):
    """What was copied is not what is there now."""


async def copy_bank(source: Path | str, target: Path | str, now: Callable[[], float]) -> int:
    """Copy everything into a database that has nothing in it, and return how many rows that is.

    No bot may use either. `now` returns Unix seconds. Raises `BankError`; then nothing is in the target.
    """
    with _kept_still(source), _new(target) as new:
        async with Bank.open(source, now, tool=True):  # in order, and up to date
            pass
        async with Bank.open(new, now):
            return _copied(source, new)


@contextmanager
def _kept_still(source: Path | str) -> Iterator[None]:
    """No bot begins on a file meanwhile; a server is asked whether one plays when it is read."""
    if not isinstance(source, Path):
        yield
    elif not source.is_file():
        raise BankError(f"there is no database at {source}")
    else:
        with only_bot(source):
            yield


@contextmanager
def _new(target: Path | str) -> Iterator[Path | str]:
    """A file is filled under another name, and has its own when it is complete."""
    if not isinstance(target, Path):
        yield target
        return
    if target.exists():
        raise BankError(f"{target} exists already: choose another name")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        yield part
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def _copied(source: Path | str, target: Path | str) -> int:
    tables = tables_of(known_migrations())
    with _to_read(source) as old, _to_fill(target) as new:
        _require_empty(new, tables)
        # What a new bank has of its own, the house and the donor, comes from the other one.
        for table in reversed(tables):
            new.empty(table)
        for table in tables:
            with closing(old.rows(table)) as rows:
                new.fill(table, rows)
        return sum(_same_rows(table, old, new) for table in tables)


def _require_empty(new: Side, tables: Iterable[Table]) -> None:
    for table in tables:
        own = 2 if table.name == "account" else 0
        with closing(new.rows(table)) as rows:
            found = len(list(islice(rows, own + 1)))
        if found > own:
            raise BankError("the target is not empty: a bank is copied into a database of its own")


def _same_rows(table: Table, old: Side, new: Side) -> int:
    """Compare what lies on both sides, before it is kept. Raises `Incomplete`."""
    count = 0
    with closing(old.rows(table)) as before, closing(new.rows(table)) as after:
        for one, other in zip_longest(before, after):
            if one != other:
                raise Incomplete(f"the copy of {table.name} differs in its row {count + 1}")
            count += 1
    return count


def _to_read(where: Path | str) -> AbstractContextManager[Side]:
    if isinstance(where, Path):
        return in_file.opened_to_read(where)
    from engine.bank.postgres import copying

    return copying.opened_to_read(where)


def _to_fill(where: Path | str) -> AbstractContextManager[Side]:
    if isinstance(where, Path):
        return in_file.opened_to_fill(where)
    from engine.bank.postgres import copying

    return copying.opened_to_fill(where)
