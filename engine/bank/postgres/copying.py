"""The PostgreSQL side of a copy between databases."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg

from engine.bank.errors import BankInUse
from engine.bank.postgres.connection import Address, Connection, open_connection
from engine.bank.postgres.errors import to_bank_error
from engine.bank.postgres.opening import a_bot_plays
from engine.bank.schema import CopiedTable, Row

SECONDS: Final = 10.0
ROWS: Final = 5_000

_OWN_NUMBERS: Final = (
    "SELECT attname FROM pg_attribute"
    " WHERE attrelid = CAST(CAST($1 AS text) AS regclass) AND attidentity <> ''"
)


class ServerSide:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, table: CopiedTable) -> Generator[Row]:
        with psycopg.ServerCursor(self._connection, "copy") as cursor:
            cursor.itersize = ROWS
            cursor.execute(_trusted(table.select))
            yield from cursor

    def empty(self, table: CopiedTable) -> None:
        self._connection.execute(_trusted(f"DELETE FROM {table.name}"))  # noqa: S608

    def fill(self, table: CopiedTable, rows: Iterable[Row]) -> None:
        """Insert rows, and move the table's id sequences past them."""
        into = f"COPY {table.name} ({table.listed}) FROM STDIN"
        with self._connection.cursor() as cursor, cursor.copy(_trusted(into)) as copy:
            for row in rows:
                copy.write_row(row)
        for (column,) in self._connection.execute(_OWN_NUMBERS, (table.name,)).fetchall():
            after = f"SELECT COALESCE(MAX({column}), 0) + 1 FROM {table.name}"  # noqa: S608
            number = f"pg_get_serial_sequence('{table.name}', '{column}')"
            self._connection.execute(_trusted(f"SELECT setval({number}, ({after}), false)"))


@contextmanager
def opened(text: str, *, to_fill: bool) -> Iterator[ServerSide]:
    """Open a snapshot of a database to read, or a database `to_fill`, committed if the block ends well.

    Raises `BankInUse` if a bot plays.
    """
    address = Address(text)
    try:
        with closing(open_connection(address, SECONDS, idle=0)) as connection:
            if a_bot_plays(connection):
                raise BankInUse(address)
            connection.execute(
                "BEGIN" if to_fill else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            )
            yield ServerSide(connection)
            connection.execute("COMMIT")
    except psycopg.Error as error:
        raise to_bank_error(error) from error


def _trusted(sql: str) -> Any:
    return sql
