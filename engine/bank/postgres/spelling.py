"""The books' SQL as PostgreSQL reads it, and their values as it takes them."""

import re
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.types.numeric import Int8Dumper

_PLACE: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(\?)|:([a-z_]+)")
"""A text or a quoted name, which are left alone; a place by order; a place by name."""


class _Switch(Dumper):
    """True and False go into integer columns, as in SQLite."""

    oid = psycopg.adapters.types["int8"].oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _Whole(Loader):
    """The sum of whole numbers is one, though PostgreSQL makes it a decimal."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


def adapt(connection: psycopg.Connection[Any]) -> None:
    """Let this connection take and give the values that SQLite does."""
    connection.adapters.register_dumper(bool, _Switch)
    # One type for all: else a statement would be prepared anew for each size of number.
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_loader("numeric", _Whole)


@lru_cache(maxsize=1_024)
def spelled(sql: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with `$1`, `$2` … for `?` or `:name`, and the names in their order."""
    names: list[str] = []
    count = 0

    def place(match: re.Match[str]) -> str:
        nonlocal count
        if match[1]:
            count += 1
            return f"${count}"
        if match[2]:
            if match[2] not in names:
                names.append(match[2])
            return f"${names.index(match[2]) + 1}"
        return match[0]

    return _PLACE.sub(place, sql), tuple(names)
