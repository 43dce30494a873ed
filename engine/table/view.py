"""The public view of a table. Hole cards, face-down cards and the shoe never get into it."""

from typing import NamedTuple

from engine.round.hands import Status
from engine.round.moves import PlayerMove
from engine.round.payout import Outcome, OutcomeReason
from engine.round.round import (
    Phase,
)
from engine.rules.cards import Card, Total
from engine.rules.rules import Rules
from engine.table.state import Stage
from engine.values.money import GIFT
from engine.values.tables import Character


class HandView(NamedTuple):
    """A player's hand on the board. If its last card lies face down, that card and the total are None."""

    cards: tuple[Card | None, ...]
    total: Total | None
    at_stake: int
    """Cents."""
    status: Status
    active: bool
    """True if this hand has to decide now."""
    doubled: bool
    split: bool
    certain: OutcomeReason | None
    """Why the hand is won or lost, as soon as that is certain."""
    outcome: Outcome | None
    """Set once the hand is paid or lost; a natural that is paid at once has it during the round."""
    late: bool = False
    """True if the hand stands because the player's time ran out."""


class SeatView(NamedTuple):
    """A seat. Amounts in cents, `deadline` in Unix seconds by the clock's `now`."""

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
    """The types of the legal moves that the balance can pay."""
    hands: tuple[HandView, ...]
    """Empty if the seat is not in the round."""
    insurance: int | None
    """Cents; 0 if declined, None if not answered or not offered."""
    most_insurance: int
    """Cents; 0 if this seat is not being offered insurance."""
    payable_insurance: int
    """The part of `most_insurance` that the balance can pay, in cents."""
    insurance_outcome: Outcome | None
    balance: int | None
    """Cents, without stakes; None if unknown, and from the deal until all bets of the seat are settled."""
    name: str = ""
    """A display name that is unique at the table; empty if unknown and for AI players."""
    character: Character | None = None
    """The AI player in this seat, who is never awaited; None for a person."""

    @property
    def settled(self) -> list[Outcome]:
        """The outcomes of its hands and insurance; empty until all of them are settled."""
        bets = [hand.outcome for hand in self.hands]
        if self.insurance:
            bets.append(self.insurance_outcome)
        settled = [bet for bet in bets if bet is not None]
        return settled if len(settled) == len(bets) else []

    @property
    def net(self) -> int | None:
        """The net result of all its bets in cents; None until they are settled."""
        bets = self.settled
        return sum([bet.net for bet in bets]) if bets else None


class DealerView(NamedTuple):
    """A dealer's hand. `total` counts the visible cards."""

    cards: tuple[Card | None, ...]
    total: Total
    bust: bool
    peeked: bool
    """True if the dealer has looked at the hole card and has no natural."""
    natural: bool = False
    """True for a visible natural, under rules where it beats 21."""


class GroupView(NamedTuple):
    """A dealer's hand and the numbers of the seats that play against it."""

    dealer: DealerView
    seats: tuple[int, ...]


class SealView(NamedTuple):
    """The public data of a shoe: its number at the table, and in 64 hex digits each, its seal and the words' hash."""

    number: int
    text: str
    words: str | None
    """None until a player adds words."""
    words_by: int | None
    """The seat whose player added the words; None if they have left."""
    may_add_words: int | None
    """The seat that may still add words to the shuffle."""


class TableView(NamedTuple):
    """A table as anyone may see it. `deadline` (of the bets) is None while a round is played.

    Deadlines are Unix seconds by the clock's `now`; `Clock.shown` turns them into wall time.
    """

    table_id: int
    channel_id: int
    rules: Rules
    stage: Stage
    phase: Phase | None
    """None between rounds."""
    round_number: int
    board: int
    """The round whose message shows the table. While bets are taken, it is still the previous round's."""
    rules_are_open: bool
    """True if the opener may still change the rules."""
    seats: tuple[SeatView, ...]
    groups: tuple[GroupView, ...]
    deadline: float | None
    awaits_first_bet: bool
    resumed: bool
    restored: bool
    """True if the host restored a backup: the cards are shuffled again. For a void round: that voided it."""
    shuffled: bool
    """True for the first round from a shuffled shoe."""
    last_of_shoe: bool
    """True if the cut card has come out."""
    cards_left: int | None
    """In the shoe; None for an infinite deck or if unknown."""
    to_cut_card: int | None
    """Cards above the cut card; None if there is none, it has come out, or this is unknown."""
    round_id: int | None = None
    """The number in `/history` of a round that has ended; None if unknown."""
    seal: SealView | None = None
    """None for a shoe from before shoes were sealed, and in replays."""
    cut_by: int | None = None
    """The seat that the dealer designates to cut the shoe; None if the dealer cuts, or the shoe is not cut."""
    waiting: bool = False
    """True if the bot is about to shut down and the table pauses until it is back."""
    last: "TableView | None" = None
    """The previous round as it ended; None from the next deal on."""
    before: "TableView | None" = None
    """The previous round as it ended, while the next one is played."""
    ended_by_admin: bool = False
    """True if an admin ended this round, and the remaining hands stood."""

    @property
    def shown_round(self) -> "TableView":
        """The round whose cards are shown: while bets are taken, the previous one."""
        return self.last or self

    @property
    def free_seats(self) -> int:
        """How many more people can sit down; AI players make room for them."""
        return self.rules.seats - sum(seat.character is None for seat in self.seats)

    @property
    def empty_seats(self) -> int:
        """How many more AI players can sit down."""
        return self.rules.seats - len(self.seats)

    @property
    def ai_players(self) -> tuple[Character, ...]:
        """The AI players at the table, except those leaving after the round."""
        return tuple(seat.character for seat in self.seats if seat.character and not seat.leaving)

    def has_room_for_ai_player(self, most: int) -> bool:
        """Return True if another AI player may join: there is a seat, fewer than `most` sit here, and one could bet."""
        has_room = bool(self.empty_seats) and len(self.ai_players) < min(most, len(Character))
        return has_room and self.rules.min_bet <= GIFT

    @property
    def first_seat(self) -> SeatView:
        """The seat of the first person, who decides for the table. Raises `StopIteration` if there is none."""
        return next(seat for seat in self.seats if seat.character is None)

    @property
    def awaited(self) -> tuple[SeatView, ...]:
        """The seats that have to decide now."""
        return tuple(seat for seat in self.seats if seat.awaited)

    def seat_of(self, user_id: int) -> SeatView | None:
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def funds(self, user_id: int, balance: int) -> int:
        """Return what a user could bet on the coming round, in cents: the balance plus a bet they may still change."""
        seat = self.seat_of(user_id)
        return balance + (seat.stake if seat and not seat.hands else 0)

    def seat(self, number: int) -> SeatView:
        """Return the seat with this number. Raises `KeyError` if it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)
