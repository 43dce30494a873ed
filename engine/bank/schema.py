"""The schema grows by numbered SQL files: a folder for each kind of database, the same numbers and names in both."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal

from engine.bank.errors import BankError, DatabaseTooNew, DatabaseTooOld, MigrationFailed

_FILE_NAME: Final = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step of the schema: `sql` takes it from `number - 1` to `number`, or makes the first that there is."""

    number: int
    name: str
    sql: str


@cache
def known_migrations(kind: Literal["sqlite", "postgresql"] = "sqlite") -> tuple[Migration, ...]:
    """Return the migrations that come with this program, in order. The first one of PostgreSQL makes schema 7."""
    first = 1 if kind == "sqlite" else 7
    return load(resources.files("engine.bank") / "migrations" / kind, first)


def load(folder: Traversable, first: int = 1) -> tuple[Migration, ...]:
    """Return the migrations in a folder, in order. Raises `BankError` unless they are numbered from `first` on."""
    found = [
        Migration(number=int(match[1]), name=match[2], sql=file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if (match := _FILE_NAME.fullmatch(file.name))
    ]
    found.sort(key=lambda migration: migration.number)
    numbers = [migration.number for migration in found]
    if numbers != list(range(first, first + len(found))):
        raise BankError(f"migrations must be numbered from {first} without a gap, not {numbers}")
    return tuple(found)


def require_fitting(newest: int, migrations: Sequence[Migration], *, tool: bool) -> None:
    """Refuse a database of another schema. A tool applies no migration: an older bot may use the database.

    Raises `DatabaseTooNew`, or for a tool `DatabaseTooOld`.
    """
    known = max((migration.number for migration in migrations), default=0)
    if newest > known:
        raise DatabaseTooNew(
            f"the database has schema {newest} and this program knows {known} at most: "
            "run the newer version"
        )
    if tool and newest < known:
        raise DatabaseTooOld(
            f"the database has schema {newest} and this program needs {known}: "
            "start the bot first, it brings the database up to date"
        )


def apply_missing(
    newest: int, migrations: Sequence[Migration], apply: Callable[[Migration], None]
) -> None:
    """Apply what comes after schema `newest`, each in a transaction of its own. Raises `MigrationFailed`."""
    for migration in migrations:
        if migration.number > newest:
            try:
                apply(migration)
            except BankError as error:
                raise MigrationFailed(
                    f"migration {migration.number} ({migration.name}) could not be applied: {error}"
                ) from error


Row = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table, its columns, and those of them that are its primary key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def select(self) -> str:
        """The statement that reads all of it, in order."""
        return f"SELECT {self.listed} FROM {self.name} ORDER BY {', '.join(self.key)}"  # noqa: S608

    @property
    def listed(self) -> str:
        """The columns as SQL lists them; one is called by a word of SQL."""
        return ", ".join(f'"{column}"' for column in self.columns)
