"""The public view of a table. Hole cards, face-down cards and the shoe never get into it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.fairness.sealing import designated_cutter, words_seat
from engine.round.dealer import DealerGroup
from engine.round.hands import Box, Hand, Status
from engine.round.legal_moves import most_insurance
from engine.round.moves import DealerMove, Insure, Origin, PlayerMove, Stand
from engine.round.payout import Outcome, OutcomeReason, certain_reason, paid_at_once, price, settle
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
    def board(self) -> int:
        """The round whose message shows the table. While bets are taken, it is still the previous round's."""
        return board_of(self.stage, self.round_number)

    @property
    def shown_round(self) -> "TableView":
        """The round whose cards are shown: while bets are taken, the previous one."""
        return self.last or self

    @property
    def rules_are_open(self) -> bool:
        """True if the opener may still change the rules."""
        return rules_are_open(self.stage, self.round_number, (seat.stake for seat in self.seats))

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


def view_of(state: TableState, balances: Mapping[int, int], names: Names = NO_NAMES) -> TableView:
    """Return the view of a table.

    `balances` (cents by user id) limit the offered moves, and are shown once all bets of a seat are settled; a missing
    balance counts as nothing. `names` are the display names.
    """
    round_, shoe = state.round, state.shoe
    settled = settle if round_ and round_.phase is OVER else paid_at_once
    outcomes = settled(round_) if round_ else ()
    seats = [
        _seat_view(seat, round_, outcomes, balances.get(seat.user_id), name)
        for seat, name in zip(state.seats, _distinct_names(state.seats, names), strict=True)
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


def _distinct_names(seats: Sequence[Seat], names: Names) -> list[str]:
    """Return the display names of the seats, numbered where two are equal."""
    display_name = {seat.user_id: names.get(seat.user_id, "") for seat in seats}
    every = [*display_name.values()]
    return [
        f"{name} ({place})"
        if (name := display_name[seat.user_id]) and every.count(name) > 1
        else name
        for place, seat in enumerate(seats, start=1)
    ]


def _look_back(
    last: TableState, now: TableState, balances: Mapping[int, int], names: Names
) -> TableView:
    """Return the previous round: leavers are marked, and balances include bets on the next round."""
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
    """Return the seat designated to cut; only players in the shoe's first round qualify."""
    dealt = state.round.find if state.round else None
    seats = [one.number for one in people(state.seats) if dealt is None or dealt(one.number)]
    return designated_cutter(state.rules, state.sealed.number if state.sealed else 1, seats)


def _seal_view(state: TableState) -> SealView | None:
    """Return the public part of the seal; `may_add_words` is None after the first card or once words were added."""
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
        offers=_offers(round_, seat.number, funds) if round_ and awaited else NOTHING,
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


def _offers(round_: Round, seat: int, balance: int) -> frozenset[type[PlayerMove]]:
    """Return the types of the legal moves that the balance can pay; for insurance, a part is enough."""
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
    """Return the numbers of the hands that timed out. A seat's hands stand in the order of their moves."""
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
