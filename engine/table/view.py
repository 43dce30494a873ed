"""A table as people may see it. Hole cards, cards dealt face down and the shoe never pass this door."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.fairness.sealing import designated_cutter, words_seat
from engine.round.dealer import DealerGroup
from engine.round.hands import Box, Hand, Status
from engine.round.legal_moves import most_insurance
from engine.round.moves import DealerMove, Insure, Origin, PlayerMove, Stand
from engine.round.payout import Outcome, Reason, certain_reason, paid_at_once, price, settle
from engine.round.round import (
    INSURANCE,
    OVER,
    PLAYING,
    Phase,
    Round,
    dealers_open_cards,
    has_face_down,
    legal,
)
from engine.rules.cards import BLACKJACK, Card, Total, total
from engine.rules.rules import Rules
from engine.table.state import Seat, Stage, TableState, board_of, people, rules_are_open
from engine.values.money import GIFT
from engine.values.tables import NO_NAMES, Character, Names


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
    """Cents, besides what is staked; None if unknown, and from the deal until all bets of the seat are settled."""
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
    """None as long as no player has added words."""
    words_by: int | None
    """The seat of whose words these are; None where they have left."""
    may_add_words: int | None
    """The seat that may still add words to the shuffle."""


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
    restored: bool
    """True if the host restored a backup: the cards are shuffled again, or, of a void round, that is why."""
    shuffled: bool
    """Whether the round is the first from a newly shuffled shoe."""
    last_of_shoe: bool
    """Whether the cut card has come out."""
    cards_left: int | None
    """In the shoe; None for an infinite deck, and where nobody knows any more."""
    to_cut_card: int | None
    """Cards that lie above the cut card; None where there is none, it has come out, or nobody knows any more."""
    round_id: int | None = None
    """Of a round that has ended: its number in `/history`; None where nobody knows."""
    seal: SealView | None = None
    """None for a shoe from before there were seals, and in replays."""
    cut_by: int | None = None
    """The seat that the dealer designates to cut the shoe; None if the dealer cuts, or no one does."""
    waiting: bool = False
    """Whether the house is about to close, and the table waits until it is back."""
    last: "TableView | None" = None
    """How the round before has ended, until the next one is dealt."""
    before: "TableView | None" = None
    """The same while the next one is played."""
    ended_by_admin: bool = False
    """True for a round that is over because an admin ended it: the house stood the hands."""

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


def view_of(state: TableState, balances: Mapping[int, int], names: Names = NO_NAMES) -> TableView:
    """The view of a table.

    `balances` (cents by user id) decide what is offered, and are shown once all bets of a seat are paid or lost; who is
    not in it can pay nothing. `names` are what the users are called.
    """
    round_, shoe = state.round, state.shoe
    settled = settle if round_ and round_.phase is OVER else paid_at_once
    outcomes = settled(round_) if round_ else ()
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
    """True if an admin ended the round."""
    made = (move for move in round_.moves if not isinstance(move, DealerMove))
    return any(move.origin is Origin.ADMIN for move in made)


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
    """The round before: players who have left are marked, and balances include bets on the next round."""
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
    """The seat that is designated to cut; a player who sits out the shoe's first round does not cut."""
    dealt = state.round.find if state.round else None
    seats = [one.number for one in people(state.seats) if dealt is None or dealt(one.number)]
    return designated_cutter(state.rules, state.sealed.number if state.sealed else 1, seats)


def _seal_view(state: TableState) -> SealView | None:
    """The public part of the seal; `may_add_words` is None once it is too late."""
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
        balance=balance
        if box is None or len(mine) == len(box.hands) + bool(box.insurance)
        else None,
        name=name,
        character=character,
    )


NOTHING: frozenset[type[PlayerMove]] = frozenset()


def _offers(round_: Round, seat: int, balance: int) -> frozenset[type[PlayerMove]]:
    """What can be done and paid, if it is a part of an insurance."""
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
