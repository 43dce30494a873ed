"""A hand to decide about, with all that its player may know: never the hole card, the shoe, or a double face down."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from engine.coach.lines import KINDS
from engine.round.hands import Box, Hand, Status
from engine.round.legal_moves import most_insurance, why_not
from engine.round.moves import TakeEvenMoney, Verb
from engine.round.round import decisions
from engine.rules.cards import BLACKJACK, FRENCH_DECK, PLAIN_SUIT, Rank
from engine.rules.rules import Pair, Rules

PLENTY = 2**60
"""Packs in an endless deck: so many that floating-point numbers do not notice when a card is gone."""


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


def decision(
    rules: Rules, box: Box, hand: Hand, upcard: Rank, unseen: Counter[Rank], *, insuring: bool
) -> Situation:
    """What a seat with this hand is asked when these cards are unseen, before the dealer has looked for a natural."""
    verbs = _verbs(rules, box, hand)
    return Situation(
        rules=rules,
        up=upcard.points,
        hand=tuple(sorted(card.points for card in hand.cards)),
        verbs=verbs,
        unseen=by_points(unseen),
        alike=_alike(rules, hand.cards[0].rank, unseen) if Verb.SPLIT in verbs else 0,
        hands=len(box.hands),
        natural=hand.status is Status.NATURAL,
        peeks=rules.peeks_at(upcard),
        insurance=Fraction(most_insurance(box), hand.stake) if insuring else None,
        even_money=insuring and why_not(rules, box, hand, TakeEvenMoney(box.seat)) is None,
    )


def by_points(cards: Counter[Rank]) -> tuple[int, ...]:
    counts = [0] * KINDS
    for rank, count in cards.items():
        counts[rank.points - 1] += count
    return tuple(counts)


def _alike(rules: Rules, rank: Rank, unseen: Counter[Rank]) -> int:
    """How many cards would make a pair with this one."""
    if rules.split is Pair.RANK:
        return unseen[rank]
    return sum(count for other, count in unseen.items() if other.points == rank.points)


def _verbs(rules: Rules, box: Box, hand: Hand) -> frozenset[Verb]:
    if hand.status is not Status.ACTIVE:
        return frozenset({Verb.STAND})
    moves = decisions(box.seat)
    return frozenset([move.verb for move in moves if why_not(rules, box, hand, move) is None])


def whole_deck(rules: Rules) -> Counter[Rank]:
    """How many cards of each rank there are before anything is dealt."""
    return _PLAIN.copy() if rules.decks is None else _packs(rules.decks).copy()


_PLAIN = Counter({card.rank: PLENTY * PLAIN_SUIT.count(card) for card in PLAIN_SUIT})


@lru_cache
def _packs(count: int) -> Counter[Rank]:
    return Counter(card.rank for card in FRENCH_DECK * count)
