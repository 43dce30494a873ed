"""A command in work: the table as it will stand, and what has to be saved and shown with it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.game import Move
from engine.saved import STAKE, Change, DealtSeat, Posting, PostingKind, SeatResult, player
from engine.table.channel_settings import Seconds
from engine.table.state import Seat, TableState, changed_seats, saved


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """An accepted command. `frames` are the states worth showing, in order; the last one is `state`."""

    state: TableState
    change: Change
    frames: tuple[TableState, ...]

    def postponed(self, seconds: float) -> "Accepted":
        """The same with every deadline so much later; what it did is dated as before."""
        state = self.state.postponed(seconds)
        table = replace(self.change.table, deadline=state.next_deadline)
        return Accepted(
            state=state,
            change=replace(self.change, table=table),
            frames=tuple(frame.postponed(seconds) for frame in self.frames),
        )


@dataclass(slots=True, kw_only=True)
class Draft:
    """Collects what a command comes to. `now` is a moment of the clock's `now`; `luck` gives 32 random bytes."""

    state: TableState
    now: float
    seconds: Seconds
    luck: Callable[[], bytes]
    round_number: int
    postings: list[Posting] = field(default_factory=list)
    dealt: tuple[DealtSeat, ...] = ()
    moves: list[Move] = field(default_factory=list, repr=False)
    frames: list[TableState] = field(default_factory=list)
    settled: bool = False
    results: tuple[SeatResult, ...] = ()
    voided_by: int | None = None

    def stake_in(self, seat: Seat, cents: int, kind: PostingKind, *, hand: int = 0) -> None:
        """The player of this seat puts money on the table."""
        self._post(seat, cents, kind, hand=hand, into_play=True)

    def stake_out(self, seat: Seat, cents: int, kind: PostingKind, *, hand: int = 0) -> None:
        """Money comes back from the table to the player of this seat."""
        self._post(seat, cents, kind, hand=hand, into_play=False)

    def _post(
        self, seat: Seat, cents: int, kind: PostingKind, *, hand: int, into_play: bool
    ) -> None:
        wallet = player(seat.user_id)
        posting = Posting(
            source=wallet if into_play else STAKE,
            target=STAKE if into_play else wallet,
            cents=cents,
            kind=kind,
            seat=seat.number,
            hand=hand,
            step=seat.counter,
        )
        self.postings.append(posting)

    def advance(self, seat: Seat) -> None:
        """The seat's command is accepted: buttons drawn before are stale."""
        self.state = self.state.with_seat(replace(seat, counter=seat.counter + 1))

    def show(self) -> None:
        """The state as it is now is worth showing."""
        self.frames.append(self.state)

    def finished(self, before: TableState) -> Accepted:
        """What this draft has come to, starting from `before`."""
        if not self.frames or self.frames[-1] != self.state:
            self.show()
        seats, freed = changed_seats(before, self.state)
        made = len(before.round.moves) if before.round else 0
        change = Change(
            table=saved(self.state),
            round_number=self.round_number,
            at=self.now,
            seats=seats,
            freed=freed,
            postings=tuple(self.postings),
            dealt=self.dealt,
            moves=tuple(map(str, self.moves)),
            first_move=made,
            settled=self.settled,
            results=self.results,
            rule_set=self.state.rules.key,
            voided_by=self.voided_by,
        )
        return Accepted(state=self.state, change=change, frames=tuple(self.frames))
