"""Precomputed changes as tables save them in the bank (the database), so that a benchmark measures the bank alone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, cycle, zip_longest

from engine.bank.bank import Bank
from engine.round.moves import DeclineInsurance, Double, Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.command_handler import handle
from engine.table.commands import MakeMove, PlaceBet
from engine.table.state import (
    Stage,
    TableState,
    first_shoe,
    numbered,
    open_table,
    to_save,
)
from engine.table.view import SeatView, TableView
from engine.table.viewing import view_of
from engine.values.shoes import SavedShoe
from engine.values.tables import Change, SavedTable

RULES = RULE_SETS["downtown"]
STAKE = 500
"""Cents."""
FIRST = 80351110224678912
"""The guild's id; the ids of channels and users follow it."""
START = 1_700_000_000.0
_SECONDS = Seconds(join=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A new table and the database changes of its rounds, in order."""

    table: SavedTable
    shoe: Callable[[int], SavedShoe]
    changes: tuple[Change, ...]


Where = tuple[int, int, Sequence[int]]
"""The ids of a guild, of a channel, and of the users in seat order."""


def somewhere(tables: int, seats: int) -> list[Where]:
    """Return this many channels of one guild, with `seats` users at each."""
    return [
        (FIRST, FIRST + number, range(FIRST + number * 4, FIRST + number * 4 + seats))
        for number in range(1, tables + 1)
    ]


def sittings(
    where: Sequence[Where],
    rounds: int,
    *,
    rule_sets: Iterable[Rules] = (RULES,),
    start: float = START,
    under_way: bool = False,
) -> list[Sitting]:
    """Play rounds at a new table in each channel; the database has to number the tables from 1, in this order.

    The tables take the rule sets in turn. With `under_way` each also begins another round.
    """
    found = []
    for number, ((guild, channel, everybody), rules) in enumerate(zip(where, cycle(rule_sets)), 1):
        users, seed = everybody[: rules.seats], number.to_bytes(32)
        fresh = open_table(
            rules,
            channel_id=channel,
            guild_id=guild,
            opener=users[0],
            now=start,
            seconds=_SECONDS,
            seed=seed,
        )
        sitting = Sitting(
            table=to_save(fresh),
            shoe=partial(first_shoe, rules, seed=seed),
            changes=tuple(_played(numbered(fresh, number), users, rounds, start, under_way)),
        )
        found.append(sitting)
    return found


def _played(
    state: TableState, users: Sequence[int], rounds: int, start: float, under_way: bool
) -> Iterator[Change]:
    """Play rounds at a table and yield the database change of each command.

    All players bet, the opener last; then they double on 9 to 11, hit below 17 and stand from 17.
    """
    seeds, stake = count(users[0]), max(STAKE, state.rules.min_bet)
    while state.round_number <= rounds or (under_way and state.stage is not Stage.PLAYING):
        view = view_of(state, dict.fromkeys(users, stake))
        command = _decision(view) or _bet(view, users, stake)
        accepted = handle(
            state,
            command,
            now=start,
            seconds=_SECONDS,
            random_bytes=lambda: next(seeds).to_bytes(32),
        )
        assert accepted is not None, "only timers come to nothing"
        state = accepted.state
        yield accepted.change


def _bet(view: TableView, users: Sequence[int], stake: int) -> PlaceBet:
    staked = {seat.user_id for seat in view.seats if seat.stake}
    user = next(user for user in (*users[1:], users[0]) if user not in staked)
    return PlaceBet(user_id=user, cents=stake)


def _decision(view: TableView) -> MakeMove | None:
    for seat in view.awaited:
        return MakeMove(
            user_id=seat.user_id,
            verb=_verb(seat),
            counters={one.number: one.counter for one in view.seats},
            round_number=view.round_number,
        )
    return None


def _verb(seat: SeatView) -> Verb:
    if DeclineInsurance in seat.offers:
        return Verb.DECLINE
    total = next(hand.total for hand in seat.hands if hand.active)
    points = total.points if total else 0
    if Double in seat.offers and points in (9, 10, 11):
        return Verb.DOUBLE
    return Verb.HIT if points < 17 else Verb.STAND


async def sit_down(bank: Bank, played: Iterable[Sitting]) -> None:
    """Open the tables in the database one after the other, because their changes refer to them by number."""
    for one in played:
        await bank.open_table(one.table, one.shoe)


def interleaved(played: Sequence[Sitting]) -> list[Change]:
    """Return the changes in the order of concurrent play: the first of each table, then the second, …"""
    turns = zip_longest(*(sitting.changes for sitting in played))
    return [change for change in chain.from_iterable(turns) if change is not None]


def kind_of(change: Change) -> str:
    if change.settled:
        return "settlement"
    return "deal" if change.dealt else "move" if change.moves else "bet"
