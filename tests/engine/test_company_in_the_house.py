"""Players of the house at tables that live, with a bank behind them: commits, restarts, money, and who counts.

`ROUNDS=150 pytest tests/engine/test_company_in_the_house.py` plays whole evenings.
"""

import asyncio
import os
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from engine.advice.reviews import skill
from engine.ai_players.members import Members
from engine.bank.bank import Bank
from engine.channel_settings import Seconds
from engine.live.open_tables import House
from engine.live.table import Readiness, Surroundings, Table
from engine.records.achievements import Search
from engine.records.counting import recount
from engine.records.replay import Replay
from engine.round.moves import Insure, PlayerMove
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import HOTSEAT, RULE_SETS
from engine.rules.rules import Rules
from engine.table.commands import (
    ChangeRules,
    Command,
    Invite,
    LeaveTable,
    PlaceBet,
    Play,
)
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from engine.values.bank import OutcomeUnknown
from engine.values.money import Balances
from engine.values.tables import Change, member_id
from tests.clock import ManualClock
from tests.engine.company import BOOK, COUNTER, GAMBLER
from tests.engine.storing import Living, Onlooker

ANN, CHANNEL, GUILD = 101, 10, 20
ROUNDS = int(os.environ.get("ROUNDS", "8"))
KILLED = 7
"""The house comes down after one command in so many."""


class Counted:
    """A bank, and how often something was committed."""

    commits = 0

    def __init__(self, bank: Bank) -> None:
        self.bank = bank

    async def commit(self, change: Change) -> Balances:
        """Count it, and keep it."""
        self.commits += 1
        return await self.bank.commit(change)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bank, name)


@dataclass(kw_only=True)
class Evening:
    """Ann at a table with three players of the house. What she does is chance's choice."""

    bank: Counted
    chance: Random
    house: House
    clock: ManualClock
    onlooker: Onlooker
    table: Table
    asked: int = 0

    @classmethod
    async def at(cls, bank: Bank, rules: Rules) -> "Evening":
        """A new table."""
        counted, clock, onlooker = Counted(bank), ManualClock(), Onlooker()
        house = house_of(counted, clock, onlooker)
        table = await house.open(rules, channel_id=CHANNEL, guild_id=GUILD, opener=ANN)
        around = {"bank": counted, "house": house, "clock": clock, "onlooker": onlooker}
        evening = cls(**around, chance=Random(rules.key), table=table)  # type: ignore[arg-type]
        for character in (BOOK, GAMBLER, COUNTER):
            await evening.ask(Invite(user_id=ANN, character=character, most=3))
        return evening

    async def ask(self, command: Command) -> TableView:
        """Ann asks for something, and gets it."""
        self.asked += 1
        self.onlooker.seen.clear()
        return await self.table.submit(command)

    async def go_on(self) -> TableView:
        """She bets, or decides."""
        view = self.table.view
        if view.stage is not Stage.PLAYING:
            return await self.ask(PlaceBet(user_id=ANN, cents=view.rules.min_bet * 2))
        (seat,) = view.awaited
        return await self.ask(
            click(view, seat, self.chance.choice(sorted(seat.offers, key=lambda move: move.verb)))
        )

    async def is_killed(self) -> None:
        """The process ends without a word, and another one goes on."""
        before, old = self.table.view, self.house
        self.house = house_of(self.bank, self.clock, self.onlooker)
        await self.house.resume()
        table = self.house.in_channel(CHANNEL)
        assert table is not None
        assert timeless(table.view) == timeless(before)
        self.table = table
        await old.stop()


def house_of(bank: Any, clock: ManualClock, onlooker: Onlooker) -> House:
    """A house that has just started."""
    luck = Random(1)
    around = Surroundings(
        bank=bank,
        clock=clock,
        luck=lambda: luck.randbytes(32),
        seconds=Seconds(join=0),
        audience=onlooker,
    )
    return House(bank, around)


def click(view: TableView, seat: SeatView, move: type[PlayerMove]) -> Play:
    """A move by its button."""
    return Play(
        user_id=seat.user_id,
        verb=move.verb,
        counters={one.number: one.counter for one in view.seats},
        round_number=view.round_number,
        cents=seat.payable_insurance if move is Insure else None,
    )


def timeless(view: TableView) -> tuple[object, ...]:
    """A view without deadlines and without a word of the restart, and the hands of the round before."""
    seats = tuple(seat._replace(deadline=None) for seat in view.seats)
    over = view.last or view.before
    hands = over and [(seat.user_id, seat.hands) for seat in over.seats]
    bare = view._replace(seats=seats, deadline=None, resumed=False, last=None, before=None)
    return bare, hands


@pytest.mark.parametrize("key", ["endless", "vegas", "private"])
async def test_an_evening_with_company(bank: Bank, key: str) -> None:
    """One commit for each command of Ann's, the same table after each kill, and books that are in order."""
    evening = await Evening.at(bank, RULE_SETS[key])
    while evening.table.view.round_number <= ROUNDS:
        view = await evening.go_on()
        assert [seat.user_id for seat in view.awaited] in ([], [ANN])
        if view.awaited:
            assert len(evening.onlooker.seen) == 1, "whoever is to decide waits for no pictures"
        if evening.asked % KILLED == 0:
            await evening.is_killed()
    await evening.house.stop()
    assert evening.bank.commits == evening.asked
    assert [finding async for finding in recount(bank)] == []
    for character in (BOOK, GAMBLER, COUNTER):
        wallet = await bank.known_wallet(member_id(evening.table.table_id, character))
        assert wallet is not None
        assert (wallet.in_play, wallet.donations) == (0, 0)


async def test_they_count_nowhere(bank: Bank) -> None:
    """No list, no sum, no judgement and no achievement is theirs; a replay shows who they are, for good."""
    evening = await Evening.at(bank, HOTSEAT)
    while evening.table.view.round_number <= ROUNDS:
        await evening.go_on()
    member = member_id(evening.table.table_id, BOOK)
    for board in (
        await bank.leaderboard(member, None, 1, 0, 10),
        await bank.leaderboard(member, GUILD, 1, 0, 10),
        await bank.leaderboard_since(member, None, 0, 0, 10),
        await bank.leaderboard_since(member, GUILD, 0, 0, 10),
    ):
        assert [standing.user_id for standing in board.standings] == [ANN]
        assert (board.count, board.rank) == (1, None)
    assert (await bank.statistics(member)).total.rounds == 0
    assert (await bank.history(member, 0, 5)).count == 0
    assert (await bank.find_achievements(member, Search())).rounds == 0
    history = await bank.history(ANN, 0, 5)
    assert history.count == (await bank.statistics(ANN)).total.rounds == ROUNDS
    kept = await bank.kept_round(history.rounds[0].round_id)
    assert kept is not None
    assert [judged.user_id for judged in skill(kept, None)] == [ANN]
    await evening.ask(LeaveTable(user_id=ANN))
    assert await bank.forget(ANN)
    forgotten = await bank.kept_round(history.rounds[0].round_id)
    for one in (kept, forgotten):
        assert one is not None
        seats = Replay(one).step(0).view.seats
        assert [seat.character for seat in seats] == [None, BOOK, GAMBLER, COUNTER]
        assert all(seat.hands for seat in seats)


async def test_they_are_got_ready_beside_the_loop() -> None:
    """Others are served while a chart is made."""
    rules, turns = with_options(RULE_SETS["surrender"], Options(decks=3)), 0
    company = asyncio.create_task(Readiness().ready(rules))
    while not company.done():
        await asyncio.sleep(0)
        turns += 1
    assert isinstance(company.result(), Members)
    assert turns > 2


async def test_what_they_have_is_known_after_a_failure() -> None:
    """A change that is in doubt is asked for again as it was: nothing is decided anew."""
    living = Living.at(HOTSEAT)
    await living.table.submit(Invite(user_id=1, character=BOOK, most=3))
    living.bank.trouble = OutcomeUnknown("the disk is slow")
    with pytest.raises(OutcomeUnknown):
        await living.table.submit(PlaceBet(user_id=1, cents=500))
    living.bank.trouble = None
    await living.pass_time(5)
    dealt, again = living.bank.tried[-2:]
    assert dealt.dealt == again.dealt
    assert (dealt.moves, dealt.postings) == (again.moves, again.postings)
    assert len(living.bank.kept[-1].dealt) == 2


async def test_they_are_got_ready_before_they_are_asked(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a table is opened where they may sit down, or plays by other rules, and after a restart where they sit."""
    got_ready = asyncio.Queue[Rules]()
    loop = asyncio.get_running_loop()

    def note(rules: Rules) -> Members:
        loop.call_soon_threadsafe(got_ready.put_nowait, rules)
        return Members()

    monkeypatch.setattr("engine.live.table._ready", note)
    house = house_of(bank, ManualClock(), Onlooker())
    await house.change_settings(GUILD, CHANNEL + 1, {"company": "0"}, ANN)
    alone = await house.open(HOTSEAT, channel_id=CHANNEL + 1, guild_id=GUILD, opener=ANN)
    await alone.submit(ChangeRules(user_id=ANN, rules=RULE_SETS["private"]))
    table = await house.open(RULE_SETS["vegas"], channel_id=CHANNEL, guild_id=GUILD, opener=ANN)
    assert await got_ready.get() == table.view.rules
    await table.submit(ChangeRules(user_id=ANN, rules=RULE_SETS["downtown"]))
    assert await got_ready.get() == RULE_SETS["downtown"]
    await table.submit(Invite(user_id=ANN, character=BOOK, most=3))
    await house.stop()
    after = house_of(bank, ManualClock(), Onlooker())
    await after.resume()
    assert await got_ready.get() == table.view.rules
    await after.stop()
    assert got_ready.empty()
