"""What lies on the table: a player's hand, a seat's place (its box), and the dealer's hand with the boxes that play
against it; what a hand may do, and what that does to it.

They change as the round goes on: only `Round.push` changes them, and whoever wants to keep them copies the round first.
Copies are made often, and therefore without `__init__`, which would take most of their time.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.round.moves import (
    DeclineInsurance,
    Double,
    Hit,
    Insure,
    PlayerMove,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)
from engine.rules.cards import BLACKJACK, Card, Rank, Total, is_pair_by_rank, is_pair_by_value
from engine.rules.refusals import Why
from engine.rules.rules import Pair, Rules, may_hide_a_natural


class Status(StrEnum):
    """How a player's hand stands."""

    ACTIVE = "active"
    STOOD = "stood"
    TWENTY_ONE = "21"
    DOUBLED = "doubled"
    SPLIT_ACE = "split ace"
    """A split ace that takes one card only."""
    NATURAL = "natural"
    """Only where a natural is more than 21."""
    EVEN_MONEY = "even money"
    BUST = "bust"
    SURRENDERED = "surrendered"


ACTIVE = Status.ACTIVE
"""By its own name: it is asked for at every move, and before Python 3.12 an enum's members are slow to find."""

PLAYS_AGAINST_TOTAL = frozenset(
    {Status.ACTIVE, Status.STOOD, Status.TWENTY_ONE, Status.DOUBLED, Status.SPLIT_ACE}
)
"""The hands that are compared with the dealer's total."""


ACE = Rank.ACE.points
"""What an ace is worth at least: one, as no other card."""


@dataclass(slots=True)
class Held:
    """Cards in a hand, with their value, which is kept up as they come. Not printed: one may lie face down."""

    cards: tuple[Card, ...] = field(default=(), repr=False)
    points: int = field(default=0, repr=False)
    """The best value: one ace counts as 11 where that does not pass 21."""
    soft: bool = field(default=False, repr=False)
    """Whether an ace counts as 11."""

    def take(self, card: Card) -> None:
        """One more card."""
        self.cards += (card,)
        worth = card.rank.points
        points = self.points + worth
        if worth == ACE and points + 10 <= BLACKJACK:
            points += 10
            self.soft = True
        elif points > BLACKJACK and self.soft:
            points -= 10
            self.soft = False
        self.points = points

    @property
    def total(self) -> Total:
        """The hand's value."""
        return Total(self.points, self.soft)

    @property
    def is_natural(self) -> bool:
        """Whether these are an ace and a ten-valued card and nothing else."""
        return self.points == BLACKJACK and len(self.cards) == 2

    def copy(self) -> "Held":
        """The same, to go its own way."""
        copy = Held.__new__(Held)
        copy.cards, copy.points, copy.soft = self.cards, self.points, self.soft
        return copy


@dataclass(slots=True, kw_only=True)
class Hand(Held):
    """A player's hand. `stake` is the first bet on it in cents; `owed` counts the cards it is due."""

    stake: int
    status: Status = ACTIVE
    owed: int = 0
    doubled: bool = False
    split: bool = False
    """Whether it came out of a split."""
    booked_as: int | None = None
    """For a natural out of a split: the number under which its money is booked, whatever is split beside it later."""

    @property
    def at_stake(self) -> int:
        """Everything that lies on this hand, in cents."""
        return self.stake * 2 if self.doubled else self.stake

    @property
    def is_split_ace(self) -> bool:
        """Whether it grew from one ace of a split pair."""
        return self.split and self.cards[0].rank is Rank.ACE

    def copy(self) -> "Hand":
        """The same, to go its own way."""
        copy = Hand.__new__(Hand)
        copy.cards, copy.points, copy.soft = self.cards, self.points, self.soft
        copy.stake, copy.status, copy.owed = self.stake, self.status, self.owed
        copy.doubled, copy.split, copy.booked_as = self.doubled, self.split, self.booked_as
        return copy


@dataclass(slots=True)
class Box:
    """A seat's place in a group: its hands from left to right. `insurance` in cents; None is not answered yet."""

    seat: int
    hands: list[Hand]
    insurance: int | None = None

    def booked(self) -> list[int]:
        """The numbers under which the money of the hands is booked, from left to right.

        They are the hands' places, but for one that may have been paid where it lay before another was split.
        """
        taken = {hand.booked_as for hand in self.hands}
        free = (number for number in range(len(self.hands)) if number not in taken)
        return [next(free) if hand.booked_as is None else hand.booked_as for hand in self.hands]

    def copy(self) -> "Box":
        """The same, to go its own way."""
        copy = Box.__new__(Box)
        copy.seat, copy.insurance = self.seat, self.insurance
        copy.hands = [hand.copy() for hand in self.hands]
        return copy


def status_of(rules: Rules, hand: Hand) -> Status:
    """How a hand stands once it has all the cards it is owed."""
    if hand.points > BLACKJACK:
        return Status.BUST
    if hand.doubled:
        return Status.DOUBLED
    if counts_as_natural(rules, hand):
        return Status.NATURAL
    if hand.is_split_ace and rules.split_aces_one_card:
        return Status.SPLIT_ACE
    return Status.TWENTY_ONE if hand.points == BLACKJACK else ACTIVE


def counts_as_natural(rules: Rules, hand: Hand) -> bool:
    """Whether these rules take the hand for more than 21."""
    if rules.natural_pays is None or not hand.is_natural:
        return False
    return not hand.split or (rules.natural_after_split and not hand.is_split_ace)


@dataclass(slots=True)
class DealerGroup:
    """A dealer's hand and the seats that play against it."""

    boxes: tuple[Box, ...]
    dealer: Held
    revealed: bool = False
    """Whether the hole card has been turned over."""

    def box(self, seat: int) -> Box:
        """The place of this seat. Raises `KeyError` where it does not play in this group."""
        for box in self.boxes:
            if box.seat == seat:
                return box
        raise KeyError(seat)

    def copy(self) -> "DealerGroup":
        """The same, to go its own way."""
        copy = DealerGroup.__new__(DealerGroup)
        copy.boxes = tuple([box.copy() for box in self.boxes])
        copy.dealer, copy.revealed = self.dealer.copy(), self.revealed
        return copy


def dealer_draws(rules: Rules, group: DealerGroup) -> bool:
    """Whether the dealer is due a card: somebody plays against the total, or against a natural that may still come.

    On which totals the rules have the dealer draw, `Rules.dealer_draws` says.
    """
    dealer = group.dealer
    if _is_contested(group):
        return rules.dealer_draws(dealer.total)
    if len(dealer.cards) > 1 or not may_hide_a_natural(dealer.cards[0].rank):
        return False
    statuses = [hand.status for box in group.boxes for hand in box.hands]
    insured = any(box.insurance for box in group.boxes)
    natural = Status.NATURAL in statuses and not rules.natural_paid_at_once
    return insured or natural or Status.SURRENDERED in statuses


def _is_contested(group: DealerGroup) -> bool:
    """Whether somebody plays against the dealer's total."""
    for box in group.boxes:
        for hand in box.hands:
            if hand.status in PLAYS_AGAINST_TOTAL:
                return True
    return False


def why_not(rules: Rules, box: Box, hand: Hand, move: PlayerMove) -> Why | None:
    """Why the rules don't allow a move with this hand of a place that is awaited, in the phase of such moves."""
    if isinstance(move, FREE):
        return None
    match move:
        case Double():
            return _why_not_double(rules, hand)
        case Split():
            return _why_not_split(rules, box, hand)
        case Surrender() if not rules.surrender:
            return Why.SURRENDER_NOT_OFFERED
        case Surrender() if hand.split or len(hand.cards) != 2:
            return Why.SURRENDER_FIRST_DECISION
        case Insure(cents=cents) if not 0 < cents <= most_insurance(box):
            return Why.INSURANCE_TOO_HIGH
        case TakeEvenMoney() if not (rules.even_money and hand.status is Status.NATURAL):
            return Why.EVEN_MONEY_NEEDS_NATURAL
        case _:
            return None


FREE = (Hit, Stand, DeclineInsurance)
"""The moves that the rules always allow to whoever is asked."""


def _why_not_double(rules: Rules, hand: Hand) -> Why | None:
    """Doubling down is for the first two cards of a hand, on the totals that the rules name."""
    if not rules.double:
        return Why.DOUBLING_NOT_OFFERED
    if hand.split and not rules.double_after_split:
        return Why.NO_DOUBLE_AFTER_SPLIT
    if len(hand.cards) != 2:
        return Why.DOUBLE_FIRST_DECISION
    if rules.double_totals is not None and hand.points not in rules.double_totals:
        return Why.DOUBLE_TOTAL
    return None


def _why_not_split(rules: Rules, box: Box, hand: Hand) -> Why | None:
    """Splitting is for a pair, up to the number of hands that the rules allow a seat."""
    if rules.split is Pair.NONE:
        return Why.SPLITTING_NOT_OFFERED
    is_pair = is_pair_by_rank if rules.split is Pair.RANK else is_pair_by_value
    if not is_pair(hand.cards):
        return Why.NOT_A_PAIR
    if rules.max_hands is not None and len(box.hands) >= rules.max_hands:
        return Why.SPLIT_LIMIT
    return Why.NO_RESPLIT_OF_ACES if hand.is_split_ace else None


def most_insurance(box: Box) -> int:
    """The highest insurance in cents: half of the first stake, rounded down."""
    return box.hands[0].stake // 2


def act(box: Box, number: int, move: PlayerMove) -> None:
    """Change the place, or its hand of this number where the move is about a hand."""
    hand = box.hands[number]
    match move:
        case Hit():
            hand.owed = 1
        case Stand():
            hand.status = Status.STOOD
        case Double():
            hand.doubled = True
            hand.owed = 1
        case Split():
            box.hands[number : number + 1] = _halves(hand)
        case Surrender():
            hand.status = Status.SURRENDERED
        case Insure(cents=cents):
            box.insurance = cents
        case DeclineInsurance():
            box.insurance = 0
        case TakeEvenMoney():
            hand.status = Status.EVEN_MONEY
            box.insurance = 0


def _halves(pair: Hand) -> list[Hand]:
    """Two hands of a pair, to lie side by side where the pair lay; both are owed a card."""
    halves = [Hand(stake=pair.stake, split=True, owed=1) for _ in pair.cards]
    for half, card in zip(halves, pair.cards, strict=True):
        half.take(card)
    return halves
