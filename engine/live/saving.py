"""Saves a table's changes in the bank (the database), and keeps a change of unknown outcome for a retry."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.clock import Clock
from engine.live.worker import QueuedCommand
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CheckDeadlines, CloseTable, Command, PlaceBet, VoidRound
from engine.table.draft import Accepted
from engine.values.bank import (
    DoesNotFit,
    InsufficientFunds,
    OutcomeUnknown,
    Paused,
    PlayedElsewhere,
    StorageTrouble,
)
from engine.values.tables import AdminEnd, DisplayName, EndedByAdmin, Saved

if TYPE_CHECKING:
    from engine.bank.bank import Bank


class StillInDoubt(StorageTrouble):
    """It is unknown if the table's last command was saved, so this one was not tried."""


@dataclass(slots=True)
class Outage:
    """An outage of the bank, until it saves a change again."""

    since: float
    """Start of the outage time that deadlines have not been moved by yet, by the clock's `now`."""
    held: tuple[Accepted, QueuedCommand] | None = None
    """The command of unknown outcome."""


class Saving:
    """Saves a table's changes in the bank, and measures outages, by which deadlines are moved."""

    __slots__ = ("_bank", "_clock", "_commands", "_lock", "_outage")

    def __init__(self, bank: "Bank", clock: Clock) -> None:
        self._bank = bank
        self._clock = clock
        self._lock = asyncio.Lock()
        """Held while the bank saves something that names the table's version."""
        self._commands = 0
        self._outage: Outage | None = None

    @property
    def in_doubt(self) -> bool:
        """True while it is unknown if a command was saved."""
        return self._outage is not None and self._outage.held is not None

    def numbered(self, accepted: Accepted) -> Accepted:
        """Give a command its number, so that the bank saves it at most once."""
        self._commands += 1
        return accepted.named(self._commands)

    def to_retry(self, now: float) -> tuple[Accepted, QueuedCommand] | None:
        """Return the command of unknown outcome, if any, with deadlines moved by the time since the first try."""
        if self._outage is None or self._outage.held is None:
            return None
        accepted, queued = self._outage.held
        return accepted.postponed(now - accepted.change.at), queued

    def excused(self, now: float) -> float:
        """Return the seconds of outage since the last call, by which to move deadlines."""
        if self._outage is None:
            return 0.0
        seconds, self._outage.since = now - self._outage.since, now
        return seconds

    def end_outage(self) -> None:
        self._outage = None

    async def commit(
        self, accepted: Accepted, queued: QueuedCommand, display_name: DisplayName | None
    ) -> Saved:
        """Save a change and the user's new name. Raises `Refused` or the bank's error."""
        change, command = accepted.change, queued.command
        if (ended := _ended_by(command)) is not None:
            change = change._replace(ended=ended)
        if display_name is not None:
            change = change._replace(display_name=display_name)
        try:
            async with self._lock:
                saved = await self._bank.commit(change.dated(self._clock.shown))
        except InsufficientFunds as error:
            raise not_payable(command, error) from None
        except Paused as error:
            raise Refused(Refusal(why=Why.PAUSED, until=error.until)) from None
        except Exception as error:
            self._outage = outage_after(error, accepted, queued, self._outage)
            raise
        self._outage = None
        return saved

    @asynccontextmanager
    async def certain(self) -> AsyncIterator[None]:
        """Hold off other saves during the block. Raises `StillInDoubt` if it is unknown which version is saved."""
        async with self._lock:
            if self.in_doubt:
                raise StillInDoubt("the outcome of an earlier command is unknown")
            yield


def outage_after(
    error: Exception, accepted: Accepted, queued: QueuedCommand, before: Outage | None
) -> Outage | None:
    outage = before or Outage(accepted.change.at)
    if isinstance(error, OutcomeUnknown):
        # The caller gets this error now, so the result of a retry must not answer their interaction.
        outage.held = outage.held or (accepted, replace(queued, interaction=None))
        return outage
    is_away = isinstance(error, StorageTrouble) and not isinstance(error, _ABOUT_ONE_TABLE)
    return outage if is_away or isinstance(queued.command, CheckDeadlines) else before


_ABOUT_ONE_TABLE = (DoesNotFit, PlayedElsewhere)
"""Not outages: the database works."""


def not_payable(command: Command, error: InsufficientFunds) -> Refused:
    is_bet = isinstance(command, PlaceBet)
    why = Why.BET_NOT_PAYABLE if is_bet else Why.MOVE_NOT_PAYABLE
    return Refused(Refusal(why=why, cents=error.needed, balance=error.balance))


def _ended_by(command: Command) -> EndedByAdmin | None:
    match command:
        case VoidRound(admin_id=admin_id):
            return EndedByAdmin(AdminEnd.ROUND, admin_id)
        case CloseTable(admin_id=admin_id):
            return EndedByAdmin(AdminEnd.TABLE, admin_id)
        case _:
            return None
