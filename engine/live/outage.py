"""A table's state while the bank fails: since when, and the command whose outcome is unknown."""

from dataclasses import dataclass, replace

from engine.live.inbox import QueuedCommand
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CheckDeadlines, Command, PlaceBet
from engine.table.draft import Accepted
from engine.values.bank import InsufficientFunds, OutcomeUnknown, StorageTrouble


class StillInDoubt(StorageTrouble):
    """The outcome of an earlier command is unknown, so this one was not tried."""


@dataclass(slots=True)
class Outage:
    """An outage of the bank, until it saves again."""

    since: float
    """Start of the outage time, by the clock's `now`, by which deadlines have not been moved yet."""
    held: tuple[Accepted, QueuedCommand] | None = None
    """The command whose outcome is unknown."""

    def again(self, now: float) -> tuple[Accepted, QueuedCommand] | None:
        """Return the command to retry before any other, with its deadlines moved by the time since the first try."""
        if self.held is None:
            return None
        accepted, queued = self.held
        return accepted.postponed(now - accepted.change.at), queued

    def excused(self, now: float) -> float:
        """Return the outage seconds since the last call."""
        seconds, self.since = now - self.since, now
        return seconds


def outage_after(
    error: Exception, accepted: Accepted, queued: QueuedCommand, before: Outage | None
) -> Outage | None:
    """Return the doubt after this error, or None if the table has none."""
    outage = before or Outage(accepted.change.at)
    if isinstance(error, OutcomeUnknown):
        # The caller gets this error now, so the result of a retry must not answer their interaction.
        outage.held = outage.held or (accepted, replace(queued, interaction=None))
        return outage
    return outage if isinstance(queued.command, CheckDeadlines) else before


def not_payable(command: Command, error: InsufficientFunds) -> Refused:
    """Return the error for a bet or move that the player can't afford."""
    is_bet = isinstance(command, PlaceBet)
    why = Why.BET_NOT_PAYABLE if is_bet else Why.MOVE_NOT_PAYABLE
    return Refused(Refusal(why=why, cents=error.needed, balance=error.balance))
