"""Many who want the same money at once, in processes of their own.

    python -m tests.bank.rivals postgresql://… --attempts 10000

Four processes bet from one balance, each at several tables; it says how many bets were taken, which must be as many as
the balance pays for. The database is to be a new one.
"""

import argparse
import asyncio
import subprocess
import sys
from collections.abc import Sequence
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


async def spend(address: str, process: int, attempts: int, cents: int) -> int:
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
    commands = [
        [sys.executable, "-m", "tests.bank.rivals", address, *map(str, (number, each, cents))]
        for number in range(PROCESSES)
    ]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for command in commands
    ]
    said = [process.communicate()[0] for process in running]
    return sum(map(int, said)), WELCOME // cents


def main(arguments: Sequence[str]) -> int:
    """Race, or be one of those who do."""
    if len(arguments) == 4:
        address, *numbers = arguments
        print(asyncio.run(spend(address, *map(int, numbers))))
        return 0
    parser = argparse.ArgumentParser(prog="python -m tests.bank.rivals", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--attempts", type=int, default=10_000)
    options = parser.parse_args(arguments)
    taken, affordable = race(options.address, options.attempts)
    print(f"{options.attempts:,} attempts: {taken:,} taken, {affordable:,} paid for by the balance")
    return int(taken != affordable)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
