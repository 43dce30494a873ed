"""What a player may know when it is their turn: never the hole card, the order of the shoe, or a double face down."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from engine.coach.lines import KINDS
from engine.game import (
    INSURANCE,
    Hand,
    Round,
    Spot,
    Status,
    Verb,
    most_insurance,
    open_cards,
    refusal_to_double,
    refusal_to_split,
    refusal_to_surrender,
    refusal_to_take_even_money,
)
from engine.rules import BLACKJACK, FRENCH_DECK, PLAIN_SUIT, Card, Pair, Rank, Rules

PLENTY = 2**60
"""Packs in an endless deck: so many that floating-point numbers do not notice when a card is gone."""

FEW = 12
"""With fewer cards than that in the shoe, it may run out in mid-round, and the discards come back: they are unseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A hand to decide about. `up` and `hand` are the points of cards, 1 for an ace.

    `verbs` are what may be done about the hand in PLAYING; one that is finished stands. `unseen` counts, by points, the
    cards that lay open nowhere since the shuffle; `alike` of them would make a pair of this pair's cards again. The
    seat has so many `hands`. With this upcard the dealer `peeks`, and once they have `peeked` there is no natural.
    `insurance` is the most that can be insured, as a part of the first stake; None where that is not the question.
    """

    rules: Rules
    up: int
    hand: tuple[int, ...]
    verbs: frozenset[Verb]
    unseen: tuple[int, ...]
    alike: int = 0
    hands: int = 1
    natural: bool = False
    peeks: bool = False
    peeked: bool = False
    insurance: Fraction | None = None
    even_money: bool = False

    @property
    def after_the_peek(self) -> "Situation":
        """The same once insurance is answered, and the dealer has found no natural where they look for one."""
        return replace(self, insurance=None, even_money=False, peeked=self.peeks)

    @property
    def soft(self) -> bool:
        """Whether an ace counts as 11."""
        return 1 in self.hand and sum(self.hand) + 10 <= BLACKJACK

    @property
    def points(self) -> int:
        """The hand's value."""
        return sum(self.hand) + 10 * self.soft


def situation_of(round_: Round, seat: int, gone: Collection[Card] = ()) -> Situation:
    """What this seat decides about, when `gone` are the cards of earlier rounds since the shuffle.

    Raises `ValueError` where the seat has nothing to decide.
    """
    if seat not in round_.awaited:
        raise ValueError("the seat has nothing to decide")
    box, spot = next((box, spot) for box in round_.boxes for spot in box.spots if spot.seat == seat)
    unseen = _unseen(round_, gone)
    hand = spot.hands[round_.turns.get(seat, 0)]
    asked = round_.phase is INSURANCE
    found = decision(round_.rules, spot, hand, box.dealer.cards[0].rank, unseen, insuring=asked)
    return found if asked else found.after_the_peek


def decision(
    rules: Rules, spot: Spot, hand: Hand, upcard: Rank, unseen: Counter[Rank], *, insuring: bool
) -> Situation:
    """What a seat with this hand is asked when these cards are unseen, before the dealer has looked for a natural."""
    verbs = frozenset(_verbs(rules, spot, hand))
    counts = [0] * KINDS
    for rank, count in unseen.items():
        counts[rank.points - 1] += count
    return Situation(
        rules=rules,
        up=upcard.points,
        hand=tuple(sorted(card.points for card in hand.cards)),
        verbs=verbs,
        unseen=tuple(counts),
        alike=_alike(rules, hand.cards[0].rank, unseen) if Verb.SPLIT in verbs else 0,
        hands=len(spot.hands),
        natural=hand.status is Status.NATURAL,
        peeks=rules.peeks_at(upcard),
        insurance=Fraction(most_insurance(spot), hand.stake) if insuring else None,
        even_money=insuring and refusal_to_take_even_money(rules, spot) is None,
    )


def _alike(rules: Rules, rank: Rank, unseen: Counter[Rank]) -> int:
    """How many cards would make a pair with this one."""
    if rules.split is Pair.RANK:
        return unseen[rank]
    return sum(count for other, count in unseen.items() if other.points == rank.points)


def _verbs(rules: Rules, spot: Spot, hand: Hand) -> Iterator[Verb]:
    yield Verb.STAND
    if hand.status is not Status.ACTIVE:
        return
    yield Verb.HIT
    if refusal_to_double(rules, hand) is None:
        yield Verb.DOUBLE
    if refusal_to_split(rules, spot, hand) is None:
        yield Verb.SPLIT
    if refusal_to_surrender(rules, hand) is None:
        yield Verb.SURRENDER


def whole_deck(rules: Rules) -> Counter[Rank]:
    """How many cards of each rank there are before anything is dealt."""
    return _PLAIN.copy() if rules.decks is None else _packs(rules.decks).copy()


_PLAIN = Counter({card.rank: PLENTY * PLAIN_SUIT.count(card) for card in PLAIN_SUIT})


@lru_cache
def _packs(count: int) -> Counter[Rank]:
    return Counter(card.rank for card in FRENCH_DECK * count)


def _unseen(round_: Round, gone: Collection[Card]) -> Counter[Rank]:
    unseen = whole_deck(round_.rules)
    if round_.rules.decks is None:
        return unseen
    dealt = sum(1 for _ in round_.cards_out())
    came_back = round_.rules.decks * len(FRENCH_DECK) - len(gone) - dealt < FEW
    for card in chain(open_cards(round_), () if came_back else gone):
        unseen[card.rank] -= 1
    return unseen
