"""The public view of a table, without face-down cards and the shoe."""

from typing import NamedTuple

from engine.round.costs_and_payouts import Outcome, OutcomeReason
from engine.round.hands import Status
from engine.round.moves import PlayerMove
from engine.round.round import (
    Phase,
)
from engine.rules.cards import Card, Total
from engine.rules.rules import Rules
from engine.table.state import Stage
from engine.values.money import GIFT
from engine.values.tables import Character


class HandView(NamedTuple):
    """A player's hand as users see it. If its last card lies face down, that card and the total are None."""

    cards: tuple[Card | None, ...]
    total: Total | None
    at_stake: int
    """Cents."""
    status: Status
    active: bool
    doubled: bool
    split: bool
    certain: OutcomeReason | None
    """Why it is won or lost, once certain."""
    outcome: Outcome | None
    """Set once paid or lost; a natural may be paid during the round."""
    late: bool = False


class SeatView(NamedTuple):
    """A seat as users see it. Amounts in cents, deadline in Unix seconds (`Clock.now`)."""

    number: int
    user_id: int
    counter: int
    stake: int
    last_stake: int
    missed: int
    leaving: bool
    awaited: bool
    deadline: float | None
    offers: frozenset[type[PlayerMove]]
    """Types of affordable legal moves."""
    hands: tuple[HandView, ...]
    """Empty if the seat is not in the round."""
    insurance: int | None
    """0 if declined, None if not answered or offered."""
    most_insurance: int
    """0 unless insurance is offered."""
    payable_insurance: int
    insurance_outcome: Outcome | None
    balance: int | None
    """Without stakes; None if unknown, and until all its dealt bets are settled."""
    name: str = ""
    """Unique at the table; empty if unknown and for AI players."""
    character: Character | None = None
    """None for a person. AI players are never awaited."""

    @property
    def settled(self) -> list[Outcome]:
        """The results of all the seat's bets; empty until all are settled."""
        bets = [hand.outcome for hand in self.hands]
        if self.insurance:
            bets.append(self.insurance_outcome)
        settled = [bet for bet in bets if bet is not None]
        return settled if len(settled) == len(bets) else []

    @property
    def net(self) -> int | None:
        """The seat's gain from all bets in cents; None until they are settled."""
        bets = self.settled
        return sum([bet.net for bet in bets]) if bets else None


class DealerView(NamedTuple):
    """A dealer's hand as users see it; `total` counts visible cards."""

    cards: tuple[Card | None, ...]
    total: Total
    bust: bool
    peeked: bool
    """True if the dealer has looked and has no natural."""
    natural: bool = False
    """True for a visible natural that beats 21."""


class GroupView(NamedTuple):
    """A dealer's hand, and the seats that play against it."""

    dealer: DealerView
    seats: tuple[int, ...]


class SealView(NamedTuple):
    """The data to check a shoe's fairness: its number, and in hex its seal and the hash of a player's words."""

    number: int
    text: str
    words: str | None
    """None until a player adds words."""
    words_by: int | None
    """The seat of that player; None if they have left."""
    may_add_words: int | None
    """The seat that may."""


class TableView(NamedTuple):
    """A table as users see it. Deadlines in Unix seconds (`Clock.now`); the betting deadline is None during a round."""

    table_id: int
    channel_id: int
    rules: Rules
    stage: Stage
    phase: Phase | None
    """None between rounds."""
    round_number: int
    board: int
    """As `board_of`."""
    rules_are_open: bool
    seats: tuple[SeatView, ...]
    groups: tuple[GroupView, ...]
    deadline: float | None
    awaits_first_bet: bool
    resumed: bool
    restored: bool
    """True if a restored backup replaced the shoe, or voided this round."""
    shuffled: bool
    """True in the first round of a shuffled shoe."""
    last_of_shoe: bool
    """True if the cut card has come out."""
    cards_left: int | None
    """None for an infinite deck or if unknown."""
    to_cut_card: int | None
    """Cards above the cut card; None without one, after it, or if unknown."""
    round_id: int | None = None
    """An ended round's number in `/history`; None if unknown."""
    seal: SealView | None = None
    """None for old shoes and in replays."""
    cut_by: int | None = None
    """A seat."""
    waiting: bool = False
    """True if the table pauses because the bot stops."""
    last: "TableView | None" = None
    """The previous round's end, until the next deal."""
    before: "TableView | None" = None
    """The previous round's end, during the next one."""
    ended_by_admin: bool = False

    @property
    def shown_round(self) -> "TableView":
        """The round whose cards are shown: while bets are taken, the previous one."""
        return self.last or self

    @property
    def free_seats(self) -> int:
        """The number of seats that people can still take; AI players make room for them."""
        return self.rules.seats - sum([seat.character is None for seat in self.seats])

    @property
    def empty_seats(self) -> int:
        """The number of empty seats, which AI players can take."""
        return self.rules.seats - len(self.seats)

    @property
    def ai_players(self) -> tuple[Character, ...]:
        """The AI players at the table that are not leaving."""
        return tuple(seat.character for seat in self.seats if seat.character and not seat.leaving)

    def has_room_for_ai_player(self, most: int) -> bool:
        """Return True if an AI player may join: fewer than `most` sit here, and it can afford the lowest bet."""
        has_room = bool(self.empty_seats) and len(self.ai_players) < min(most, len(Character))
        return has_room and self.rules.min_bet <= GIFT

    @property
    def awaited(self) -> tuple[SeatView, ...]:
        return tuple([seat for seat in self.seats if seat.awaited])

    def seat_of(self, user_id: int) -> SeatView | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def funds(self, user_id: int, balance: int) -> int:
        """Return the cents that a user could bet on the coming round, including a bet they may change."""
        seat = self.seat_of(user_id)
        return balance + (seat.stake if seat and not seat.hands else 0)

    def seat(self, number: int) -> SeatView:
        """Return the seat with this number. Raises `KeyError` if it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)
