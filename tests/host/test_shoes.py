"""Shoes across restarts: files from before there were seals, and `kill -9` at any moment."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import engine
from benchmarks.kit.filled import unseal
from engine.bank.bank import Bank
from engine.fairness.checking import verify_transcript
from engine.fairness.sealing import hashed
from engine.live.house import House
from engine.live.table import Table
from engine.records.findings import recount
from engine.records.shoes import shoe_transcript
from engine.rules.rule_sets import ENDLESS, HOTSEAT, PRIVATE
from engine.table.commands import CloseTable
from engine.values.shoes import KeptShoe, ShoeEnd
from tests.clock import START

from .evening import house_of, play_rounds
from .shoes_load import ANN, WORDS, play

ROOT = Path(engine.__file__).parent.parent
ADMIN = 9


def now() -> float:
    """The time at which a file is opened."""
    return START


async def verified(bank: Bank, shoe: KeptShoe, words: str | None = None) -> bool:
    """Whether the transcript of a shoe out of the file is right."""
    rounds = await bank.shoe_rounds(shoe.table_id, shoe.number, shoe.number)
    text = shoe_transcript(shoe, rounds.get(shoe.number, ()))
    return verify_transcript(text.encode(), shoe.sealed.hex(), words).flaw is None


async def test_a_table_from_before_there_were_seals_goes_on(tmp_path: Path) -> None:
    """With its old shoe, of which nobody says that it was sealed; the next one is, and is its first."""
    path = tmp_path / "casino.db"
    async with Bank.open(path, now) as bank:
        house = house_of(bank, Random(1))
        for channel, rules in enumerate((HOTSEAT, PRIVATE, ENDLESS), start=1):
            await house.open(rules, channel_id=channel, guild_id=1, opener=ANN)
            await play_rounds(table_in(house, channel), [ANN], 1, Random(2))
        await house.stop()
    unseal(path)
    async with Bank.open(path, now) as bank:
        house = house_of(bank, Random(2))
        await house.resume()
        tables = [table_in(house, channel) for channel in (1, 2, 3)]
        assert [table.view.seal for table in tables] == [None, None, None]
        for table in tables:
            await play_rounds(table, [ANN], 80, Random(3))
            seal = table.view.seal
            assert seal is not None
            await table.submit(CloseTable(admin_id=ADMIN))
            first = await bank.kept_shoe(table.table_id, 1)
            assert first is not None
            assert first.first_round > 2 or table.view.rules is PRIVATE
            assert await verified(bank, first)
        assert [finding async for finding in recount(bank)] == []
        await house.stop()


def table_in(house: House, channel: int) -> Table:
    """The open table in this channel."""
    table = house.in_channel(channel)
    assert table is not None
    return table


def play_and_kill(path: Path, lines: int) -> list[list[str]]:
    """Kill the process after so many acknowledgements; return them, in words."""
    command = [sys.executable, "-m", "tests.host.shoes_load", str(path), str(lines)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        read = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        read += process.stdout.readlines()
    return [line.decode().split() for line in read]


@pytest.mark.parametrize("lines", [1, 2, 3, 4, 5, 6, 7, 8, 57, 400])
async def test_a_kill_breaks_no_seal(tmp_path: Path, lines: int) -> None:
    """Between seal, cut, deal and reveal: what was public stays true, and play goes on with the same cards."""
    path = tmp_path / "casino.db"
    said = play_and_kill(path, lines)
    async with Bank.open(path, now) as bank:
        assert [finding async for finding in recount(bank)] == []
        house = house_of(bank, Random(99))
        await house.resume()
        for _, table_id, number, seal, is_cut in said:
            kept = await bank.kept_shoe(int(table_id), int(number))
            assert kept is not None
            assert kept.sealed.hex() == seal
            assert kept.words == hashed(WORDS) or is_cut == "0"
        for channel in {int(table_id) for _, table_id, *_ in said}:
            table = table_in(house, channel)
            assert table.view.seal is not None
            for _ in range(3):
                await play(table, Random(lines))
            await table.submit(CloseTable(admin_id=ADMIN))
            shoes = [
                shoe for shoe in await bank.shoes_after(0, 0, 10_000) if shoe.table_id == channel
            ]
            assert shoes[-1].end in (ShoeEnd.CLOSED, ShoeEnd.CUT_CARD)
            for shoe in shoes:
                assert await verified(bank, shoe, WORDS if shoe.words else None)
        assert [finding async for finding in recount(bank)] == []
        await house.stop()
