"""`restore`: puts a backup in the place of the database."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogs.gateway.retry import CannotStart
from cogs.tools.audit import print_audit
from engine.clock import RealClock

ON_A_SERVER = (
    "restore puts a file back, and this database is on a server. Stop the bots, and type "
    "createdb --encoding=UTF8 --template=template0 NEW && pg_restore --dbname=NEW FILE, "
    "then set DATABASE to the address of NEW."
)


async def restore(settings: Mapping[str, Any], file: Path) -> int:
    """Audit the file, and put a copy of it in the place of the database; 1 where its books are not in order.

    Raises `CannotStart`; then the database is as it was.
    """
    from engine.bank.errors import BankError
    from engine.bank.sqlite.restoring import copied_beside, put_in_place

    database = settings["DATABASE"]
    if not isinstance(database, Path):
        raise CannotStart(ON_A_SERVER)
    try:
        with copied_beside(file, database) as new:
            print(f"The books of {file}:")
            if await _audit(new):
                print(f"{database} is as it was.")
                return 1
            kept = put_in_place(new, database, RealClock().now())
    except BankError as error:
        raise CannotStart(f"{file} is not restored: {error}") from error
    before = f"what was there before is kept as {kept}" if kept else "there was none before"
    print(f"{database} is now a copy of {file}, and {before}.")
    return 0


async def _audit(new: Path) -> int:
    """An older file is audited as the next start will make it, and stays as it is. Raises `BankError`."""
    from engine.bank.bank import Bank
    from engine.bank.errors import DatabaseTooOld
    from engine.bank.sqlite.backup import backup

    try:
        return await print_audit(new)
    except DatabaseTooOld:
        pass
    newer = new.with_name(f"{new.name}.newer")
    newer.unlink(missing_ok=True)
    try:
        backup(new, newer)
        async with Bank.open(newer, RealClock().now):
            pass
        return await print_audit(newer)
    finally:
        newer.unlink(missing_ok=True)
