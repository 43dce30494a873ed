"""A table that lives, with a bank whose disk fails when a test says so."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.channel_settings import Seconds
from engine.live.table import Surroundings, Table
from engine.round.moves import Verb
from engine.rules.refusals import Refusal, Refused
from engine.rules.rule_sets import HOTSEAT
from engine.rules.rules import Rules
from engine.table.commands import Command, PlaceBet, Play
from engine.table.state import numbered, open_table
from engine.table.view import TableView
from engine.values.money import Balances, Wallet
from engine.values.shoes import SavedShoe
from engine.values.tables import (
    Called,
    Change,
    OpenTable,
    SavedSeat,
    SavedSettings,
    SavedTable,
    TableMessage,
)
from tests.clock import ManualClock

ANN, BEN, CAT = 1, 2, 3
"""Ann has opened the table."""

ADMIN = 9


@dataclass(slots=True, kw_only=True)
class FailingBank:
    """Keeps changes in a list, and raises `trouble` instead while there is one."""

    trouble: Exception | None = None
    kept: list[Change] = field(default_factory=list)
    tried: list[Change] = field(default_factory=list)
    """Those that were kept, and those that were not."""
    messages: list[TableMessage] = field(default_factory=list)
    """Those that were kept apart from changes, with their rounds."""
    closed: list[int] = field(default_factory=list)
    """Tables that were closed because they can't be played on."""

    async def commit(self, change: Change) -> Balances:
        """Keep the change, or raise; everybody is rich."""
        self.tried.append(change)
        await asyncio.sleep(0)
        if self.trouble is not None:
            raise self.trouble
        self.kept.append(change)
        return dict.fromkeys((ANN, BEN, CAT), 1_000_000)

    @property
    def asked(self) -> int:
        """How often it was to keep a change."""
        return len(self.tried)

    async def remember_message(self, table_id: int, message: TableMessage) -> None:
        """Keep it in a list, or raise."""
        if self.trouble is not None:
            raise self.trouble
        self.messages.append(message)

    async def say_goodbye(self, table_id: int) -> None:
        """Nobody asks for it here."""

    async def make_sure(self) -> None:
        """Nobody else plays."""

    async def open_table(
        self,
        table: SavedTable,
        seats: Sequence[SavedSeat],
        first_shoe: Callable[[int], SavedShoe] | None = None,
        called: Called | None = None,
    ) -> int:
        """There is one table."""
        return 1

    async def open_tables(self) -> list[OpenTable]:
        """None from before."""
        return []

    async def seated_balances(self) -> Balances:
        """None from before."""
        return {}

    async def owed_goodbyes(self) -> list[OpenTable]:
        """None from before."""
        return []

    async def wallet(self, user_id: int) -> Wallet:
        """Everybody is rich."""
        return Wallet(balance=1_000_000, in_play=0, donations=0)

    async def close_table(self, table_id: int, by: int) -> None:
        """Remember it."""
        self.closed.append(table_id)

    async def drop_settings(self, guild_id: int) -> set[int]:
        """Nothing is set."""
        return set()

    async def channel_settings(self) -> list[SavedSettings]:
        """None is set."""
        return []

    async def change_settings(
        self, settings: SavedSettings, admin_id: int, called: Called | None = None
    ) -> None:
        """Nobody asks for it here."""

    async def last_shoe(self, channel_id: int) -> None:
        """None was sealed before."""

    async def last_rule_set(self, channel_id: int) -> str | None:
        """Nothing was played before."""
        return None


@dataclass(slots=True, kw_only=True)
class Onlooker:
    """Sees what a table shows."""

    seen: list[TableView] = field(default_factory=list)

    via: list[object] = field(default_factory=list)

    def show(self, table: Table, frames: tuple[TableView, ...], via: object) -> None:
        """Remember it."""
        self.seen.extend(frames)
        self.via.append(via)


@dataclass(slots=True, kw_only=True)
class Living:
    """A table at work, and all that is around it."""

    table: Table
    bank: FailingBank
    clock: ManualClock
    onlooker: Onlooker
    gone: list[Table]
    """The table, once it has told the house that it is no more."""

    @classmethod
    def at(cls, rules: Rules, *, seed: int = 1) -> "Living":
        """A new table with Ann in the first seat, at work."""
        bank, clock, onlooker, gone = FailingBank(), ManualClock(), Onlooker(), list[Table]()
        seconds = Seconds(join=0)
        around = Surroundings(
            bank=bank, clock=clock, luck=lambda: bytes(32), seconds=seconds, audience=onlooker
        )
        state = open_table(
            rules,
            channel_id=10,
            guild_id=20,
            opener=ANN,
            now=clock.now(),
            seconds=seconds,
            seed=bytes([seed]) * 32,
        )
        table = Table(
            numbered(state, 1),
            {ANN: 1_000_000},
            around,
            seconds=lambda: seconds,
            on_closed=gone.append,
        )
        table.start()
        return cls(table=table, bank=bank, clock=clock, onlooker=onlooker, gone=gone)

    def user(self, seat: int) -> int:
        """Who sits there."""
        return self.table.view.seat(seat).user_id

    async def refused(self, command: Command, **more: Any) -> Refusal:
        """The refusal of a command that has to be refused."""
        try:
            await self.table.submit(command, **more)
        except Refused as error:
            return error.refusal
        raise AssertionError(f"not refused: {command}")

    async def pass_time(self, seconds: float) -> None:
        """Let time pass in one step, and the table do what is due then."""
        self.clock.advance(seconds)
        await settled()


async def settled() -> None:
    """Everything that could go on without the clock has gone on."""
    for _ in range(50):
        await asyncio.sleep(0)


async def dealt(rules: Rules = HOTSEAT, *asked: int) -> Living:
    """Ann and Ben have bet; these are asked, or Ann first and then Ben."""
    for seed in range(1, 60):
        living = Living.at(rules, seed=seed)
        await living.table.submit(PlaceBet(user_id=BEN, cents=1_000))
        await living.table.submit(PlaceBet(user_id=ANN, cents=1_000))
        if [seat.user_id for seat in living.table.view.awaited] == list(asked or [ANN]):
            return living
        await living.table.stop()
    raise AssertionError("somebody has a blackjack at every seed")


def click(living: Living, user_id: int, verb: Verb) -> Play:
    """A click on the board as it is now."""
    view = living.table.view
    return Play(
        user_id=user_id,
        verb=verb,
        counters={seat.number: seat.counter for seat in view.seats},
        round_number=view.round_number,
    )
