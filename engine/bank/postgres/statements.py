"""Translates the books' SQL and values for the server: `$1` for `?`, and batches of writes as one statement."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from json import dumps
from typing import Any, Final, NamedTuple

from psycopg import DataError, ProgrammingError
from psycopg.postgres import types

from engine.bank.database import spread

Found = Any

_PLACE: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(\?)|:([a-z_]+)")
"""Matches a text or a quoted name, which stay as they are; a placeholder by position; one by name."""

_TARGET: Final = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)")


class Form(NamedTuple):
    """How a statement is prepared under a `name`: its text, the types of its values, and how each value is sent."""

    name: str
    text: str
    types: Sequence[int]
    writes: Sequence[Callable[[Any], bytes | None]]


def form(name: str, sql: str, types: Sequence[type]) -> Form:
    """Return the form of a statement with `?` or `:name`, for these types. Raises `psycopg.ProgrammingError`."""
    try:
        kinds = [next(_KINDS[base] for base in of.__mro__ if base in _KINDS) for of in types]
    except StopIteration:
        raise ProgrammingError("the bank saves no such value") from None
    text, _ = spelled(sql)
    return Form(name, text, *zip(*kinds, strict=True))


def _text(text: str) -> bytes:
    if "\0" in text:  # the library would cut the text off there
        raise DataError("a text has a character that the database can't store")
    return text.encode()


_KINDS: Final[Mapping[type, tuple[int, Callable[[Any], bytes | None]]]] = {
    # One type for all integers, and for booleans: otherwise each size of number would need its own prepared statement.
    int: (types["int8"].oid, b"%d".__mod__),
    float: (types["float8"].oid, b"%a".__mod__),
    str: (0, _text),  # the server infers the type: text or JSON
    bytes: (types["bytea"].oid, lambda value: b"\\x%b" % value.hex().encode()),
    type(None): (0, lambda _: None),
}


@lru_cache(maxsize=1_024)
def spelled(sql: str) -> tuple[str, tuple[str, ...]]:
    """Return a statement with `$1`, `$2` … for `?` or `:name`, and the names in their order."""
    names, places = dict[str, int](), count(1)

    def place(match: re.Match[str]) -> str:
        if match[1]:
            return f"${next(places)}"
        return f"${names.setdefault(match[2], len(names) + 1)}" if match[2] else match[0]

    return _PLACE.sub(place, sql), tuple(names)


_TYPES: Final = {int: "bigint", float: "double precision", str: "text"}


def filled(sql: str, rows: Sequence[Sequence[Any]]) -> tuple[str, Sequence[Any]]:
    """Return a statement that writes these rows, in place of `VALUES {rows}` if it has that, and its values.

    Where possible, all inserted rows are sent as one JSON value: the server prepares one plan per statement text.
    """
    if "{rows}" not in sql:
        return sql, rows[0]
    text = _from_json(sql, tuple(map(type, rows[0])))
    return spread(sql, rows) if text is None else (text, (dumps(rows),))


@lru_cache(maxsize=1_024)
def _from_json(sql: str, types: tuple[type, ...]) -> str | None:
    # The server can't estimate the number of rows in JSON: to join many, it would scan a whole table.
    if not sql.startswith("INSERT") or not _TYPES.keys() >= set(types):
        return None
    columns = (f"CAST(r->>{place} AS {_TYPES[kind]})" for place, kind in enumerate(types))
    rows = f"SELECT {', '.join(columns)} FROM json_array_elements(CAST(? AS json)) AS r"  # noqa: S608
    return sql.replace("VALUES {rows}", rows)


@lru_cache(maxsize=1_024)
def together(statements: tuple[str, ...]) -> str:
    """Return one statement that runs these in order, each on the database as it was before them.

    It fails if they don't return the expected rows, which are its last value: see `listed`.
    """
    parts = ", ".join(f"s{place} AS ({sql})" for place, sql in enumerate(statements))
    found = ", ".join(
        f"(SELECT string_agg(CAST(s{place} AS text), ' ' ORDER BY CAST(s{place} AS text) COLLATE \"C\")"  # noqa: S608
        f" FROM s{place}), ';'"
        if " RETURNING " in sql
        else "';'"
        for place, sql in enumerate(statements)
    )
    return f"WITH {parts} SELECT 1 / CAST(CONCAT({found}) = ? AS integer)"


def listed(expected: Sequence[Found]) -> str:
    """Format expected rows the way `together` compares them: `(1,two) (3,four);(5);`."""
    texts = [sorted([f"({','.join(map(str, row))})" for row in rows]) for rows in expected]
    return "".join([f"{' '.join(some)};" for some in texts])


@lru_cache(maxsize=1_024)
def target(sql: str) -> str:
    """Return the table that a statement writes to."""
    return "".join(_TARGET.findall(sql)[:1])
