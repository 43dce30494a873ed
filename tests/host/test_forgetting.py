"""Players who ask to be forgotten after an evening of random play at every rule set."""

import time
from pathlib import Path

from engine.bank.bank import Bank
from engine.records.counting import recount
from engine.records.replay import Replay
from engine.round.moves import Verb
from engine.table.commands import Play
from engine.table.view import TableView
from tests.bank.users import places_of, traces_of
from tests.bank.values import kept_of

from .evening import play_evening

FIRST = 80351110224678900
"""Ids as large as Discord's, which are searched for in the bytes of the file."""


ANN, BEN, CHANNEL = FIRST, FIRST + 1, 7


async def test_an_evening_without_its_first_players(tmp_path: Path) -> None:
    """Their ids are in no column and no byte; the audit is clean, and the others replay every round they played."""
    path = tmp_path / "casino.db"
    async with Bank.open(path, time.time) as bank:
        await play_evening(bank, 6, first_user=FIRST)
        dealt = [seat for kept in await bank.settled_rounds(0, 10_000) for seat in kept.dealt]
        users = {seat.user_id for seat in dealt}
        gone = {user for user in users if user % 100 == 0}
        assert 0 < len(gone) < len(users)
        before = {user: await kept_of(bank, user) for user in users - gone}
        for user in gone:
            assert traces_of(path, user)
            await bank.forget(user)
        assert [(places_of(path, user), traces_of(path, user)) for user in gone] == [
            ([], 0) for _ in gone
        ]
        assert {user: await kept_of(bank, user) for user in before} == before
        for number in {one["round"] for data in before.values() for one in data["rounds"]}:
            kept = await bank.kept_round(number)
            assert kept is not None
            assert len(Replay(kept))
    async with Bank.open(path, time.time) as bank:
        assert [finding async for finding in recount(bank)] == []
        assert [(await kept_of(bank, user))["account"] for user in gone] == [None] * len(gone)


def click(view: TableView, user_id: int) -> Play:
    """The user stands."""
    counters = {seat.number: seat.counter for seat in view.seats}
    return Play(user_id=user_id, verb=Verb.STAND, counters=counters, round_number=view.round_number)
