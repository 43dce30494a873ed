"""The address of a database on a server. It may hold a password, so it is never shown as it is."""

import re
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from engine.bank.errors import BankError, in_one_line

_SHAPE: Final = re.compile(
    r"postgres(ql)?://([^@/?#\s]*@)?([^@/?#\s:]*(:\d+)?(,[^@/?#\s:]*(:\d+)?)*|[^@/?#\s]*\][^@/?#\s]*)"
    r"(/[^@/?#\s]*)?(\?[^@?#\s=]+=[^#\s]*)?"
)
"""Stricter than PostgreSQL: where a sign of a password is not written as `%40`, it would be taken for another part, and
an error would show it."""


class Address:
    """Where a database is: `postgresql://user:password@host/name`. Printed without user, password and parameters."""

    def __init__(self, text: str) -> None:
        """Raises `BankError` for what is no such address, without showing it."""
        parts = _read(text)
        if parts is None:  # raised here, so that no error of the library hangs on it
            raise BankError(_UNREADABLE)
        self._parts = parts

    def __str__(self) -> str:
        host = self._parts.get("host", "this machine")
        return f"{self._parts.get('dbname', 'the default database')} on {host}"

    def __repr__(self) -> str:
        return f"Address({str(self)!r})"

    def connect(self, seconds: float) -> psycopg.Connection[Any]:
        """Return a new connection. Waits so many seconds for each host at most. Raises `psycopg.Error`."""
        wanted = {"connect_timeout": max(2, round(seconds)), **_QUICK_TO_NOTICE, **self._parts}
        connection = psycopg.connect(
            **wanted, autocommit=True, prepare_threshold=2, cursor_factory=psycopg.RawCursor
        )
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return connection

    def scrubbed(self, error: BaseException) -> str:
        """What an error says, in one line, without the password."""
        said = in_one_line(error)
        for secret in ("password", "sslpassword"):
            if value := self._parts.get(secret):
                said = said.replace(str(value), "…")
        return said


def _read(text: str) -> dict[str, Any] | None:
    if not _SHAPE.fullmatch(text):
        return None
    try:
        return conninfo_to_dict(text)
    except psycopg.Error:
        return None


_UNREADABLE: Final = (
    "the address of the database can't be read: it is postgresql://user:password@host/name, "
    "with %40 for an @ in the password, %2F for a /, %3A for a :, %3F for a ? and %23 for a #"
)

_QUICK_TO_NOTICE: Final = {
    "application_name": "blackjack-table",
    # A server that has vanished without a word is noticed within seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
