"""Cuts, deals and reveals as fast as it goes, until it is killed: `python -m tests.host.shoes_load FILE SEED`.

A line for each command that was acknowledged: what it was, and what was public afterwards.
"""

import asyncio
import os
import sys
from pathlib import Path
from random import Random

from engine.bank.bank import Bank
from engine.live.table import Table
from engine.rules.rule_sets import PRIVATE, RULE_SETS
from engine.table.commands import CutCards, PlaceBet
from engine.table.state import Stage
from tests.clock import START

from .evening import decision, house_of

ANN = 5
WORDS = "the words of the test"


async def main(path: Path, seed: int) -> None:
    """Play at two tables, one with a shoe for each round."""
    rng = Random(seed)
    async with Bank.open(path, lambda: START) as bank:
        house = house_of(bank, rng)
        for channel, rules in enumerate((PRIVATE, RULE_SETS["vegas"]), start=1):
            table = await house.open(rules, channel_id=channel, guild_id=1, opener=ANN)
            say("sealed", table)
        while True:
            for channel in (1, 2):
                found = house.in_channel(channel)
                assert found is not None
                await play(found, rng)


async def play(table: Table, rng: Random) -> None:
    """The rest of a round, or perhaps a cut and a whole one."""
    seal = table.view.seal
    if seal is not None and seal.may_cut is not None:
        await table.submit(CutCards(user_id=ANN, words=WORDS))
        say("cut", table)
    if table.view.stage is Stage.BETTING:
        await table.submit(PlaceBet(user_id=ANN, cents=table.view.rules.min_bet))
        say("dealt", table)
    while (view := table.view).stage is Stage.PLAYING:
        await table.submit(decision(view, rng.choice(view.awaited), rng))
        say("played", table)


def say(what: str, table: Table) -> None:
    """Acknowledge a command."""
    seal = table.view.seal
    assert seal is not None
    line = f"{what} {table.table_id} {seal.number} {seal.text} {int(seal.words is not None)}\n"
    # One unbuffered write: a line is there whole or not at all.
    os.write(1, line.encode())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
