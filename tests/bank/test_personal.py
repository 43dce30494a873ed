"""The export of all personal data; other users are served while it is read."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from engine.bank.bank import Bank
from engine.bank.errors import BankClosed
from engine.bank.players import personal
from engine.values.daily import DailyGame
from engine.values.duels import DUEL_SECONDS
from engine.values.shoes import RevealedShoe, ShoeEnd
from engine.values.skill import JudgedSeat
from engine.values.tables import DisplayName

from .played import bet, dealt_in
from .test_forgetting import after_an_evening
from .users import ANN, BEN, CAT
from .values import NOW, WELCOME, Rows, change, commit, kept_of, opened, sealed

EXPORTED = {
    "user_id": str(ANN),
    "paused_until": "None",
    "account": f"balance {WELCOME}, in_play 0, donations 0",
    "names": "guild_id None, name Annabel; guild_id 20, name Annie",
    "rounds": "round 1, table 2, number 1, channel_id 10, guild_id 20, rules downtown, state settled,"
    f" opened_at {NOW}, ended_at {NOW}, seat 1, dealt [{{'seat': 1, 'player': 'you', 'stake': 500}},"
    " {'seat': 2, 'player': 'another player', 'stake': 700}],"
    f" moves [{{'at': {NOW}, 'text': 'deal'}}]",
    "postings": f"at {NOW}, kind welcome, cents {WELCOME}, round None, seat 0, hand 0, step 0;"
    f" at {NOW}, kind bet, cents -500, round 1, seat 1, hand 0, step 0;"
    f" at {NOW}, kind stake_returned, cents 500, round 1, seat 1, hand 0, step 0",
    "seats": "table 1, channel_id 11, guild_id 20, seat 1, counter 0, missed 0, stake 0,"
    " last_stake 0, leaving False",
    "results": f"round 1, seat 1, hands 1, staked 500, net 0, naturals 0, ended_at {NOW}",
    "tallies": "guild_id 20, rule_set downtown, rounds 1, won 0, lost 0, naturals 0, staked 500,"
    " net 0",
    "honours": "",
    "skill": f"guild_id 20, day {NOW // 86_400:.0f}, decisions 2, good 1, lost 30, hinted 4",
    "by_book": "round 1",
    "daily": "day 9, guild_id 20, moves stand, squares y, lost 4, over 0, shared 0",
    "duels": f"duel 1, guild_id 20, channel_id 10, created_at {NOW}, ends_at {NOW + DUEL_SECONDS},"
    " challenger 1, declined 0, settled 0, moves , squares , lost 0, decisions 0, good 0, over 0",
    "settings_changed": f"at {NOW}, guild_id 20, channel_id 10, what seats, old None, new 2",
    "rounds_voided": f"round 2, table 2, number 2, channel_id 10, guild_id 20, ended_at {NOW}",
    "ended": "",
    "words_added": f"table 2, shoe 1, channel_id 10, guild_id 20, words {'07' * 32}",
}
"""The promised structure, with Ann's data."""


async def test_the_export_has_all_data_about_a_user(bank: Bank, rows: Rows) -> None:
    """In the promised structure. A stranger's export is empty, and exporting opens no account."""
    await after_an_evening(bank)
    (saved,) = await bank.unjudged_rounds(0.0, 10)
    await bank.save_judged([(saved, [JudgedSeat(ANN, 2, 30, good=1, hinted=4, by_book=True)])])
    game = DailyGame(day=9, moves="stand", squares="y", lost=4)
    assert await bank.save_daily(ANN, 20, DailyGame(day=9), game)
    await bank.challenge(
        (20, 10), "de", DisplayName(ANN, "Annie", "Annabel"), DisplayName(BEN, "Ben", "Benjamin")
    )
    data = json.loads(json.dumps(await kept_of(bank, ANN)))
    assert {name: _as_text(rows) for name, rows in data.items()} == EXPORTED
    for user, other in ((ANN, BEN), (BEN, ANN)):  # other players are not named
        text = json.dumps(await kept_of(bank, user))
        assert str(user) in text
        assert str(other) not in text
    data = await kept_of(bank, CAT)
    assert (data.pop("user_id"), data.pop("account")) == (CAT, None)
    assert not any(data.values())
    assert rows("SELECT COUNT(*) FROM account WHERE kind = 'player'") == [(2,)]


def _as_text(part: Any) -> str:
    """The rows of a part as one text."""
    if isinstance(part, dict):
        return ", ".join(f"{name} {value}" for name, value in part.items())
    return "; ".join(map(_as_text, part)) if isinstance(part, list) else str(part)


async def test_cards_of_a_voided_round_are_exported_after_its_shoe(bank: Bank) -> None:
    """Some were face down, and must stay secret while the shoe is in use."""
    of = await opened(bank, first_shoe=sealed)
    await commit(bank, dealt_in(of, moves=("deal 2c",), drawn_from=(1, 0)))
    await commit(bank, change(of, voided_by=CAT))
    (voided,) = (await kept_of(bank, ANN))["rounds"]
    assert (voided["state"], voided["moves"]) == ("voided", [])
    over = RevealedShoe(number=1, seed=bytes(range(32)), end=ShoeEnd.CLOSED)
    closed = of._replace(closed=True, phase="closed")
    await commit(bank, change(closed, freed=(1, 2), revealed=over))
    (voided,) = (await kept_of(bank, ANN))["rounds"]
    assert [move["text"] for move in voided["moves"]] == ["deal 2c"]


FOR_EVER = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n"

SECONDS = 60
"""Timeout for the event loop, so that a failing test ends."""

Reading = Callable[..., dict[str, Any]]


@contextmanager
def reading_with(reading: Callable[[Reading], Reading]) -> Iterator[None]:
    """Replace the function that reads personal data with a wrapper of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(personal, "personal_data", reading(personal.personal_data))
        yield


async def test_others_are_served_while_a_long_history_is_read(bank: Bank) -> None:
    """Ben reads and bets before Ann has her data; her data has the state at the start of her read."""
    await after_an_evening(bank)
    table = await opened(bank, channel_id=12)
    before = await kept_of(bank, ANN)
    loop = asyncio.get_running_loop()
    served: list[object] = []

    async def others() -> None:
        served.append(await bank.known_wallet(BEN))
        served.append(await bank.statistics(BEN))
        served.append((await commit(bank, change(table, postings=(bet(ANN, 500),)))).balances[ANN])

    def held(real: Reading) -> Reading:
        def read(connection: sqlite3.Connection, **values: Any) -> dict[str, Any]:
            connection.execute("SELECT COUNT(*) FROM posting").fetchall()
            try:
                asyncio.run_coroutine_threadsafe(others(), loop).result(SECONDS)
            except Late:
                served.append("late")
            return real(connection, **values)

        return read

    with reading_with(held):
        data = await kept_of(bank, ANN)
    assert len(served) == 3
    assert served[2] == WELCOME - 500
    assert data == before
    assert (await kept_of(bank, ANN))["account"]["in_play"] == 500


def endless(begun: SimpleQueue[int], *, short: bool = False) -> Callable[[Reading], Reading]:
    """A read with one statement that never ends, or with endlessly many `short` ones."""

    def made(_: Reading) -> Reading:
        def read(connection: sqlite3.Connection, **_: Any) -> dict[str, Any]:
            begun.put(1)
            while short:
                connection.execute("SELECT 1").fetchall()
            return {"rows": connection.execute(FOR_EVER).fetchall()}

        return read

    return made


async def begins(begun: SimpleQueue[int]) -> None:
    """Wait until one more read has begun."""
    await asyncio.to_thread(begun.get, timeout=SECONDS)


@pytest.mark.parametrize("short", [False, True])
async def test_closing_interrupts_long_reads(where: Path | str, *, short: bool) -> None:
    """Only one long read runs at a time, and short ones do not wait for it. Running and waiting reads get an error."""
    async with Bank.open(where, lambda: NOW) as bank:
        await after_an_evening(bank)
        begun = SimpleQueue[int]()
        with reading_with(endless(begun, short=short)):
            asking = [asyncio.create_task(kept_of(bank, user)) for user in (ANN, BEN, ANN)]
            await begins(begun)
            for _ in range(5):
                await bank.statistics(BEN)
            assert begun.empty()
            await bank.close()
            answers = await asyncio.gather(*asking, return_exceptions=True)
        types = [type(answer) for answer in answers]
        assert types == [BankClosed] * 3
        assert begun.empty()
