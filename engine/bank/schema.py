"""Reads, checks and applies numbered SQL migrations: a folder per kind of database, with the same file names."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final, Literal

from engine.bank.errors import (
    BankError,
    DatabaseEmpty,
    DatabaseTooNew,
    DatabaseTooOld,
    DatabaseUnsupported,
    MigrationFailed,
    NotADatabase,
)

FIRST: Final = 20
"""The schema of version 1.0.0, which the first migration creates."""

_FIRST_BEFORE: Final = "bank"
_FILE_NAME: Final = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step of the database schema, from `number - 1` to `number`; the first creates it."""

    number: int
    name: str
    sql: str


@cache
def known_migrations(kind: Literal["sqlite", "postgresql"] = "sqlite") -> tuple[Migration, ...]:
    """Return this program's migrations for a kind of database, in order."""
    return load(resources.files("engine.bank") / "migrations" / kind)


def load(folder: Traversable, first: int = FIRST) -> tuple[Migration, ...]:
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


class Kind(Enum):
    EMPTY = auto()
    TOO_OLD = auto()
    """From before 1.0.0."""
    OLDER = auto()
    CURRENT = auto()
    NEWER = auto()
    FOREIGN = auto()
    """From another program, or an unreleased version."""


TO_PLAY: Final = frozenset({Kind.EMPTY, Kind.OLDER, Kind.CURRENT})
"""For a bot, which brings the database up to date."""
TO_READ: Final = frozenset({Kind.CURRENT})
"""For tools that need the newest schema, but apply no migration: an older bot may use the database."""
TO_COPY: Final = frozenset({Kind.OLDER, Kind.CURRENT})
"""For tools that copy a file as it is."""
TO_REPLACE: Final = frozenset(Kind) - {Kind.FOREIGN}
"""For the database that a tool replaces, keeping it under another name."""

RECORD: Final = ("number", "name", "applied_at")


def require_kind(
    columns: Mapping[str, Sequence[str]],
    read: Callable[[], Iterable[tuple[int, str]]],
    migrations: Sequence[Migration],
    takes: Collection[Kind],
) -> int:
    """Return the number of a database's schema, 0 for an empty one.

    Raises a `BankError` unless its kind (such as older or foreign) is in `takes`. `columns` has every table's columns
    in order; `read` returns the applied migrations.
    """
    newest, kind = 0, Kind.FOREIGN
    known = {migration.number: migration.name for migration in migrations}
    if not columns:
        kind = Kind.EMPTY
    elif tuple(columns.get("migration", ())) == RECORD:
        recorded = dict(read())
        newest = max(recorded, default=0)
        kind = _kind(recorded, known, is_bare=len(columns) == 1)
    if kind not in takes:
        raise _refused(kind, newest, max(known, default=0))
    return newest


def _kind(recorded: Mapping[int, str], known: Mapping[int, str], *, is_bare: bool) -> Kind:
    if not recorded:  # a first start was killed before its first migration
        return Kind.EMPTY if is_bare else Kind.FOREIGN
    if any(recorded.get(number, name) != name for number, name in known.items()):
        return Kind.FOREIGN
    newest, needed = max(recorded), max(known, default=0)
    if newest < min(known, default=0):
        return Kind.TOO_OLD if recorded[min(recorded)] == _FIRST_BEFORE else Kind.FOREIGN
    if newest == needed:
        return Kind.CURRENT
    return Kind.NEWER if newest > needed else Kind.OLDER


def _refused(kind: Kind, newest: int, known: int) -> BankError:
    match kind:
        case Kind.NEWER:
            return DatabaseTooNew(
                f"the database has schema {newest} and this program knows {known} at most: "
                "run the newer version"
            )
        case Kind.OLDER:
            return DatabaseTooOld(
                f"the database has schema {newest} and this program needs {known}: "
                "start the bot first, it brings the database up to date"
            )
        case Kind.TOO_OLD:
            return DatabaseUnsupported(
                f"the database has schema {newest}, of a version before 1.0.0: "
                "start version 1.0.0 on it once, then this one"
            )
        case Kind.EMPTY:
            return DatabaseEmpty("it is empty")
        case _:
            return NotADatabase(
                "another program, or an unreleased version of this one, made it: this bot needs a separate database"
            )


def apply_missing(
    newest: int, migrations: Sequence[Migration], apply: Callable[[Migration], None]
) -> None:
    """Call `apply` for each migration numbered above `newest`. Raises `MigrationFailed`."""
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
class CopiedTable:
    """A database table with its columns and primary key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def select(self) -> str:
        """The SQL statement that reads all rows, in key order."""
        return f"SELECT {self.listed} FROM {self.name} ORDER BY {', '.join(self.key)}"  # noqa: S608

    @property
    def listed(self) -> str:
        """The columns as an SQL list, quoted because one of them is an SQL keyword."""
        return ", ".join(f'"{column}"' for column in self.columns)
