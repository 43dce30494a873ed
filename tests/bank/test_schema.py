"""The database itself refuses what must never be, whatever a program tries."""

from pathlib import Path

import pytest

from engine.bank.bank import Bank

from .outside import REFUSALS, another_program
from .users import account, person
from .values import ANN, NOW, bet, change, opened

POSTING = "INSERT INTO posting (source, target, cents, kind, round_id, seat, hand, step, at) VALUES"


@pytest.mark.parametrize(
    "sql",
    [
        f"{POSTING} (2, 3, 1000000, 'welcome', NULL, 0, 0, 0, 1.0)",
        f"{POSTING} (2, 3, 1000000, 'welcome', NULL, 0, 0, 1, 1.0)",
        f"{POSTING} (3, 5, 500, 'bet', 1, 1, 0, 0, 1.0)",
        f"{POSTING} (3, 5, 500, 'bet', NULL, 1, 0, 9, 1.0)",
        f"{POSTING} (2, 3, 500, 'donation', 1, 1, 0, 9, 1.0)",
        f"{POSTING} (3, 99, 500, 'bet', 1, 1, 0, 9, 1.0)",
        f"{POSTING} (3, 5, 500, 'bet', 99, 1, 0, 9, 1.0)",
        f"{POSTING} (3, 5, 'much', 'bet', 1, 1, 0, 9, 1.0)",
        f"UPDATE account SET balance = -1 WHERE {account(ANN)}",
        "UPDATE account SET balance = -1 WHERE kind = 'stake'",
        "UPDATE account SET balance = 0.5 WHERE kind = 'house'",
        "INSERT INTO account (kind, owner) VALUES ('house', 1)",
        "INSERT INTO account (kind, owner) VALUES ('bank', 0)",
        f"INSERT INTO account (kind, owner) VALUES ('player', {person(ANN)})",
        f"UPDATE person SET user_id = -9 WHERE user_id = {ANN}",
        "UPDATE seat SET person = 99",
        f"DELETE FROM person WHERE user_id = {ANN}",
        "INSERT INTO round (table_id, number, rules, opened_at) VALUES (1, 2, '', 1.0)",
        "UPDATE round SET state = 'settled'",
        "UPDATE round SET table_id = 99",
        "DELETE FROM game_table",
    ],
)
async def test_the_schema_refuses_it(where: Path | str, sql: str) -> None:
    """Doubled gifts, keys and rounds, broken sums and loose ends are refused by the tables themselves."""
    if "0.5" in sql and not isinstance(where, Path):
        pytest.skip("PostgreSQL rounds what is written into a whole number")
    async with Bank.open(where, lambda: NOW) as bank:
        of = await opened(bank)
        await bank.commit(change(of, postings=(bet(ANN, 500),)))
    with pytest.raises(REFUSALS), another_program(where) as connection:
        connection.execute(sql)


async def test_donations_are_numbered_once(where: Path | str) -> None:
    """The n-th donation of a user can't be given twice."""
    async with Bank.open(where, lambda: NOW) as bank:
        await bank.wallet(ANN)
    second = f"{POSTING} (2, 3, 1000000, 'donation', NULL, 0, 0, 1, 1.0)"
    with another_program(where) as connection:
        connection.execute(second)
        with pytest.raises(REFUSALS, match=r"(?i)unique"):
            connection.execute(second)
