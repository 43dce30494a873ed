"""The database tools: audit, backup, restore, copy."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from cogs.discord_link.retry import CannotStart
from cogs.tools.files import copied_file, missing
from engine.bank.bank import Bank
from engine.bank.books.audit import settled_rounds
from engine.bank.copying import copy_bank
from engine.bank.errors import BankError, DatabaseTooOld
from engine.bank.processes import in_processes, read_once
from engine.bank.sqlite.backup import backup, backup_into, fill, to_copy
from engine.bank.sqlite.halves import half_of
from engine.bank.sqlite.restoring import copied_next_to, put_in_place
from engine.clock import RealClock
from engine.records.counting import recount, recounted
from engine.values.rounds import SettledRound

ON_A_SERVER = (
    "restore puts a file back, and this database is on a server. Stop the bots, and type "
    "createdb --encoding=UTF8 --template=template0 NEW && pg_restore --dbname=NEW FILE, "
    "then set DATABASE to the address of NEW."
)


async def print_audit(database: Path | str, jobs: int | None = None) -> int:
    """Audit the books and print each finding; return the exit status, 1 for findings.

    Many rounds are recounted by `jobs` processes, by default one per core.
    """
    if sentence := missing(database):
        raise CannotStart(sentence)
    count = 0
    async with Bank.open(database, RealClock().now, tool=True) as bank:
        elsewhere = partial(in_processes, partial(recounted_in, database), most=jobs)
        async for finding in recount(bank, None if jobs == 1 else elsewhere):
            print(finding)
            count += 1
    print(f"Findings: {count}." if count else "The books are in order.")
    return 1 if count else 0


def recounted_in(database: Path | str, ids: range) -> list[str]:
    """Recount the settled rounds with these ids and return the findings. Raises `BankError`.

    A bank must have the database open.
    """

    def read(first: int, last: int) -> list[SettledRound]:
        rounds = partial(settled_rounds, first=first, last=last)
        return read_once(database, rounds).unwrap()

    return recounted(read, ids)


async def copy_over(source: Path | str, target: Path | str) -> int:
    """Audit the source, copy it and audit the copy; return the exit status, 1 for findings.

    Findings in the source prevent the copy.
    """
    print("The books that are copied:")
    if await print_audit(source):
        return 1
    rows = await copy_bank(source, target, RealClock().now)
    print(f"{rows:,} rows are copied and compared. The books of the copy:")
    return await print_audit(target)


def print_backup(settings: Mapping[str, Any], target: Path | None) -> int:
    """Copy the database to `target` or a new regular backup; return the exit status.

    Raises `BankError`, `CannotStart`.
    """
    database = copied_file(settings, "backup")
    if sentence := missing(database):
        raise CannotStart(sentence)
    if target is not None:
        backup(database, target)
    else:
        folder, keep = settings["BACKUP_DIRECTORY"], settings["BACKUP_KEEP"]
        try:
            target = backup_into(folder, database, RealClock().now(), keep)
        except OSError as error:
            raise CannotStart(f"can't write to {folder}: {error.strerror or error}") from error
    print(f"The database is copied to {target}.")
    return 0


async def restore(settings: Mapping[str, Any], file: Path) -> int:
    """Audit a backup and put a copy in the database's place; return the exit status, 1 for findings.

    Findings and errors leave the database unchanged. Raises `CannotStart`.
    """
    database = settings["DATABASE"]
    if not isinstance(database, Path):
        raise CannotStart(ON_A_SERVER)
    try:
        with copied_next_to(file, database) as new:
            print(f"The books of {file}:")
            if await audit_older(new):
                print(f"{database} is as it was.")
                return 1
            previous = put_in_place(new, database, RealClock().now())
    except BankError as error:
        raise CannotStart(f"{file} is not restored: {error}") from error
    before = f"what was there before is kept as {previous}" if previous else "there was none before"
    print(f"{database} is now a copy of {file}, and {before}.")
    return 0


async def audit_older(new: Path) -> int:
    """Audit a database file, or a migrated copy if its schema is older; return the exit status. Raises `BankError`."""
    try:
        return await print_audit(new)
    except DatabaseTooOld:
        pass
    with half_of(new) as newer:
        with to_copy(new) as old:
            fill(newer, old)
        async with Bank.open(newer, RealClock().now):
            pass
        return await print_audit(newer)
