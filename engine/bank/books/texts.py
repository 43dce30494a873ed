"""Texts that are kept by key."""

from engine.bank.database import Database


def kept_text(connection: Database, key: str) -> str | None:
    """Return the text kept under a key, or None."""
    row = connection.execute("SELECT value FROM setting WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def keep_text(connection: Database, key: str, value: str) -> None:
    """Keep a text under a key, in place of any other."""
    connection.execute(
        "INSERT INTO setting (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (key, value),
    )
