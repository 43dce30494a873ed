"""What was acknowledged is there after `kill -9`, whatever the process was doing."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.bank.bank import Bank

from .values import NOW

ROOT = Path(engine.__file__).parent.parent
MOVES_AFTER = {1: 1, 2: 3, 3: 4}
"""Moves in a round by how many of its commits were acknowledged."""


def play_and_kill(where: Path | str, lines: int) -> dict[tuple[int, int], int]:
    """Kill the player after so many acknowledgements; returns commits by table and round."""
    command = [sys.executable, "-m", "tests.bank.load", str(where)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        read = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        read += process.stdout.readlines()
    acknowledged: dict[tuple[int, int], int] = {}
    for line in read:
        table_id, number, done = map(int, line.split())
        acknowledged[table_id, number] = done
    return acknowledged


@pytest.mark.parametrize("lines", [20, 301, 650])
async def test_kill(where: Path | str, lines: int, rows: Callable[[str], list[Any]]) -> None:
    """Each acknowledged commit is found, no half of one is, and the books are in order."""
    acknowledged = play_and_kill(where, lines)
    async with Bank.open(where, lambda: NOW) as bank:
        assert await bank.audit() == []
        running = {kept.table.table_id: len(kept.moves) for kept in await bank.open_tables()}
        stakes = {table_id: 12 if moves else 0 for table_id, moves in running.items()}
    assert sum(acknowledged.values()) >= lines
    found = {
        (table_id, number): moves
        for table_id, number, moves in rows(
            "SELECT table_id, number, COUNT(n) FROM round LEFT JOIN move ON round_id = id GROUP BY id"
        )
    }
    for key, done in acknowledged.items():
        assert found[key] >= MOVES_AFTER[done]
    assert set(found.values()) <= set(MOVES_AFTER.values())
    settled = "SELECT COUNT(*) FROM round WHERE state = 'settled'"
    assert rows("SELECT COUNT(*) / 2.0 FROM result") == rows(settled)
    assert (
        sum(stakes.values()) == rows("SELECT SUM(balance) FROM account WHERE kind = 'stake'")[0][0]
    )
