"""What people may see of a table: never the hole card, a card dealt face down, or the shoe."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.game import (
    Box,
    Hand,
    Insure,
    Outcome,
    Phase,
    PlayerMove,
    Reason,
    Round,
    Spot,
    Status,
    Turns,
    certain_reason,
    cutter,
    legal,
    most_insurance,
    settle,
)
from engine.rules import Card, Rules, Total, is_bust, total
from engine.saved import ToWallTime
from engine.table.play import price
from engine.table.state import Seat, Stage, TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
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
    """Given once the round is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerView:
    """A dealer's hand. `total` counts the cards that are seen."""

    cards: tuple[Card | None, ...]
    total: Total
    bust: bool
    peeked: bool
    """Whether the dealer has looked at the hole card, and found no natural."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxView:
    """A dealer's hand and the numbers of the seats that play against it."""

    dealer: DealerView
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table as anybody may see it. `deadline` (bets, Unix seconds, UTC) is None while a round is played.

    Deadlines are those that the table decides by; `dated` makes those that are shown.
    """

    table_id: int
    channel_id: int
    rules: Rules
    stage: Stage
    phase: Phase | None
    """None between rounds."""
    round_number: int
    seats: tuple[SeatView, ...]
    boxes: tuple[BoxView, ...]
    deadline: float | None
    asked: bool
    resumed: bool
    shuffled: bool
    """Whether the round is the first from a newly shuffled shoe."""
    cutter: int | None
    """The seat that cut the newly shuffled cards."""
    last_of_shoe: bool
    """Whether the cut card has come out."""
    cards_left: int | None
    """In the shoe; None for an infinite deck, and where nobody knows any more."""
    to_cut_card: int | None
    """Cards that lie above the cut card; None where there is none, it has come out, or nobody knows any more."""
    waiting: bool = False
    """Whether the house is about to close, and the table waits until it is back."""

    def dated(self, shown: ToWallTime) -> "TableView":
        """With deadlines in wall time."""
        return replace(
            self,
            deadline=None if self.deadline is None else shown(self.deadline),
            seats=tuple(
                seat if seat.deadline is None else replace(seat, deadline=shown(seat.deadline))
                for seat in self.seats
            ),
        )

    @property
    def awaited(self) -> tuple[SeatView, ...]:
        """The seats whose decision is awaited."""
        return tuple(seat for seat in self.seats if seat.awaited)

    def seat_of(self, user_id: int) -> SeatView | None:
        """The user's seat, or None."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def funds(self, user_id: int, balance: int) -> int:
        """What a user could bet on the coming round, in cents: the balance and a bet that can still be changed."""
        if self.stage is not Stage.BETTING:
            return balance
        seat = self.seat_of(user_id)
        return balance + (seat.stake if seat else 0)

    def seat(self, number: int) -> SeatView:
        """The seat of this number. Raises `KeyError` where it is free."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise KeyError(number)


def look(state: TableState, balances: Mapping[int, int]) -> TableView:
    """The view of a table. `balances` (cents by user id) decide what is offered; who is not in it can pay nothing."""
    round_ = state.round
    outcomes = settle(round_) if round_ is not None and round_.phase is Phase.OVER else ()
    shuffled = state.shoe_before.dealt == 0
    return TableView(
        table_id=state.table_id,
        channel_id=state.channel_id,
        rules=state.rules,
        stage=state.stage,
        phase=round_.phase if round_ else None,
        round_number=state.round_number,
        seats=tuple(
            _seat_view(seat, round_, outcomes, balances.get(seat.user_id, 0))
            for seat in state.seats
        ),
        boxes=tuple(_box_view(round_, box) for box in round_.boxes) if round_ else (),
        deadline=state.deadline if state.stage is Stage.BETTING else None,
        asked=state.asked,
        resumed=state.resumed,
        shuffled=shuffled,
        cutter=cutter(state.rules, state.shoe_before.seed, _cutting_seats(state))
        if shuffled
        else None,
        last_of_shoe=state.shoe.spent,
        cards_left=state.shoe.left,
        to_cut_card=state.shoe.to_cut_card,
    )


def _cutting_seats(state: TableState) -> tuple[int, ...]:
    seats = state.round.stakes if state.round else [seat.number for seat in state.seats]
    return tuple(seats)


def _seat_view(
    seat: Seat, round_: Round | None, outcomes: tuple[Outcome, ...], balance: int
) -> SeatView:
    awaits = round_.awaits if round_ else None
    awaited = isinstance(awaits, Turns) and seat.number in awaits.seats
    spot = round_.find(seat.number) if round_ else None
    asked = awaited and round_ is not None and round_.phase is Phase.INSURANCE
    most = most_insurance(spot) if asked and spot else 0
    mine = [outcome for outcome in outcomes if outcome.seat == seat.number]
    return SeatView(
        number=seat.number,
        user_id=seat.user_id,
        counter=seat.counter,
        stake=seat.stake,
        last_stake=seat.last_stake,
        missed=seat.missed,
        leaving=seat.leaving,
        awaited=awaited,
        deadline=seat.deadline,
        offers=_offers(round_, seat.number, balance) if round_ and awaited else frozenset(),
        hands=_hand_views(round_, spot, mine) if round_ and spot else (),
        insurance=spot.insurance if spot else None,
        most_insurance=most,
        payable_insurance=min(most, balance),
        insurance_outcome=next((outcome for outcome in mine if outcome.hand is None), None),
    )


def _offers(round_: Round, seat: int, balance: int) -> frozenset[type[PlayerMove]]:
    return frozenset(
        type(move) for move in legal(round_, seat) if _least_price(round_, move) <= balance
    )


def _least_price(round_: Round, move: PlayerMove) -> int:
    """What the move costs at least, in cents: of an insurance any part will do."""
    charge = price(round_, move)
    if charge is None:
        return 0
    return 1 if isinstance(move, Insure) else charge[1]


def _hand_views(round_: Round, spot: Spot, outcomes: list[Outcome]) -> tuple[HandView, ...]:
    active = round_.active_hand(spot.seat)
    by_hand = {outcome.hand: outcome for outcome in outcomes}
    return tuple(
        _hand_view(
            round_,
            hand,
            active=number == active,
            certain=certain_reason(round_, spot.seat, hand),
            outcome=by_hand.get(number),
        )
        for number, hand in enumerate(spot.hands)
    )


def _hand_view(
    round_: Round, hand: Hand, *, active: bool, certain: Reason | None, outcome: Outcome | None
) -> HandView:
    down = hand.doubled and round_.rules.double_face_down and round_.phase is not Phase.OVER
    hidden = down and len(hand.cards) > 2
    return HandView(
        cards=(*hand.cards[:-1], None) if hidden else hand.cards,
        total=None if hidden else hand.total,
        at_stake=hand.at_stake,
        status=hand.status,
        active=active,
        doubled=hand.doubled,
        split=hand.split,
        certain=outcome.reason if outcome else certain,
        outcome=outcome,
    )


def _box_view(round_: Round, box: Box) -> BoxView:
    hidden = round_.rules.hole_card and not box.revealed
    seen = box.dealer[:1] if hidden else box.dealer
    peeks = bool(seen) and round_.rules.peeks_at(seen[0].rank)
    face_down = (None,) * (len(box.dealer) - len(seen))
    return BoxView(
        dealer=DealerView(
            cards=(*seen, *face_down),
            total=total(seen),
            bust=is_bust(seen),
            peeked=peeks and round_.phase is Phase.PLAYING,
        ),
        seats=tuple(spot.seat for spot in box.spots),
    )
