"""A table's state while the bank fails: since when, and the command whose outcome is unknown."""

from dataclasses import dataclass, replace

from engine.live.inbox import Letter
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CheckDeadlines, Command, PlaceBet
from engine.table.draft import Accepted
from engine.values.bank import InsufficientFunds, OutcomeUnknown, StorageTrouble


class StillInDoubt(StorageTrouble):
    """The outcome of an earlier command is unknown, so this one was not tried."""


@dataclass(slots=True)
class Doubt:
    """An outage of the bank, until it saves again."""

    since: float
    """Start of the outage time, by the clock's `now`, by which deadlines have not been moved yet."""
    held: tuple[Accepted, Letter] | None = None
    """The command whose outcome is unknown."""

    def again(self, now: float) -> tuple[Accepted, Letter] | None:
        """Return the command to retry before any other, with its deadlines moved by the time since the first try."""
        if self.held is None:
            return None
        accepted, letter = self.held
        return accepted.postponed(now - accepted.change.at), letter

    def excused(self, now: float) -> float:
        """Return the outage seconds since the last call."""
        seconds, self.since = now - self.since, now
        return seconds


def doubt_after(
    error: Exception, accepted: Accepted, letter: Letter, before: Doubt | None
) -> Doubt | None:
    """Return the doubt after this error, or None if the table has none."""
    doubt = before or Doubt(accepted.change.at)
    if isinstance(error, OutcomeUnknown):
        # The caller gets this error now, so the result of a retry must not answer their interaction.
        doubt.held = doubt.held or (accepted, replace(letter, via=None))
        return doubt
    return doubt if isinstance(letter.command, CheckDeadlines) else before


def not_payable(command: Command, error: InsufficientFunds) -> Refused:
    """Return the error for a bet or move that the player can't afford."""
    is_bet = isinstance(command, PlaceBet)
    why = Why.BET_NOT_PAYABLE if is_bet else Why.MOVE_NOT_PAYABLE
    return Refused(Refusal(why=why, cents=error.needed, balance=error.balance))
