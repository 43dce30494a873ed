"""Many who want the same money at once, in processes of their own.

    python -m tests.bank.rivals postgresql://… 10000

Four processes bet from one balance, each at several tables; it says how many bets were taken, which must be as many as
the balance pays for. The database is to be a new one.
"""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine.bank.bank import Bank
from engine.values.bank import InsufficientFunds
from engine.values.tables import SavedTable

from .played import bet
from .users import ANN
from .values import NOW, WELCOME, change, opened, seat

PROCESSES: Final = 4
TABLES: Final = 5
"""Of each process, all in play at the same time."""

ROOT: Final = Path(__file__).parents[2]


async def spend(address: str, process: int, cents: int, *, attempts: int) -> int:
    """Bet so often from Ann's balance at tables of one's own; return how many bets were taken."""
    async with Bank.open(address, lambda: NOW) as bank:
        tables = [
            await opened(bank, seats=(seat(1, ANN),), channel_id=1 + process * TABLES + number)
            for number in range(TABLES)
        ]
        taken = await asyncio.gather(*(_bets(bank, of, attempts // TABLES, cents) for of in tables))
    return sum(taken)


async def _bets(bank: Bank, of: SavedTable, attempts: int, cents: int) -> int:
    taken = 0
    for step in range(attempts):
        try:
            await bank.commit(change(of, postings=(bet(ANN, cents, step=step),)))
        except InsufficientFunds:
            continue
        taken += 1
    return taken


def race(address: str, attempts: int) -> tuple[int, int]:
    """How many of so many bets were taken, and how many the balance pays for: a quarter."""
    affordable = attempts // 4
    each, cents = attempts // PROCESSES, WELCOME // affordable
    program = [sys.executable, "-m", "tests.bank.rivals", address, str(each)]
    running = [
        subprocess.Popen(
            [*program, str(n), str(cents)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for n in range(PROCESSES)
    ]
    said = [process.communicate()[0] for process in running]
    return sum(map(int, said)), WELCOME // cents


def main(address: str, attempts: str, *mine: str) -> int:
    """Race; or be one of those who do."""
    if mine:
        print(asyncio.run(spend(address, *map(int, mine), attempts=int(attempts))))
        return 0
    taken, affordable = race(address, int(attempts))
    print(f"{attempts} attempts: {taken:,} taken, {affordable:,} paid for by the balance")
    return int(taken != affordable)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
