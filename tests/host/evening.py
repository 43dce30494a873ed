"""An evening without Discord: random legal play by every rule set, saved by a real bank."""

from collections.abc import Iterable
from functools import partial
from random import Random

from engine.ai_players.bets_and_moves import Characters
from engine.bank.bank import Bank
from engine.live.ai_players import AIPlayerLoader
from engine.live.open_tables import House
from engine.live.table import Table, TableContext
from engine.round.moves import Insure, Verb
from engine.round.shoe import SEED_BYTES
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.commands import LeaveTable, MakeMove, PlaceBet
from engine.table.state import Stage
from engine.table.view import SeatView, TableView
from tests.clock import ManualClock

SEATS = 2


class NoAudience:
    """An audience that ignores views."""

    def show(self, table: Table, frames: tuple[TableView, ...], interaction: object) -> None:
        pass


class NoAIPlayers(AIPlayerLoader):
    """No AI player is invited, so their charts need not be computed."""

    async def load(self, rules: Rules) -> Characters:
        """Return AI players that are never used."""
        return Characters()


def house_of(bank: Bank, rng: Random) -> House:
    """Return a house with a stopped clock."""
    context = TableContext(
        bank=bank,
        clock=ManualClock(),
        random_bytes=partial(rng.randbytes, SEED_BYTES),
        seconds=Seconds(join=0),
        audience=NoAudience(),
        ai_players=NoAIPlayers(),
    )
    return House(bank, context)


async def play_evening(
    bank: Bank,
    rounds: int,
    *,
    rules: Iterable[Rules] = tuple(RULE_SETS.values()),
    seed: int = 1,
    first_user: int = 0,
) -> None:
    """Two players play this many rounds of each rule set, and leave."""
    rng = Random(seed)
    house = house_of(bank, rng)
    for number, one in enumerate(rules, start=1):
        users = [first_user + number * 100 + place for place in range(SEATS)]
        table = await house.open(one, channel_id=number, guild_id=1, opener=users[0])
        await play_rounds(table, users, rounds, rng)
        for user in users:
            await table.submit(LeaveTable(user_id=user))


async def play_rounds(table: Table, users: list[int], rounds: int, rng: Random) -> None:
    """Play this many rounds with these users; the first one has the first seat."""
    for _ in range(rounds):
        await _play_round(table, users, rng)


async def _play_round(table: Table, users: list[int], rng: Random) -> None:
    cents = table.view.rules.min_bet
    for user in (*users[1:], users[0]):
        view = await table.submit(PlaceBet(user_id=user, cents=cents))
    while view.stage is Stage.PLAYING:
        seat = rng.choice(view.awaited)
        view = await table.submit(decision(view, seat, rng))


def decision(view: TableView, seat: SeatView, rng: Random) -> MakeMove:
    """Return a random offered move."""
    offers = sorted(
        (offer for offer in seat.offers if offer is not Insure), key=lambda o: o.__name__
    )
    verb, cents = rng.choice(offers).verb, None
    if seat.payable_insurance and rng.random() < 0.5:
        verb, cents = Verb.INSURE, seat.payable_insurance
    return MakeMove(
        user_id=seat.user_id,
        verb=verb,
        counters={seat.number: seat.counter},
        round_number=view.round_number,
        cents=cents,
    )
