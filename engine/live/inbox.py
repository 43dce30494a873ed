"""What a table keeps at hand beside its state: what it is asked, in the order in which it came; what the bank could not
tell; and who has had a hint."""

import asyncio
from dataclasses import dataclass, replace

from engine.clock import Clock
from engine.rules.refusals import Refusal, Refused, Why
from engine.table.commands import CheckDeadlines, Command, PlaceBet, Play, Question
from engine.table.draft import Accepted
from engine.table.state import TableState
from engine.table.view import TableView
from engine.values.bank import InsufficientFunds, OutcomeUnknown, StorageTrouble, TableBank
from engine.values.tables import Called, Kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A command, and the future of what comes of it: the table afterwards, or why it was refused."""

    command: Command
    via: object
    """Goes with the views to the audience."""
    origin: str
    """Where it came from, for the log."""
    answer: asyncio.Future[TableView]
    called: Called | None = None
    """What its user is called, where that was said."""


class Inbox:
    """Letters for one reader; None is the last one.

    Each table has one, which takes a tenth of the memory of an `asyncio.Queue`.
    """

    __slots__ = ("_letters", "_reader")

    def __init__(self) -> None:
        self._letters: list[Letter | None] = []
        self._reader: asyncio.Future[None] | None = None

    def put(self, letter: Letter | None) -> None:
        """Add a letter, and wake the reader."""
        self._letters.append(letter)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Letter | None:
        """The oldest letter, as soon as there is one."""
        if not self._letters:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._letters.pop(0)

    def take_all(self) -> list[Letter | None]:
        """All letters that were not read; none is left."""
        letters, self._letters = self._letters, []
        return letters


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


class Hinted:
    """The decisions for which players have had a hint: the last of each seat."""

    def __init__(self) -> None:
        self._asked: dict[int, tuple[int, int]] = {}
        """Round and counter, by the number of the seat."""

    def note(self, state: TableState, asked: Question) -> None:
        """A hint is given now. Raises `Refused` where the decision has been made meanwhile."""
        seats = {seat.number: seat.counter for seat in state.seats}
        now = state.round_number, seats.get(asked.seat)
        if now != (asked.round_number, asked.counter) or asked.seat not in state.awaited:
            raise Refused(Refusal(why=Why.STALE))
        self._asked[asked.seat] = asked.round_number, asked.counter

    def marked(self, state: TableState, command: Command) -> Command:
        """The command; a move says so if its player has had a hint for it."""
        if not isinstance(command, Play) or (seat := state.seat_of(command.user_id)) is None:
            return command
        hinted = self._asked.get(seat.number) == (state.round_number, seat.counter)
        return replace(command, hinted=hinted)

    def forget_but(self, state: TableState) -> None:
        """Keep no more than the seats of this state."""
        seats = {seat.number for seat in state.seats}
        self._asked = {seat: asked for seat, asked in self._asked.items() if seat in seats}
