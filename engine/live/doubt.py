"""What a table can't be sure of: a command that may be saved or not, and since when nothing can be saved."""

from dataclasses import replace

from engine.clock import Clock
from engine.live.inbox import Letter
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CheckDeadlines, PlaceBet
from engine.table.draft import Accepted
from engine.values.bank import InsufficientFunds, OutcomeUnknown, StorageTrouble, TableBank
from engine.values.tables import Called, Kept


class StillInDoubt(StorageTrouble):
    """An earlier command may be saved or not: this one was not tried, and changes nothing."""


class Doubt:
    """Has the bank save what a table has accepted, and remembers what the bank could not tell."""

    def __init__(self, bank: TableBank, clock: Clock) -> None:
        self._bank = bank
        self._clock = clock
        self._held: tuple[Accepted, Letter] | None = None
        """The command that may be saved or not."""
        self._since: float | None = None
        """Since when nothing can be saved, or it is in doubt what was; a moment of the clock's `now`."""

    def __bool__(self) -> bool:
        return self._held is not None

    async def save(self, accepted: Accepted, letter: Letter, called: Called | None) -> Kept:
        """What the bank answers; `called` is kept with the change. Raises `Refused`, and what the bank raises."""
        change = accepted.change.dated(self._clock.shown)
        try:
            kept = await self._bank.commit(
                change if called is None else change._replace(called=called)
            )
        except InsufficientFunds as error:
            self._held = None
            is_bet = isinstance(letter.command, PlaceBet)
            why = Why.BET_NOT_PAYABLE if is_bet else Why.MOVE_NOT_PAYABLE
            refusal = Refusal(why=why, cents=error.needed, balance=error.balance)
            raise Refused(refusal) from None
        except OutcomeUnknown:
            # Whoever sent the letter is told so now; what comes of it later is no answer to them.
            self._held = self._held or (accepted, replace(letter, via=None))
            self._begin(accepted.change.at)
            raise
        except Exception:
            if isinstance(letter.command, CheckDeadlines):
                self._begin(accepted.change.at)
            raise
        self.end()
        return kept

    def again(self, now: float) -> tuple[Accepted, Letter] | None:
        """What must be saved before anything else, with its deadlines moved by the time that has passed."""
        if self._held is None:
            return None
        accepted, letter = self._held
        return accepted.postponed(now - accepted.change.at), letter

    def excused(self, now: float) -> float:
        """The seconds since the last call in which nothing could be saved."""
        if self._since is None:
            return 0.0
        seconds, self._since = now - self._since, now
        return seconds

    def end(self) -> None:
        """Forget the trouble: the bank saves again, and it is known what is saved."""
        self._held = self._since = None

    def _begin(self, since: float) -> None:
        if self._since is None:
            self._since = since
