"""The mutable working copy of a table's state while one command is applied."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.round.moves import Move, PlayerMove
from engine.round.round import Round
from engine.round.shoe import RandomBytes, Shoe
from engine.rules.cards import Card
from engine.rules.options import rules_text
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.channel_settings import Seconds
from engine.table.state import Seat, Stage, TableState, to_save
from engine.values.money import DONOR, GIFT, STAKE, Posting, PostingKind, player
from engine.values.rounds import DealtSeat, SeatResult
from engine.values.shoes import RevealedShoe, SavedShoe
from engine.values.tables import Change, Character


def ended(state: TableState, stage: Stage) -> TableState:
    """Return the state that shows a round's end, with only the seats that were dealt in."""
    stakes = state.round.stakes if state.round else {}
    dealt = [(seat.number, seat.user_id) for seat in state.seats if seat.number in stakes]
    seats = [Seat(number=number, user_id=user, stake=stakes[number]) for number, user in dealt]
    return state._replace(stage=stage, seats=tuple(seats), deadline=None, last=None)


class AIPlayers(Protocol):
    """Decides for AI players. `gone` are the visible cards of earlier rounds since the shuffle."""

    def bet(
        self,
        character: Character,
        rules: Rules,
        *,
        round_number: int,
        balance: int,
        gone: Collection[Card],
    ) -> int:
        """Return an AI player's bet in cents, within the limits and its balance; 0 if none is affordable."""

    def move(
        self,
        character: Character,
        round_: Round,
        seat: int,
        moves: Collection[PlayerMove],
        gone: Collection[Card],
    ) -> PlayerMove:
        """Return the AI player's choice of these legal, affordable moves."""


class Accepted(NamedTuple):
    """The result of a command: the new state, the change to save, and the states to show (the last is `state`)."""

    state: TableState
    change: Change
    frames: tuple[TableState, ...]

    def named(self, command: int) -> "Accepted":
        """Return a copy whose change has this command number."""
        return self._replace(change=self.change._replace(command=command))

    def postponed(self, seconds: float) -> "Accepted":
        """Return a copy with all deadlines later by these seconds."""
        state = self.state.postponed(seconds)
        table = self.change.table._replace(deadline=state.next_deadline)
        return Accepted(
            state=state,
            change=self.change._replace(table=table),
            frames=tuple(frame.postponed(seconds) for frame in self.frames),
        )


@dataclass(slots=True, kw_only=True)
class Draft:
    """The copy of a table's state that one command changes, with what to save and show.

    `now` is in Unix seconds (`Clock.now`); `balances` are AI players' balances in cents by user id;
    with `steps`, the dealer's play is shown step by step.
    """

    before: TableState
    now: float
    seconds: Seconds
    random_bytes: RandomBytes
    ai_players: AIPlayers | None = None
    balances: Mapping[int, int] = field(default_factory=dict)
    steps: bool = True

    rules: Rules = field(init=False)
    stage: Stage = field(init=False)
    seats: list[Seat] = field(init=False)
    last_seat: int = field(init=False)
    round_number: int = field(init=False)
    round: Round | None = field(init=False)
    shoe: Shoe = field(init=False)
    shoe_before: Shoe = field(init=False)
    sealed: SavedShoe | None = field(init=False)
    awaits_first_bet: bool = field(init=False)
    deadline: float | None = field(init=False)
    deal_from: float = field(init=False)
    rules_from: float = field(init=False)
    kept_open: int = field(init=False)
    resumed: bool = field(init=False)
    restored: bool = field(init=False)
    last: TableState | None = field(init=False)
    unseen: tuple[Card, ...] = field(init=False, repr=False)
    voided: tuple[int, ...] = field(init=False)

    postings: list[Posting] = field(default_factory=list)
    dealt: tuple[DealtSeat, ...] = ()
    moves: list[Move] = field(default_factory=list, repr=False)
    frames: list[TableState] = field(default_factory=list)
    hands: list[TableState] = field(default_factory=list)
    """Finished hands of AI players; shown only if no person has to act next."""
    settled: bool = False
    results: tuple[SeatResult, ...] = ()
    voided_by: int | None = None
    closing: bool = False
    restoring: bool = False
    """True if a restored backup requires a new shoe."""
    playing_out: bool = False
    """True if an admin ends the round."""
    ahead: bool = False
    """True if the postings belong to the next round."""
    drawn_from: tuple[int | None, int] | None = None
    revealed: RevealedShoe | None = None

    def __post_init__(self) -> None:
        before = self.before
        self.rules = before.rules
        self.stage = before.stage
        self.seats = list(before.seats)
        self.last_seat = before.last_seat
        self.round_number = before.round_number
        self.round = None if before.round is None else before.round.copy()
        self.shoe = before.shoe.copy()
        self.shoe_before = before.shoe_before
        self.sealed = before.sealed
        self.awaits_first_bet = before.awaits_first_bet
        self.deadline = before.deadline
        self.deal_from = before.deal_from
        self.rules_from = before.rules_from
        self.kept_open = before.kept_open
        self.resumed = before.resumed
        self.restored = before.restored
        self.last = before.last
        self.unseen = before.unseen
        self.voided = before.voided

    @property
    def running(self) -> Round:
        """The running round. Raises `RuntimeError` between rounds."""
        if self.round is None:
            raise RuntimeError("no round is being played at this table")
        return self.round

    def seat_of(self, user_id: int) -> Seat | None:
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat
        return None

    def seated(self, user_id: int) -> Seat:
        """Return the user's seat. Raises `Refused` if they have none or are leaving."""
        seat = self.seat_of(user_id)
        if seat is None or seat.leaving:
            raise Refused(Refusal(why=Why.NOT_SEATED))
        return seat

    def seat(self, number: int) -> Seat:
        """Return the seat with this number. Raises `KeyError` if it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    def is_in_round(self, seat: Seat) -> bool:
        """Return True if the seat was dealt in; otherwise its stake is for the coming round."""
        return self.round is not None and self.round.find(seat.number) is not None

    def put(self, changed: Seat) -> None:
        """Add a seat, or replace the seat with its number."""
        for index, seat in enumerate(self.seats):
            if seat.number == changed.number:
                self.seats[index] = changed
                return
        self.seats.append(changed)
        self.last_seat = max(self.last_seat, changed.number)

    def advance(self, seat: Seat) -> None:
        """Count a command from this seat, which makes its buttons stale, and restart its decision time."""
        self.put(seat._replace(counter=seat.counter + 1, deadline=None))

    def funds(self, user_id: int) -> int:
        """Return an AI player's balance in cents; if unknown, a new player's."""
        mine, cents = player(user_id), self.balances.get(user_id, GIFT)
        for posting in self.postings:
            cents += posting.cents * ((posting.target == mine) - (posting.source == mine))
        return cents

    def stake_in(self, seat: Seat, cents: int, kind: PostingKind, *, hand: int = 0) -> None:
        wallet = player(seat.user_id)
        self.postings.append(Posting(wallet, STAKE, cents, kind, seat.number, hand, seat.counter))

    def return_bet(self, seat: Seat) -> None:
        wallet, kind = player(seat.user_id), PostingKind.BET_RETURNED
        back = Posting(STAKE, wallet, seat.stake, kind, seat.number, step=seat.counter)
        self.postings.append(back)

    def help(self, seat: Seat) -> None:
        """Give an AI player the gift for broke players; the bank pays it at most once a round."""
        wallet, kind = player(seat.user_id), PostingKind.DONATION
        gift = Posting(DONOR, wallet, GIFT, kind, seat.number, step=self.round_number)
        self.postings.append(gift)

    def show_a_step(self, *, of_a_hand: bool = False) -> None:
        """Record the present state to show to players. AI players' hands wait for `show_hands`."""
        if self.steps:
            shown = self._state()._replace(round=self.running.unsettled(), shoe=self.shoe.copy())
            (self.hands if of_a_hand else self.frames).append(shown)

    def show_hands(self) -> None:
        self.frames += self.hands
        self.hands = []

    def end_round(self, stage: Stage) -> None:
        self.last = ended(self._state(), stage)

    def _state(self) -> TableState:
        before = self.before
        text = before.rules_text if self.rules is before.rules else rules_text(self.rules)
        return before._replace(
            rules=self.rules,
            rules_text=text,
            stage=self.stage,
            seats=tuple(self.seats),
            last_seat=self.last_seat,
            round_number=self.round_number,
            round=self.round,
            shoe=self.shoe,
            shoe_before=self.shoe_before,
            sealed=self.sealed,
            awaits_first_bet=self.awaits_first_bet,
            deadline=self.deadline,
            deal_from=self.deal_from,
            rules_from=self.rules_from,
            kept_open=self.kept_open,
            resumed=self.resumed,
            restored=self.restored,
            last=self.last,
            unseen=self.unseen,
            voided=self.voided,
        )

    def finished(self) -> Accepted:
        state = self._state()._replace(version=self.before.version + 1)
        made = len(self.before.round.moves) if self.before.round else 0
        change = Change(
            table=to_save(state),
            round_number=self.before.round_number + self.ahead,
            at=self.now,
            postings=tuple(self.postings),
            dealt=self.dealt,
            moves=tuple(map(str, self.moves)),
            first_move=made,
            settled=self.settled,
            results=self.results,
            rule_set=state.rules.key,
            voided_by=self.voided_by,
            drawn_from=self.drawn_from,
            shoe=None if self.sealed == self.before.sealed else self.sealed,
            revealed=self.revealed,
            restored=self.restoring,
        )
        return Accepted(state=state, change=change, frames=(*self.frames, state))
