"""AI players at live tables with a bank: restarts, money, and lists that exclude them.

`ROUNDS=150 pytest tests/engine/test_ai_players_with_a_bank.py` plays whole evenings.
"""

import asyncio
import os
from dataclasses import dataclass
from random import Random

import pytest

from engine.advice.reviews import skill
from engine.ai_players.bets_and_moves import Characters
from engine.bank.bank import Bank
from engine.live.ai_players import AIPlayerLoader
from engine.live.open_tables import House
from engine.live.table import Table
from engine.records.achievements import Search
from engine.records.counting import recount
from engine.records.replay import Replay
from engine.round.moves import Insure
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import (
    AdminCommand,
    ChangeRules,
    CloseTable,
    Invite,
    LeaveTable,
    PlaceBet,
    VoidRound,
)
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.tables import ai_player_id
from tests.clock import ManualClock
from tests.engine.ai_players import BOOK, COUNTER, GAMBLER
from tests.engine.sitting import click_on
from tests.engine.storing import Onlooker, house_of

ANN, CHANNEL, GUILD = 101, 10, 20
ROUNDS = int(os.environ.get("ROUNDS", "10"))


@dataclass(kw_only=True)
class Evening:
    """Ann, who plays at random, at a table with three AI players."""

    bank: Bank
    chance: Random
    house: House
    onlooker: Onlooker
    table: Table

    @classmethod
    async def at(cls, bank: Bank, rules: Rules) -> "Evening":
        onlooker = Onlooker()
        house = house_of(bank, ManualClock(), onlooker)
        table = await house.open(rules, channel_id=CHANNEL, guild_id=GUILD, opener=ANN)
        for character in (BOOK, GAMBLER, COUNTER):
            await table.submit(Invite(user_id=ANN, character=character, most=3))
        chance = Random(rules.key)
        return cls(bank=bank, chance=chance, house=house, onlooker=onlooker, table=table)

    async def go_on(self) -> TableView:
        view = self.table.view
        self.onlooker.seen.clear()
        if view.stage is not Stage.PLAYING:
            return await self.table.submit(PlaceBet(user_id=ANN, cents=view.rules.min_bet * 2))
        (seat,) = view.awaited
        move = self.chance.choice(sorted(seat.offers, key=lambda move: move.verb))
        cents = seat.payable_insurance if move is Insure else None
        return await self.table.submit(click_on(view, ANN, move.verb, cents))


def timeless(view: TableView) -> tuple[object, ...]:
    """Return a view without deadlines, the restart notice, and the last hands."""
    seats = tuple(seat._replace(deadline=None) for seat in view.seats)
    over = view.last or view.before
    bare = view._replace(seats=seats, deadline=None, resumed=False, last=None, before=None)
    return bare, over and [(seat.user_id, seat.hands) for seat in over.seats]


@pytest.mark.parametrize("key", ["endless", "vegas", "private"])
async def test_an_evening_with_ai_players(bank: Bank, key: str) -> None:
    """The table is the same after each kill, waits only for Ann, and passes the audit."""
    evening, asked = await Evening.at(bank, RULE_SETS[key]), 0
    while evening.table.view.round_number <= ROUNDS:
        view = await evening.go_on()
        assert [seat.user_id for seat in view.awaited] in ([], [ANN])
        assert len(evening.onlooker.seen) == 1 or not view.awaited
        asked += 1
        if asked % 7 == 0:
            killed, evening.house = evening.house, house_of(bank, ManualClock(), evening.onlooker)
            (table,) = await evening.house.resume()
            assert timeless(table.view) == timeless(evening.table.view)
            evening.table = table
            await killed.stop()
    await evening.house.stop()
    assert [finding async for finding in recount(bank)] == []
    for character in (BOOK, GAMBLER, COUNTER):
        wallet = await bank.known_wallet(ai_player_id(evening.table.table_id, character))
        assert wallet is not None
        assert (wallet.in_play, wallet.donations) == (0, 0)


async def test_they_are_excluded_from_statistics(bank: Bank) -> None:
    """Leaderboards, totals, judging and achievements; replays show them."""
    evening = await Evening.at(bank, HOTSEAT)
    while evening.table.view.round_number <= ROUNDS:
        await evening.go_on()
    member = ai_player_id(evening.table.table_id, BOOK)
    for guild in (None, GUILD):
        for board in (
            await bank.leaderboard(member, guild, 0, 10),
            await bank.leaderboard_since(member, guild, 0, 1, 0, 10),
        ):
            assert [standing.user_id for standing in board.entries] == [ANN]
            assert (board.count, board.rank) == (1, None)
    assert (await bank.statistics(member)).total.rounds == 0
    assert (await bank.history(member, 0, 5)).count == 0
    assert (await bank.find_achievements(member, Search())).rounds == 0
    history = await bank.history(ANN, 0, 5)
    assert history.count == (await bank.statistics(ANN)).total.rounds == ROUNDS
    saved = await bank.saved_round(history.rounds[0].round_id)
    assert saved is not None
    assert [judged.user_id for judged in skill(saved, None).seats] == [ANN]
    await evening.table.submit(LeaveTable(user_id=ANN))
    assert await bank.forget(ANN)
    forgotten = await bank.saved_round(history.rounds[0].round_id)
    for one in (saved, forgotten):
        assert one is not None
        seats = Replay(one).step(0).view.seats
        assert [seat.character for seat in seats] == [None, BOOK, GAMBLER, COUNTER]
        assert all(seat.hands for seat in seats)


async def test_they_are_prepared_off_the_event_loop() -> None:
    rules, turns = with_options(RULE_SETS["surrender"], Options(decks=3)), 0
    strategy = asyncio.create_task(AIPlayerLoader().load(rules))
    while not strategy.done():
        await asyncio.sleep(0)
        turns += 1
    assert isinstance(strategy.result(), Characters)
    assert turns > 2


async def test_they_are_prepared_before_they_are_invited(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a table that allows them opens or changes its rules, and after a restart if any sit there."""
    prepared = asyncio.Queue[Rules]()
    loop = asyncio.get_running_loop()

    def note(rules: Rules) -> Characters:
        loop.call_soon_threadsafe(prepared.put_nowait, rules)
        return Characters()

    monkeypatch.setattr("engine.live.ai_players._load", note)
    house = house_of(bank, ManualClock())
    await house.change_settings(GUILD, CHANNEL + 1, {"company": "0"}, ANN)
    alone = await house.open(HOTSEAT, channel_id=CHANNEL + 1, guild_id=GUILD, opener=ANN)
    await alone.submit(ChangeRules(user_id=ANN, rules=RULE_SETS["private"]))
    table = await house.open(RULE_SETS["vegas"], channel_id=CHANNEL, guild_id=GUILD, opener=ANN)
    assert await prepared.get() == table.view.rules
    await table.submit(ChangeRules(user_id=ANN, rules=RULE_SETS["downtown"]))
    assert await prepared.get() == RULE_SETS["downtown"]
    await table.submit(Invite(user_id=ANN, character=BOOK, most=3))
    await house.stop()
    after = house_of(bank, ManualClock())
    await after.resume()
    assert await prepared.get() == table.view.rules
    await after.stop()
    assert prepared.empty()


@pytest.mark.parametrize("kind", [VoidRound, CloseTable])
async def test_admins_can_end_a_round_whose_ai_players_can_not_be_loaded(
    bank: Bank, monkeypatch: pytest.MonkeyPatch, kind: type[AdminCommand]
) -> None:
    """After a restart in mid-round; their hands stand."""
    evening = await Evening.at(bank, HOTSEAT)
    while evening.table.view.stage is not Stage.PLAYING:
        await evening.go_on()
    await evening.house.stop()

    def fail(_: Rules) -> Characters:
        raise ImportError("numpy is missing")

    monkeypatch.setattr("engine.live.ai_players._load", fail)
    after = house_of(bank, ManualClock())
    (table,) = await after.resume()
    await table.submit(kind(admin_id=9))
    assert table.view.stage is (Stage.CLOSED if kind is CloseTable else Stage.BETTING)
    await after.stop()
    assert [finding async for finding in recount(bank)] == []
