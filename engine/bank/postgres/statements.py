"""The books' SQL as the server takes it: `$1` for `?`, values as they stand in a message, many writes in one."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from json import dumps
from typing import Any, Final

from psycopg import ProgrammingError

from engine.bank.database import Found, Values, spread

_PLACE: Final = re.compile(r"'[^']*'|\"[^\"]*\"|(\?)|:([a-z_]+)")
"""A text or a quoted name, which are left alone; a place by order; a place by name."""

_TARGET: Final = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)")


Write = Callable[[Any], str]


class Prepared:
    """What the server has prepared in a session: each statement when it is first called, in the same message."""

    MOST: Final = 100

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[type, ...]], tuple[str, list[tuple[int, Write]]]] = {}
        """By their texts and the types of their values: the call, and which values are not put there as they are."""

    def call(self, sql: str, values: Values) -> list[str]:
        """Return the statements by which the server runs this one, which has `?` or `:name` for these values."""
        if isinstance(values, Mapping):
            values = [values[name] for name in spelled(sql)[1]]
        types, preparing = tuple(map(type, values)), []
        if (found := self._known.get((sql, types))) is None:
            if len(self._known) == self.MOST:
                preparing.append(self.forget())
            name, kinds = f"s{len(self._known)}", [_kind(one) for one in types]
            preparing.append(
                f"PREPARE {name}{_listed([kind[0] for kind in kinds])} AS {spelled(sql)[0]}"
            )
            writing = [(place, write) for place, (_, _, write) in enumerate(kinds) if write]
            found = f"EXECUTE {name}{_listed([kind[1] for kind in kinds])}", writing
            self._known[sql, types] = found
        template, writing = found
        if writing:
            values = list(values)
            for place, write in writing:
                values[place] = write(values[place])
        return [*preparing, template % tuple(values)]

    def forget(self) -> str:
        """Forget all, and return the statement by which the server does."""
        self._known.clear()
        return "DEALLOCATE ALL"


def _listed(some: Sequence[str]) -> str:
    return f"({', '.join(some)})" if some else ""


def _kind(of: type) -> tuple[str, str, Write | None]:
    for base in of.__mro__:
        if base in _KINDS:
            return _KINDS[base]
    raise ProgrammingError(f"the bank keeps no {of.__name__}")


_KINDS: Final[Mapping[type, tuple[str, str, Write | None]]] = {
    # One type for all: else a statement would be prepared anew for each size of number. True goes into one, too.
    int: ("bigint", "%d", None),
    float: ("double precision", "'%r'", None),
    # The server knows what it wants: a text, or JSON.
    str: ("unknown", "'%s'", lambda text: text.replace("'", "''")),
    bytes: ("bytea", "'\\x%s'", bytes.hex),
    type(None): ("unknown", "NULL%.0s", None),
}
"""What it is called, and how it stands in a call; a backslash is one, as the session's settings say."""


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


_TYPES: Final = {int: "bigint", float: "double precision", str: "text"}


def filled(sql: str, rows: Sequence[Sequence[Any]]) -> tuple[str, Sequence[Any]]:
    """Return a statement that writes these rows, which stand where it has `VALUES {rows}`, if anywhere; and its values.

    What is inserted goes as one value where it can: the server prepares a statement for each text.
    """
    if "{rows}" not in sql:
        return sql, rows[0]
    text = _from_json(sql, tuple(map(type, rows[0])))
    return spread(sql, rows) if text is None else (text, (dumps(rows),))


@lru_cache(maxsize=1_024)
def _from_json(sql: str, types: tuple[type, ...]) -> str | None:
    # How many rows there are in JSON the server can't tell: to join many, it would read a whole table.
    if not sql.startswith("INSERT") or not _TYPES.keys() >= set(types):
        return None
    columns = (f"CAST(r->>{place} AS {_TYPES[kind]})" for place, kind in enumerate(types))
    rows = f"SELECT {', '.join(columns)} FROM json_array_elements(CAST(? AS json)) AS r"  # noqa: S608
    return sql.replace("VALUES {rows}", rows)


@lru_cache(maxsize=1_024)
def together(statements: tuple[str, ...]) -> str:
    """Return one statement that does what these do, each on the database as it was before them, in their order.

    It fails if they don't return what is expected: its last value, `listed`.
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
    """The rows that statements are to return, as `together` wants them: `(1,two) (3,four);(5);`."""
    texts = [sorted([f"({','.join(map(str, row))})" for row in rows]) for rows in expected]
    return "".join([f"{' '.join(some)};" for some in texts])


@lru_cache(maxsize=1_024)
def target(sql: str) -> str:
    """Return the table to which a statement writes."""
    return "".join(_TARGET.findall(sql)[:1])
