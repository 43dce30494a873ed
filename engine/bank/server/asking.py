"""Asks a server for one row."""

from collections.abc import Sequence
from typing import Any, LiteralString

import psycopg


def one(
    connection: psycopg.Connection[Any], query: LiteralString, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    """Return the first row. Raises `psycopg.DataError` where there is none."""
    row: tuple[Any, ...] | None = connection.execute(query, values or None).fetchone()
    if row is None:
        raise psycopg.DataError("the database gave no answer")
    return row
