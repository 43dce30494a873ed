"""A process that plays until it is killed, and says what it was told is kept."""

import asyncio
import os
import sys
from pathlib import Path

from engine.bank.bank import Bank
from engine.values.rounds import SeatResult

from .played import bet, lost, returned
from .users import ANN, BEN
from .values import DEALT, NOW, change, opened

RESULTS = (
    SeatResult(seat=1, user_id=ANN, hands=1, staked=5, net=0, naturals=0),
    SeatResult(seat=2, user_id=BEN, hands=1, staked=7, net=-7, naturals=0),
)


async def play(bank: Bank, channel_id: int) -> None:
    """Play rounds at one table and acknowledge each commit as `table round commits`."""
    of = await opened(bank, channel_id=channel_id)
    for number in range(1, 1_000_000):
        of = of._replace(round_number=number)
        bets = (bet(ANN, 5), bet(BEN, 7, seat=2))
        paid = (returned(ANN, 5), lost(7, seat=2))
        steps = (
            change(of, postings=bets, dealt=DEALT, moves=("deal",)),
            change(of, moves=("hit", "card"), first_move=1),
            change(of, moves=("stand",), first_move=3, postings=paid, settled=True)._replace(
                results=RESULTS, rule_set="downtown"
            ),
        )
        for done, step in enumerate(steps, 1):
            await bank.commit(step)
            # One unbuffered write: a line is there whole or not at all.
            os.write(1, f"{of.table_id} {number} {done}\n".encode())


async def main(where: Path | str) -> None:
    """Play at eight tables at once."""
    async with Bank.open(where, lambda: NOW) as bank:
        await asyncio.gather(*(play(bank, channel_id) for channel_id in range(8)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if "://" in sys.argv[1] else Path(sys.argv[1])))
