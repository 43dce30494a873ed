"""Turns a table into what people may see of it. Hole cards, cards dealt face down and the shoe never pass this door."""

from collections.abc import Collection, Mapping, Sequence

from engine.fairness.sealing import cutter
from engine.round.box import Box, DealerGroup, Hand, Status
from engine.round.legal_moves import most_insurance
from engine.round.moves import Insure, Origin, PlayerMove, Stand
from engine.round.payout import Outcome, certain_reason, paid_at_once, settle
from engine.round.phases import INSURANCE, OVER, PLAYING
from engine.round.round import Round, dealers_open_cards, has_face_down, legal
from engine.rules.cards import BLACKJACK, total
from engine.table.play import price
from engine.table.state import Seat, Stage, TableState, people
from engine.table.view import DealerView, GroupView, HandView, SealView, SeatView, TableView
from engine.values.tables import NO_NAMES, Names


def look(state: TableState, balances: Mapping[int, int], names: Names = NO_NAMES) -> TableView:
    """The view of a table.

    `balances` (cents by user id) decide what is offered, and are shown once all bets of a seat are paid or lost; who is
    not in it can pay nothing. `names` are what the users are called.
    """
    round_, shoe = state.round, state.shoe
    outcomes = _outcomes(round_) if round_ is not None else ()
    seats = [
        _seat_view(seat, round_, outcomes, balances.get(seat.user_id), name)
        for seat, name in zip(state.seats, _told_apart(state.seats, names), strict=True)
    ]
    return TableView(
        table_id=state.table_id,
        channel_id=state.channel_id,
        rules=state.rules,
        stage=state.stage,
        phase=round_.phase if round_ else None,
        round_number=state.round_number,
        seats=tuple(seats),
        groups=tuple([_group_view(round_, group) for group in round_.groups]) if round_ else (),
        deadline=state.deadline if state.stage is Stage.BETTING else None,
        asked=state.asked,
        resumed=state.resumed,
        shuffled=state.shoe_before.dealt == 0,
        last_of_shoe=shoe.spent,
        cards_left=shoe.left,
        to_cut_card=shoe.to_cut_card,
        seal=_seal_view(state),
        last=None if state.last is None else _look_back(state.last, state, balances, names),
    )


def _outcomes(round_: Round) -> Sequence[Outcome]:
    """What has come of the bets that are settled."""
    return settle(round_) if round_.phase is OVER else paid_at_once(round_)


def _told_apart(seats: Sequence[Seat], names: Names) -> list[str]:
    """What those who sit here are called; where two people are called the same, with their places."""
    called = {seat.user_id: names.get(seat.user_id, "") for seat in seats}
    every = [*called.values()]
    return [
        f"{name} ({place})" if (name := called[seat.user_id]) and every.count(name) > 1 else name
        for place, seat in enumerate(seats, start=1)
    ]


def _look_back(
    last: TableState, now: TableState, balances: Mapping[int, int], names: Names
) -> TableView:
    """The round before, with who has got up since, and with what all others would have if they took their bets back."""
    if now.stage is Stage.CLOSED:
        return look(last, balances, names)
    stay = {seat.number for seat in now.seats}
    purse = {
        seat.user_id: balances[seat.user_id] + seat.stake
        for seat in now.seats
        if seat.user_id in balances
    }
    dealt = {seat.number: seat._replace(leaving=seat.number not in stay) for seat in last.seats}
    others = [seat._replace(stake=0) for seat in now.seats if seat.number not in dealt]
    seats = sorted([*dealt.values(), *others], key=lambda seat: seat.number)
    return look(last._replace(seats=tuple(seats)), purse, names)


def _seal_view(state: TableState) -> SealView | None:
    """The public part of the seal; `may_cut` only as long as somebody may."""
    sealed = state.sealed
    if sealed is None:
        return None
    free = sealed.words is None and state.stage is Stage.BETTING and not state.shoe.dealt
    seats = [seat.number for seat in people(state.seats)] if free else ()
    by = None if sealed.cut_by is None else state.seat_of(sealed.cut_by)
    return SealView(
        number=sealed.number,
        text=sealed.sealed.hex(),
        words=None if sealed.words is None else sealed.words.hex(),
        cut_by=None if by is None else by.number,
        may_cut=cutter(state.rules, sealed.number, seats) if seats else None,
    )


def _seat_view(
    seat: Seat,
    round_: Round | None,
    outcomes: Sequence[Outcome],
    balance: int | None,
    name: str,
) -> SeatView:
    funds = balance or 0
    box = round_.find(seat.number) if round_ else None
    character = seat.character
    awaited = round_ is not None and character is None and seat.number in round_.awaited
    asked = awaited and round_ is not None and round_.phase is INSURANCE
    most = most_insurance(box) if asked and box else 0
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
        offers=_offers(round_, seat.number, funds) if round_ and awaited else NOTHING,
        hands=_hand_views(round_, box, mine) if round_ and box else (),
        insurance=box.insurance if box else None,
        most_insurance=most,
        payable_insurance=min(most, funds),
        insurance_outcome=mine.get(None),
        # While the dealer still plays, the books already have what comes of it.
        balance=balance if box and len(mine) == _bets(box) else None,
        name=name,
        character=character,
    )


def _bets(box: Box) -> int:
    """How many bets a seat has made, insurance among them."""
    return len(box.hands) + bool(box.insurance)


NOTHING: frozenset[type[PlayerMove]] = frozenset()


def _offers(round_: Round, seat: int, balance: int) -> frozenset[type[PlayerMove]]:
    moves = legal(round_, seat)
    return frozenset([type(move) for move in moves if _least_price(round_, move) <= balance])


def _least_price(round_: Round, move: PlayerMove) -> int:
    """What the move costs at least, in cents: of an insurance any part will do."""
    charge = price(round_, move)
    if charge is None:
        return 0
    return 1 if isinstance(move, Insure) else charge[1]


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
    """The numbers of the hands that stand because time ran out: a seat's hands are played, and stand, one by one."""
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
        status=hand.status,
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
