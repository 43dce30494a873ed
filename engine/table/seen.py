"""Turns a table into what people may see of it. Hole cards, cards dealt face down and the shoe never pass this door."""

from collections.abc import Mapping

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
    Turns,
    certain_reason,
    cutter,
    legal,
    most_insurance,
    settle,
)
from engine.rules import is_bust, total
from engine.table.play import price
from engine.table.state import Seat, Stage, TableState
from engine.table.view import BoxView, DealerView, HandView, SeatView, TableView


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
    seen = box.dealer.cards[:1] if hidden else box.dealer.cards
    peeks = bool(seen) and round_.rules.peeks_at(seen[0].rank)
    face_down = (None,) * (len(box.dealer.cards) - len(seen))
    return BoxView(
        dealer=DealerView(
            cards=(*seen, *face_down),
            total=total(seen),
            bust=is_bust(seen),
            peeked=peeks and round_.phase is Phase.PLAYING,
        ),
        seats=tuple(spot.seat for spot in box.spots),
    )
