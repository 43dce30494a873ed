"""Live tables with a bank in memory that can fail."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from engine.bank.bank import Bank
from engine.live.open_tables import House
from engine.live.table import Table, TableContext
from engine.round.shoe import SEED_BYTES
from engine.rules.refusals import Refusal, Refused
from engine.rules.rule_sets import HOTSEAT
from engine.rules.rules import Rules
from engine.table.channel_settings import ChannelSettings, Seconds
from engine.table.commands import Command, PlaceBet
from engine.table.state import numbered, open_table
from engine.table.view import TableView
from engine.values.tables import Change, Saved
from tests.clock import ManualClock

ANN, BEN, CAT = 1, 2, 3
"""Ann opened the table."""

ADMIN = 9


@dataclass(slots=True, kw_only=True)
class FailingBank(Bank):
    """A bank that stores changes in a list, or raises `trouble` if set."""

    trouble: Exception | None = None
    saved: list[Change] = field(default_factory=list)
    tried: list[Change] = field(default_factory=list)
    """All attempts, saved or not."""

    async def commit(self, change: Change) -> Saved:
        """Save the change, or raise; every user has plenty of money."""
        self.tried.append(change)
        await asyncio.sleep(0)
        if self.trouble is not None:
            raise self.trouble
        self.saved.append(change)
        return Saved(dict.fromkeys((ANN, BEN, CAT), 1_000_000), None)

    async def ensure_owner(self) -> None:
        """Succeed: there is no other owner."""

    async def remember_message(self, *_: Any, **__: Any) -> None:
        """Forget the message."""

    async def say_farewell(self, *_: Any, **__: Any) -> None:
        """Forget the farewell."""


@dataclass(slots=True, kw_only=True)
class Onlooker:
    """Records the views that a table shows."""

    seen: list[TableView] = field(default_factory=list)
    interactions: list[object] = field(default_factory=list)

    def show(self, table: Table, frames: tuple[TableView, ...], interaction: object) -> None:
        self.seen.extend(frames)
        self.interactions.append(interaction)


SECONDS = Seconds(join=0)


def context(bank: Bank, clock: ManualClock, onlooker: Onlooker) -> TableContext:
    luck = partial(Random(1).randbytes, SEED_BYTES)
    return TableContext(bank=bank, clock=clock, luck=luck, seconds=SECONDS, audience=onlooker)


def house_of(bank: Bank, clock: ManualClock, onlooker: Onlooker | None = None) -> House:
    return House(bank, context(bank, clock, onlooker or Onlooker()))


@dataclass(slots=True, kw_only=True)
class Living:
    """A live table and its collaborators."""

    table: Table
    bank: FailingBank
    clock: ManualClock
    onlooker: Onlooker
    gone: list[Table]
    """The table, after it has reported that it closed."""

    @classmethod
    def at(cls, rules: Rules, *, seed: int = 1) -> "Living":
        """Start a new table with Ann in the first seat."""
        bank, clock, onlooker, gone = FailingBank(), ManualClock(), Onlooker(), list[Table]()
        state = open_table(
            rules,
            channel_id=10,
            guild_id=20,
            opener=ANN,
            now=clock.now(),
            seconds=SECONDS,
            seed=bytes([seed]) * 32,
        )
        table = Table(
            numbered(state, 1),
            {ANN: 1_000_000},
            context(bank, clock, onlooker),
            settings=ChannelSettings,
            on_closed=gone.append,
        )
        table.start()
        return cls(table=table, bank=bank, clock=clock, onlooker=onlooker, gone=gone)

    def user(self, seat: int) -> int:
        return self.table.view.seat(seat).user_id

    async def refused(self, command: Command, **more: Any) -> Refusal:
        try:
            await self.table.submit(command, **more)
        except Refused as error:
            return error.refusal
        raise AssertionError(f"not refused: {command}")

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await settled()


async def settled() -> None:
    """Run the event loop until nothing more happens without the clock."""
    for _ in range(50):
        await asyncio.sleep(0)


async def dealt(rules: Rules = HOTSEAT, *asked: int, first: int = 1) -> Living:
    """Return a table where Ann and Ben have bet and these users (default: Ann, then Ben) are to decide.

    Seeds are tried from `first` on.
    """
    for seed in range(first, 60):
        living = Living.at(rules, seed=seed)
        await living.table.submit(PlaceBet(user_id=BEN, cents=1_000))
        await living.table.submit(PlaceBet(user_id=ANN, cents=1_000))
        if [seat.user_id for seat in living.table.view.awaited] == list(asked or [ANN]):
            return living
        await living.table.stop()
    raise AssertionError("a player has a blackjack with every seed")
