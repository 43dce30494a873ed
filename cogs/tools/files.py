"""The file of the database that a tool works on, and what is said where there is none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogs.gateway.retry import CannotStart
from cogs.startup.settings_sources import SANDBOX


def is_missing(database: Path | str) -> bool:
    """Whether there is no file; whether there is a server, it says itself."""
    return isinstance(database, Path) and not database.is_file()


def no_database(database: Path | str) -> str:
    """What is said of a file that is not there."""
    missing, tried = f"There is no database at {database}.", Path(SANDBOX["DATABASE"])
    if database != tried and tried.is_file():
        return f"{missing} For {tried}, which is the sandbox's, type --sandbox before the tool."
    return missing


def file_of(settings: Mapping[str, Any], what: str) -> Path:
    """The file of the database. Raises `CannotStart` where it is on a server, which has backups of its own."""
    database = settings["DATABASE"]
    if not isinstance(database, Path):
        raise CannotStart(f"{what} copies a file, and this database is on a server: use pg_dump.")
    return database
