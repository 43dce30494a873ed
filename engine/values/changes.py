"""What a table asks the bank to keep.

A table never writes. It hands the bank one `Change` for each accepted command: the table as it will stand, the seats
that are not as they were, the moves that were added to its round, and the money that moved with them. The bank makes
all of it durable in one transaction, or raises and makes none of it durable.
"""

from typing import NamedTuple

from engine.values.money import Balances, Posting
from engine.values.rounds import DealtSeat, SeatResult, without
from engine.values.shoes import RevealedShoe, SavedShoe
from engine.values.tables import Called, SavedSeat, SavedTable, ToWallTime


class Change(NamedTuple):
    """One accepted command, ready to be made durable in one transaction.

    `seats` are those that are new or have changed, `freed` the numbers of those that are free now; all other seats are
    as they were. A seat that goes to another user is freed first.
    `round_number` names the round that postings and moves belong to; `table` may be at the next one already, or, where
    there is only money of bets ahead, at the one before, which is played. `dealt` is given once, with the deal. `moves`
    are text forms to be appended; `first_move` is the index of the first of them within the round. `settled` ends the
    round: its stake account must be zero afterwards; `results` say what it came to for everybody who was dealt in, but
    the players of the house. `rule_set` is the key of the round's rule set, given with both. `voided_by`, the user id
    of an admin, ends the round without a result: the bank returns what lies on the table, and keeps results of what was
    paid before; where the table closes, it returns bets ahead, too. `drawn_from`, given with the deal,
    is the number of the shoe (None where it is not sealed) and how many of its cards were gone before the round.
    `shoe` is the table's shoe where it is new or was cut, `revealed` the one that has come to its end. `called` is
    what a user at the table is called, where that is new. `at` in Unix seconds, UTC.
    """

    table: SavedTable
    round_number: int
    at: float
    seats: tuple[SavedSeat, ...] = ()
    freed: tuple[int, ...] = ()
    postings: tuple[Posting, ...] = ()
    dealt: tuple[DealtSeat, ...] = ()
    moves: tuple[str, ...] = ()
    first_move: int = 0
    settled: bool = False
    results: tuple[SeatResult, ...] = ()
    rule_set: str | None = None
    voided_by: int | None = None
    drawn_from: tuple[int | None, int] | None = None
    shoe: SavedShoe | None = None
    revealed: RevealedShoe | None = None
    called: Called | None = None

    def __repr__(self) -> str:
        return without(self, "moves")

    def dated(self, shown: ToWallTime) -> "Change":
        """With wall times: what is kept outlives the clock of this process."""
        at = shown(self.at)
        if at == self.at:
            return self  # nobody has set them, as nearly always, and copies take time
        ahead = at - self.at  # not asked for again: somebody may be setting them now
        return self._replace(at=at, table=self.table.dated(lambda when: when + ahead))


class Kept(NamedTuple):
    """What the bank answers to a change that it has made durable."""

    balances: Balances
    """The cents of everybody whom it concerns."""
    round_id: int | None
    """What the bank calls the change's round; None where that has not been opened yet."""
