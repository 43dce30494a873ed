"""A table as people may see it, made by `seen.look`."""

from typing import NamedTuple

from engine.ai_players.characters import Character
from engine.round.box import Status
from engine.round.moves import PlayerMove
from engine.round.payout import Outcome, Reason
from engine.round.phases import Phase
from engine.rules.cards import Card, Total
from engine.rules.rules import Rules
from engine.table.state import Stage, board_of, rules_are_open
from engine.values.money import GIFT


class HandView(NamedTuple):
    """A player's hand as it lies on the table. A card that lies face down is None, and so is a total it belongs to."""

    cards: tuple[Card | None, ...]
    total: Total | None
    at_stake: int
    """Cents."""
    status: Status
    active: bool
    """Whether this hand's decision is awaited."""
    doubled: bool
    split: bool
    certain: Reason | None
    """Why it is won or lost, as soon as that is certain."""
    outcome: Outcome | None
    """Given once it is paid or lost: of a natural that is paid at once, while the round goes on."""
    late: bool = False
    """Whether it stands because the player's time ran out."""


class SeatView(NamedTuple):
    """A seat. Amounts in cents, `deadline` in Unix seconds, UTC."""

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
    """The moves that are legal and within the balance."""
    hands: tuple[HandView, ...]
    """Empty for a seat that is not in the round."""
    insurance: int | None
    """Cents; 0 is declined, None is not answered or not asked."""
    most_insurance: int
    """Cents; 0 where insurance is not being asked of this seat."""
    payable_insurance: int
    """As much of it as the balance carries, in cents."""
    insurance_outcome: Outcome | None
    balance: int | None
    """Cents, after the round; None until all bets of the seat are settled, and where nobody knows."""
    name: str = ""
    """What the user is called, as no other one at the table is; empty where nobody knows, and for the house."""
    character: Character | None = None
    """Who plays here for the house, and is never awaited; None for a person."""

    @property
    def settled(self) -> list[Outcome]:
        """What has come of its hands and insurance; empty until all of them are settled."""
        bets = [hand.outcome for hand in self.hands]
        if self.insurance:
            bets.append(self.insurance_outcome)
        settled = [bet for bet in bets if bet is not None]
        return settled if len(settled) == len(bets) else []

    @property
    def net(self) -> int | None:
        """What all its bets are worth together, in cents; None until they are settled."""
        bets = self.settled
        return sum([bet.net for bet in bets]) if bets else None


class DealerView(NamedTuple):
    """A dealer's hand. `total` counts the cards that are seen."""

    cards: tuple[Card | None, ...]
    total: Total
    bust: bool
    peeked: bool
    """Whether the dealer has looked at the hole card, and found no natural."""
    natural: bool = False
    """Whether this is a natural that is seen, where that is more than 21."""


class GroupView(NamedTuple):
    """A dealer's hand and the numbers of the seats that play against it."""

    dealer: DealerView
    seats: tuple[int, ...]


class SealView(NamedTuple):
    """What is public of a shoe: its number at the table, its seal and the hash of the words, each in 64 hex digits."""

    number: int
    text: str
    words: str | None
    """None as long as nobody has cut."""
    cut_by: int | None
    """The seat of whose words these are; None where they have left."""
    may_cut: int | None
    """The seat that may still cut."""


class TableView(NamedTuple):
    """A table as anybody may see it. `deadline` (bets, Unix seconds, UTC) is None while a round is played.

    Deadlines are those that the table decides by; `Clock.shown` tells what people's clocks show then.
    """

    table_id: int
    channel_id: int
    rules: Rules
    stage: Stage
    phase: Phase | None
    """None between rounds."""
    round_number: int
    seats: tuple[SeatView, ...]
    groups: tuple[GroupView, ...]
    deadline: float | None
    asked: bool
    resumed: bool
    shuffled: bool
    """Whether the round is the first from a newly shuffled shoe."""
    last_of_shoe: bool
    """Whether the cut card has come out."""
    cards_left: int | None
    """In the shoe; None for an infinite deck, and where nobody knows any more."""
    to_cut_card: int | None
    """Cards that lie above the cut card; None where there is none, it has come out, or nobody knows any more."""
    seal: SealView | None = None
    """None for a shoe from before there were seals, and in replays."""
    waiting: bool = False
    """Whether the house is about to close, and the table waits until it is back."""
    last: "TableView | None" = None
    """How the round before has ended, until the next one is dealt."""
    before: "TableView | None" = None
    """The same while the next one is played."""

    @property
    def board(self) -> int:
        """The round whose message shows this: bets are taken under what was played last."""
        return board_of(self.stage, self.round_number)

    @property
    def told(self) -> "TableView":
        """The round whose cards are shown: while bets are taken, the one before."""
        return self.last or self

    @property
    def rules_are_open(self) -> bool:
        """Whether the opener may still choose other rules."""
        return rules_are_open(self.stage, self.round_number, (seat.stake for seat in self.seats))

    @property
    def free_seats(self) -> int:
        """How many more people could sit down: players of the house give way to them."""
        return self.rules.seats - sum(seat.character is None for seat in self.seats)

    @property
    def empty_seats(self) -> int:
        """How many more players of the house could sit down."""
        return self.rules.seats - len(self.seats)

    @property
    def company(self) -> tuple[Character, ...]:
        """The players of the house who sit here, but for those who get up after the round."""
        return tuple(seat.character for seat in self.seats if seat.character and not seat.leaving)

    def takes_company(self, most: int) -> bool:
        """Whether one more may come, when `most` are allowed: there is a seat, and a bet that they could pay."""
        has_room = bool(self.empty_seats) and len(self.company) < min(most, len(Character))
        return has_room and self.rules.min_bet <= GIFT

    @property
    def first_seat(self) -> SeatView:
        """The first person's seat, which has its say about the table. Raises `StopIteration` where nobody sits."""
        return next(seat for seat in self.seats if seat.character is None)

    @property
    def awaited(self) -> tuple[SeatView, ...]:
        """The seats whose decision is awaited."""
        return tuple(seat for seat in self.seats if seat.awaited)

    def seat_of(self, user_id: int) -> SeatView | None:
        """The user's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def funds(self, user_id: int, balance: int) -> int:
        """What a user could bet on the coming round, in cents: the balance and a bet that can still be changed."""
        seat = self.seat_of(user_id)
        return balance + (seat.stake if seat and not seat.hands else 0)

    def seat(self, number: int) -> SeatView:
        """The seat of this number. Raises `KeyError` where it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)
