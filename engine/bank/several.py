"""One statement for several rows."""

from collections.abc import Sequence

from engine.bank.database import Database, Rows


def execute_rows(connection: Database, sql: str, rows: Sequence[Sequence[object]]) -> Rows:
    """Run a statement in which `{rows}` stands for the values of at least one row, as in `VALUES {rows}`."""
    row = f"({places(len(rows[0]))})"
    return connection.execute(
        sql.format(rows=", ".join([row] * len(rows))), [value for row in rows for value in row]
    )


def places(count: int) -> str:
    """The placeholders of so many values, as in `IN ({places(3)})`."""
    return ", ".join("?" * count)
