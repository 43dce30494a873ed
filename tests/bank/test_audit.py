"""The audit finds every kind of error in the books."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.books.audit import audit

from .outside import tamper
from .played import bet, lost
from .users import ANN, BEN, account, person
from .values import NOW, change, commit, opened


async def play(where: Path | str) -> None:
    """Leave a bank with a settled round 1 and 500 cents of Ann in an open round 2."""
    async with Bank.open(where, lambda: NOW) as bank:
        first = await opened(bank)
        second = await opened(bank, channel_id=11)
        await commit(bank, change(first, postings=(bet(BEN, 900), lost(900)), settled=True))
        await commit(bank, change(second, postings=(bet(ANN, 500),)))
        assert await bank.audit() == []


async def audited(where: Path | str) -> list[str]:
    """The findings, even of a file that is too damaged for a bank to open."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file:
            return audit(file)
    async with Bank.open(where, lambda: NOW, tool=True) as bank:
        return await bank.audit()


STAKE_2 = "kind = 'stake' AND owner = 2"


@pytest.mark.parametrize(
    ("sql", "findings"),
    [
        (
            f"UPDATE account SET balance = balance + 7 WHERE {account(ANN)};"
            f"UPDATE account SET balance = balance - 7 WHERE {account(BEN)};",
            [
                f"the player account of {ANN} holds 999507 cents, but its postings say 999500",
                f"the player account of {BEN} holds 999093 cents, but its postings say 999100",
            ],
        ),
        (
            f"UPDATE account SET balance = -1 WHERE {STAKE_2}",
            [
                "all balances sum to -501 cents, not to 0",
                "the stake account of 2 holds -1 cents, but its postings say 500",
                "the stake account of 2 holds -1 cents, less than nothing",
            ],
        ),
        (
            "UPDATE round SET state = 'settled', ended_at = 1 WHERE id = 2",
            ["round 2 has ended, but 500 cents lie on the table"],
        ),
        (
            "UPDATE game_table SET closed = 1 WHERE id = 2",
            ["table 2 is closed, but 500 cents of its round 2 lie on the table"],
        ),
        (
            f"UPDATE account SET owner = 77 WHERE {STAKE_2}",
            [
                "a stake of 500 cents belongs to round 77, which does not exist",
                "posting 5 of round 2 moves the stake of round 77",
            ],
        ),
        (
            f"INSERT INTO honour VALUES ({person(ANN)}, 'natural', 1, 5.0)",
            [f"the honour natural of {ANN} is one of round 1, which has no result of theirs"],
        ),
        (
            f"UPDATE account SET owner = 77 WHERE {account(ANN)}",
            ["a player's account of 999500 cents belongs to person 77, who does not exist"],
        ),
        (
            "DROP TRIGGER posting_is_never_changed;"
            "UPDATE posting SET round_id = 1, step = 9 WHERE round_id = 2;",
            ["posting 5 of round 1 moves the stake of round 2"],
        ),
    ],
)
async def test_the_audit_finds_each_error(where: Path | str, sql: str, findings: list[str]) -> None:
    """Each error yields its own findings and no others."""
    await play(where)
    tamper(where, sql)
    assert await audited(where) == findings
