"""What a table can't be sure of while the bank fails: a command that may be saved or not, and since when nothing is."""

from dataclasses import dataclass, replace

from engine.live.inbox import Letter
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CheckDeadlines, Command, PlaceBet
from engine.table.draft import Accepted
from engine.values.bank import InsufficientFunds, OutcomeUnknown, StorageTrouble


class StillInDoubt(StorageTrouble):
    """An earlier command may be saved or not: this one was not tried, and changes nothing."""


@dataclass(slots=True)
class Doubt:
    """Begins when the bank fails, and ends when it saves again."""

    since: float
    """Nobody is excused yet for what could not be saved since this moment of the clock's `now`."""
    held: tuple[Accepted, Letter] | None = None
    """The command that may be saved or not."""

    def again(self, now: float) -> tuple[Accepted, Letter] | None:
        """What must be saved before anything else, with its deadlines moved by the time that has passed."""
        if self.held is None:
            return None
        accepted, letter = self.held
        return accepted.postponed(now - accepted.change.at), letter

    def excused(self, now: float) -> float:
        """The seconds since the last call in which nothing could be saved."""
        seconds, self.since = now - self.since, now
        return seconds


def doubt_after(
    error: Exception, accepted: Accepted, letter: Letter, before: Doubt | None
) -> Doubt | None:
    """What a table can't be sure of after this could not be saved, or may have been."""
    doubt = before or Doubt(accepted.change.at)
    if isinstance(error, OutcomeUnknown):
        # Whoever sent the letter is told so now; what comes of it later is no answer to them.
        doubt.held = doubt.held or (accepted, replace(letter, via=None))
        return doubt
    return doubt if isinstance(letter.command, CheckDeadlines) else before


def not_payable(command: Command, error: InsufficientFunds) -> Refused:
    """What a player is told who can't pay for this."""
    is_bet = isinstance(command, PlaceBet)
    why = Why.BET_NOT_PAYABLE if is_bet else Why.MOVE_NOT_PAYABLE
    return Refused(Refusal(why=why, cents=error.needed, balance=error.balance))
