"""Database locations: a file's path, or a PostgreSQL server's address. Nothing is opened here.

An address may contain a password, so a mistyped one is never printed or taken for a file name: a text that looks like
an address has to be a valid one.
"""

import re
from pathlib import Path
from typing import Final

ADDRESS_HELP: Final = (
    "the address of the database can't be read: it is postgresql://user:password@host/name, with %25 for a % in the "
    "password, %40 for an @, %2F for a /, %3A for a :, %3F for a ? and %23 for a #"
)

_ADDRESS: Final = re.compile(
    r"(?!.*%(?:00|(?![0-9A-Fa-f]{2})))"
    r"postgres(ql)?://([^@/?#\s]*@)?([^@/?#\s:]*(:\d+)?(,[^@/?#\s:]*(:\d+)?)*|[^@/?#\s]*\][^@/?#\s]*)"
    r"(/[^@/?#\s]*)?(\?[^@?#\s=]+=[^#\s]*)?"
)
"""Stricter than PostgreSQL, which takes unescaped characters of a password for another part and shows it in errors."""

_LIKE_AN_ADDRESS: Final = re.compile(
    r"://"
    r"|^\s*postgres\w*(:|//)"
    r"|:[^/\\]*@"  # user:password@host
    r"|\b(host|dbname|password)\s*=",
    re.IGNORECASE,
)


class Unusable(ValueError):
    """Raised for an invalid location; the message is the end of a sentence, without any password."""


def is_address(text: str) -> bool:
    """Return True if the text is a valid address of a PostgreSQL server."""
    return _ADDRESS.fullmatch(text) is not None


def like_an_address(text: str) -> bool:
    """Return True if the text looks like an address, even a malformed one with a password: never print it."""
    return _LIKE_AN_ADDRESS.search(text) is not None


def file_path(text: str) -> Path:
    """Return the text as a file's path. Raises `Unusable` for a text with another meaning, such as `:memory:`."""
    if not text:
        raise Unusable("there is no path")
    if text.lower().startswith("file:"):
        raise Unusable("a path is written without file: at its beginning")
    if text == ":memory:":
        raise Unusable("a database in memory forgets everything")
    if text.startswith("~/") or "${" in text:
        raise Unusable("~ and ${...} are not replaced: write the whole path")
    return Path(text)


def database_place(text: str) -> Path | str:
    """Return a file's path or a server's address. Raises `Unusable`."""
    if not like_an_address(text):
        return file_path(text)
    if not is_address(text):
        raise Unusable(ADDRESS_HELP)
    return text
