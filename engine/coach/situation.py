"""A player's decision, and all information by which the coach evaluates it."""

from collections import Counter
from collections.abc import Iterable
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
"""Packs in an endless deck; removing a card is lost in rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A decision about a hand, with everything its player may know. Cards are points, 1 for an ace.

    `verbs` are the legal moves after insurance; a finished hand can only stand. `unseen` counts, by points, the cards
    not seen since the shuffle; `alike` of them match this pair. `hands` is the number of the seat's hands.
    `peeks`: the dealer checks for a natural; `peeked`: they did and have none. `insurance` is the highest offer as a
    fraction of the first stake, or None.
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
        """The situation after the insurance question, if the peek found no natural."""
        return replace(self, insurance=None, even_money=False, peeked=self.peeks)

    def limited_to(self, verbs: Iterable[Verb]) -> "Situation":
        """Return the same decision with only these of its moves, or of its answers to the insurance offer."""
        allowed = frozenset(verbs)
        if self.insurance is None:
            return replace(self, verbs=self.verbs & allowed)
        return replace(
            self,
            insurance=self.insurance if Verb.INSURE in allowed else Fraction(0),
            even_money=self.even_money and Verb.EVEN_MONEY in allowed,
        )

    @property
    def soft(self) -> bool:
        return 1 in self.hand and sum(self.hand) + 10 <= BLACKJACK

    @property
    def points(self) -> int:
        return sum(self.hand) + 10 * self.soft


def decision(
    rules: Rules, box: Box, hand: Hand, upcard: Rank, unseen: Counter[Rank], *, insuring: bool
) -> Situation:
    """Describe a decision for the coach, as before the dealer's peek; `insuring` if insurance is offered."""
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
    if rules.split is Pair.RANK:
        return unseen[rank]
    return sum(count for other, count in unseen.items() if other.points == rank.points)


def _verbs(rules: Rules, box: Box, hand: Hand) -> frozenset[Verb]:
    if hand.status is not Status.ACTIVE:
        return frozenset({Verb.STAND})
    moves = decisions(box.seat)
    return frozenset([move.verb for move in moves if why_not(rules, box, hand, move) is None])


def whole_deck(rules: Rules) -> Counter[Rank]:
    """Return the number of cards of each rank in a full shoe."""
    return _PLAIN.copy() if rules.decks is None else _packs(rules.decks).copy()


_PLAIN = Counter({card.rank: PLENTY * PLAIN_SUIT.count(card) for card in PLAIN_SUIT})


@lru_cache
def _packs(count: int) -> Counter[Rank]:
    return Counter(card.rank for card in FRENCH_DECK * count)
