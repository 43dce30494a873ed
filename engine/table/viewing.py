"""Turns a table's state into the view that users may see."""

from collections.abc import Collection, Mapping, Sequence

from engine.fairness.sealing import designated_cutter, words_seat
from engine.round.costs_and_payouts import Outcome, certain_reason, paid_at_once, price, settle
from engine.round.dealer import DealerGroup
from engine.round.hands import Box, Hand, Status
from engine.round.legal_moves import most_insurance
from engine.round.moves import DealerMove, Insure, Origin, PlayerMove, Stand
from engine.round.round import (
    INSURANCE,
    OVER,
    PLAYING,
    Round,
    dealers_open_cards,
    has_face_down,
    legal,
)
from engine.rules.cards import BLACKJACK, total
from engine.table.state import Seat, Stage, TableState, board_of, people, rules_are_open
from engine.table.view import DealerView, GroupView, HandView, SealView, SeatView, TableView
from engine.values.tables import NO_NAMES, Names


def view_of(state: TableState, balances: Mapping[int, int], names: Names = NO_NAMES) -> TableView:
    """Return the public view of a table's state.

    `balances` (cents by user id; missing ones are 0) limit the offered moves. A balance is shown once all bets of its
    seat are settled.
    """
    round_, shoe = state.round, state.shoe
    settled = settle if round_ and round_.phase is OVER else paid_at_once
    outcomes = settled(round_) if round_ else ()
    seats = [
        _seat_view(seat, round_, outcomes, balances.get(seat.user_id), name)
        for seat, name in zip(state.seats, _distinct_names(state, names), strict=True)
    ]
    return TableView(
        table_id=state.table_id,
        channel_id=state.channel_id,
        rules=state.rules,
        stage=state.stage,
        phase=round_.phase if round_ else None,
        round_number=state.round_number,
        board=board_of(state.stage, state.round_number),
        rules_are_open=rules_are_open(
            state.stage, state.round_number, [seat.stake for seat in state.seats]
        ),
        seats=tuple(seats),
        groups=tuple([_group_view(round_, group) for group in round_.groups]) if round_ else (),
        deadline=state.deadline if state.stage is Stage.BETTING else None,
        awaits_first_bet=state.awaits_first_bet,
        resumed=state.resumed,
        restored=state.restored,
        shuffled=state.shoe_before.dealt == 0,
        last_of_shoe=shoe.spent,
        cards_left=shoe.left,
        to_cut_card=shoe.to_cut_card,
        round_id=state.round_id,
        seal=_seal_view(state),
        cut_by=_cut_by(state),
        last=None if state.last is None else _look_back(state.last, state, balances, names),
        ended_by_admin=round_ is not None and round_.phase is OVER and _was_ended(round_),
    )


def _was_ended(round_: Round) -> bool:
    made = (move for move in round_.moves if not isinstance(move, DealerMove))
    return any(move.origin is Origin.ADMIN for move in made)


def _distinct_names(state: TableState, names: Names) -> list[str]:
    """Return the seats' names, equal ones with their places on the board, which count the previous round's seats."""
    name = {seat.user_id: names.get(seat.user_id, "") for seat in state.seats}
    every = [*name.values()]
    if len({*every}) == len(every):
        return [name[seat.user_id] for seat in state.seats]
    before = state.last.seats if state.last else ()
    places = sorted({seat.number for seat in (*before, *state.seats)})
    return [
        f"{own} ({places.index(seat.number) + 1})"
        if (own := name[seat.user_id]) and every.count(own) > 1
        else own
        for seat in state.seats
    ]


def _look_back(
    last: TableState, now: TableState, balances: Mapping[int, int], names: Names
) -> TableView:
    """Return the previous round's view, with leavers marked; balances include bets on the next round."""
    if now.stage is Stage.CLOSED:
        return view_of(last, balances, names)
    stay = {seat.number for seat in now.seats}
    here = {seat.user_id for seat in now.seats}
    left = [seat._replace(stake=0) for seat in last.seats if seat.user_id not in here]
    purse = {
        seat.user_id: balances[seat.user_id] + seat.stake
        for seat in (*left, *now.seats)
        if seat.user_id in balances
    }
    dealt = {seat.number: seat._replace(leaving=seat.number not in stay) for seat in last.seats}
    others = [seat._replace(stake=0) for seat in now.seats if seat.number not in dealt]
    seats = sorted([*dealt.values(), *others], key=lambda seat: seat.number)
    return view_of(last._replace(seats=tuple(seats)), purse, names)


def _cut_by(state: TableState) -> int | None:
    """Return the seat whose player cuts the shoe; during a round, only seats in it qualify."""
    dealt = state.round.find if state.round else None
    seats = [one.number for one in people(state.seats) if dealt is None or dealt(one.number)]
    return designated_cutter(state.rules, state.sealed.number if state.sealed else 1, seats)


def _seal_view(state: TableState) -> SealView | None:
    sealed = state.sealed
    if sealed is None:
        return None
    free = sealed.words is None and state.stage is Stage.BETTING and not state.shoe.dealt
    seats = [seat.number for seat in people(state.seats)] if free else ()
    by = None if sealed.words_by is None else state.seat_of(sealed.words_by)
    return SealView(
        number=sealed.number,
        text=sealed.sealed.hex(),
        words=None if sealed.words is None else sealed.words.hex(),
        words_by=None if by is None else by.number,
        may_add_words=words_seat(sealed.number, seats) if seats else None,
    )


def _seat_view(
    seat: Seat, round_: Round | None, outcomes: Sequence[Outcome], balance: int | None, name: str
) -> SeatView:
    funds = balance or 0
    box = round_.find(seat.number) if round_ else None
    character = seat.character
    awaited = round_ is not None and character is None and seat.number in round_.awaited
    offered = awaited and round_ is not None and round_.phase is INSURANCE
    most = most_insurance(box) if offered and box else 0
    mine = {outcome.hand: outcome for outcome in outcomes if outcome.seat == seat.number}
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
        offers=offers(round_, seat.number, funds) if round_ and awaited else NOTHING,
        hands=_hand_views(round_, box, mine) if round_ and box else (),
        insurance=box.insurance if box else None,
        most_insurance=most,
        payable_insurance=min(most, funds),
        insurance_outcome=mine.get(None),
        # While the dealer still plays, the balance already includes the result.
        balance=balance
        if box is None or len(mine) == len(box.hands) + bool(box.insurance)
        else None,
        name=name,
        character=character,
    )


NOTHING: frozenset[type[PlayerMove]] = frozenset()


def offers(round_: Round, seat: int, balance: int) -> frozenset[type[PlayerMove]]:
    """Return the types of affordable legal moves; for insurance, a part is enough."""
    prices = {
        type(move): 1 if isinstance(move, Insure) else price(round_, move)
        for move in legal(round_, seat)
    }
    return frozenset([move for move, cents in prices.items() if cents <= balance])


def _hand_views(
    round_: Round, box: Box, outcomes: Mapping[int | None, Outcome]
) -> tuple[HandView, ...]:
    active, late = round_.active_hand(box.seat), _stood_late(round_, box)
    hands = [
        _hand_view(round_, box.seat, hand, number == active, outcomes.get(number), number in late)
        for number, hand in enumerate(box.hands)
    ]
    return tuple(hands)


def _stood_late(round_: Round, box: Box) -> Collection[int]:
    """Return the numbers of hands stood because time ran out. Hands stand in the order of their moves."""
    stood = [number for number, hand in enumerate(box.hands) if hand.status is STOOD]
    if not stood:
        return ()
    made = [move for move in round_.moves if type(move) is Stand and move.seat == box.seat]
    found = zip(stood, made, strict=False)
    return [number for number, move in found if move.origin is LATE]


STOOD, LATE = Status.STOOD, Origin.LATE


def _hand_view(
    round_: Round, seat: int, hand: Hand, active: bool, outcome: Outcome | None, late: bool
) -> HandView:
    hidden = has_face_down(round_, hand)
    return HandView(
        cards=(*hand.cards[:-1], None) if hidden else hand.cards,
        total=None if hidden else hand.total,
        at_stake=hand.at_stake,
        status=Status.DOUBLED if hidden else hand.status,
        active=active,
        doubled=hand.doubled,
        split=hand.split,
        certain=outcome.reason if outcome else certain_reason(round_, seat, hand),
        outcome=outcome,
        late=late,
    )


def _group_view(round_: Round, group: DealerGroup) -> GroupView:
    dealer, rules = group.dealer, round_.rules
    seen = dealers_open_cards(round_, group)
    peeked = rules.peek and round_.phase is PLAYING and rules.peeks_at(seen[0].rank)
    face_down = (None,) * (len(dealer.cards) - len(seen))
    value = total(seen)
    special = rules.natural_pays is not None or rules.dealer_natural_beats_21
    return GroupView(
        dealer=DealerView(
            cards=(*seen, *face_down),
            total=value,
            bust=value.points > BLACKJACK,
            peeked=peeked,
            natural=special and not face_down and dealer.is_natural,
        ),
        seats=tuple([box.seat for box in group.boxes]),
    )
