"""`audit`: holds the books against each other."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.network.cannot_start import CannotStart
from cogs.tools.files import is_missing, no_database
from engine.clock import RealClock

if TYPE_CHECKING:
    from engine.values.rounds import SettledRound


async def print_audit(database: Path | str, jobs: int | None = None) -> int:
    """Print a line for each finding; the exit status is 1 where there are any.

    Many rounds are recounted by so many processes, or by one for each core.
    """
    from engine.bank.bank import Bank
    from engine.bank.processes import in_processes
    from engine.records.findings import recount

    if is_missing(database):
        raise CannotStart(no_database(database))
    count = 0
    async with Bank.open(database, RealClock().now, tool=True) as bank:
        elsewhere = partial(in_processes, partial(recounted_in, database), most=jobs)
        async for finding in recount(bank, None if jobs == 1 else elsewhere):
            print(finding)
            count += 1
    print(f"Findings: {count}." if count else "The books are in order.")
    return 1 if count else 0


def recounted_in(database: Path | str, ids: range) -> list[str]:
    """What is wrong with the settled rounds of these ids in a database that a bank has open. Raises `BankError`."""
    from engine.bank.books.audit import settled_rounds
    from engine.bank.processes import read_once
    from engine.records.findings import recounted

    def read(first: int, last: int) -> list["SettledRound"]:
        rounds = partial(settled_rounds, first=first, last=last)
        return read_once(database, rounds).unwrap()

    return recounted(read, ids)
