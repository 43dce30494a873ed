"""`archive`: old rounds into a file of their own; and `audit`, which holds archives against the bank, too."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cogs.gateway.retry import CannotStart
from cogs.tools.database import audit_older, missing, print_audit
from engine.clock import RealClock

if TYPE_CHECKING:
    from engine.bank.bank import Bank

DAYS: Final = 31
"""The last ones stay: their rounds may still be judged, and are practised."""


async def put_away(database: Path | str, file: Path, before: date) -> int:
    """Put away the rounds that ended before this day, UTC, or go on with what was begun in this file.

    The exit status is 1 where the books of what was copied are not in order; then nothing is deleted. Raises
    `CannotStart`, `BankError`.
    """
    from engine.bank import archiving
    from engine.bank.bank import Bank
    from engine.records.shoes import transcript_digest

    now = RealClock().now
    newest = datetime.fromtimestamp(now(), UTC).date() - timedelta(days=DAYS)
    if before > newest:
        raise CannotStart(f"The last {DAYS} days stay: name {newest} or a day before it.")
    if sentence := missing(database):
        raise CannotStart(sentence)
    async with Bank.open(database, now, tool=True) as bank:
        made = archiving.find_begun(database, file)
        if made is not None:
            print(f"An archive was begun in {file}: it is finished now.")
        else:
            until = datetime(before.year, before.month, before.day, tzinfo=UTC).timestamp()
            made = await asyncio.to_thread(archiving.fill, database, file, until, now())
            if made is None:
                print(f"No round that ended before {before} can be put away.")
                return 0
            print(f"{made.rounds:,} rounds are copied. Their books:")
            if await print_audit(archiving.part_of(file)):
                archiving.discard(file)
                print("Nothing is put away.")
                return 1
            await archiving.begin(bank, made, file)
        for user_id in archiving.players_of(database, file):
            await _find_achievements(bank, user_id)
        await archiving.put_away(bank, file, made.key, transcript_digest, asyncio.sleep)
    print(
        f"{made.rounds:,} rounds are put away. Keep {file}: it alone has their cards and payments."
    )
    return 0


async def _find_achievements(bank: "Bank", user_id: int) -> None:
    """Let what a user's rounds have earned be found while their cards are here."""
    from engine.bank.players.achievements import MOST_ROUNDS
    from engine.records.achievements import Search

    found = await bank.find_achievements(user_id, Search())
    # Where the search has to begin anew, that takes one more.
    for _ in range(found.rounds // MOST_ROUNDS + 2):
        if found.searched >= found.rounds:
            break
        found = await bank.find_achievements(user_id, Search())


async def print_audits(
    database: Path | str, archives: Sequence[Path], jobs: int | None = None
) -> int:
    """Print a line for each finding, of the books and of these archives; the exit status is 1 where there are any."""
    status = await print_audit(database, jobs)
    for file in archives:
        print(f"The books of {file}:")
        if not file.is_file():
            raise CannotStart(f"There is no file {file}.")
        status |= await audit_older(file, partial(_print_of_archive, database, file, jobs))
    return status


async def _print_of_archive(database: Path | str, file: Path, jobs: int | None, newer: Path) -> int:
    from engine.bank.archiving import compared
    from engine.records.shoes import transcript_digest

    status = await print_audit(newer, jobs)
    findings = compared(database, file, newer, transcript_digest)
    print(*findings or ["It is what was put away."], sep="\n")
    return 1 if findings else status
