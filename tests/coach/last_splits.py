"""What splitting is worth when a shoe is nearly empty, by counts of cards: quick enough for pairs of low cards.

It has no sums in common with the engine's coach. A pair is split once, and no half is doubled. Each hand is played as
well as can be by all that lies open, for the sum of both. Nobody has seen the hole card, so it is dealt last. Once the
shoe has run out, the hole card is what is missing, and what hands take out of the discards has no influence on what
others are worth on average; but the second hand is played by what the first one took.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import perm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.coach.situation import STIFFEST
from engine.round.hands import Status
from engine.round.round import open_cards
from engine.rules.cards import BLACKJACK, FRENCH_DECK
from engine.rules.rules import Rules
from tests.coach.last_cards import Cards, Last, counted, less

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

KINDS = range(10)
NONE: Cards = (0,) * len(KINDS)
LOST = -1.0
STIFF = 16
"""A hand that stands with that or less is worth the same whatever it is."""


class Value(NamedTuple):
    """A hand with aces as one, whether it holds one, and how many cards it has: more than two count as three."""

    hard: int
    ace: bool
    size: int

    @property
    def soft(self) -> bool:
        """Whether an ace counts as 11."""
        return self.ace and self.hard + 10 <= BLACKJACK

    @property
    def points(self) -> int:
        """The best value."""
        return self.hard + 10 * self.soft

    def plus(self, kind: int) -> "Value":
        """With a card more."""
        return Value(self.hard + kind + 1, self.ace or kind == 0, min(self.size + 1, 3))


class End(NamedTuple):
    """The points with which the dealer ended, and whether they are a natural."""

    points: int
    natural: bool


def changed(cards: Cards, kind: int, by: int) -> Cards:
    """With one card of a kind more, or less."""
    return (*cards[:kind], cards[kind] + by, *cards[kind + 1 :])


def end(rules: Rules, dealer: Value) -> End | None:
    """How the dealer's hand ended; None while it goes on."""
    draws = rules.hits_soft_17 and dealer.soft and dealer.points == STIFF + 1
    if dealer.size < 2 or dealer.points <= STIFF or draws:
        return None
    return End(dealer.points, dealer.points == BLACKJACK and dealer.size == 2)


def brings(rules: Rules, points: int, dealer: End) -> float:
    """What a hand that stands brings."""
    if points > BLACKJACK:
        return LOST
    if dealer.points > BLACKJACK:
        return 1.0
    if dealer.natural and (rules.dealer_natural_beats_21 or points < BLACKJACK):
        return LOST
    if points == dealer.points:
        return LOST if rules.ties_lose else 0.0
    return 1.0 if points > dealer.points else LOST


@dataclass(frozen=True, eq=False, kw_only=True)
class LastSplit:
    """A pair of cards of so many points, split while `left` cards are in the shoe, `others` for other hands.

    `unseen` are these and the hole card.
    """

    rules: Rules
    up: int
    peeked: bool
    card: int
    unseen: Cards
    left: int
    others: int
    discards: Cards

    @classmethod
    def of(cls, last: Last) -> "LastSplit":
        """The pair that is to decide."""
        round_ = last.round
        (group,) = round_.groups
        (pair,) = group.box(last.seat).hands
        upcard = group.dealer.cards[0]
        pack = counted(FRENCH_DECK * (round_.rules.decks or 0))
        hands = [hand for box in group.boxes for hand in box.hands if hand is not pair]
        waiting = [hand for hand in hands if hand.status is Status.ACTIVE]
        return cls(
            rules=round_.rules,
            up=upcard.points,
            peeked=round_.rules.peeks_at(upcard.rank),
            card=pair.cards[0].points,
            unseen=less(less(pack, last.gone), open_cards(round_)),
            left=last.left,
            others=sum(hand.points <= STIFFEST for hand in waiting),
            discards=counted(last.gone),
        )

    def value(self) -> float:
        """What both hands bring in stakes."""
        half = Value(self.card, self.card == 1, 1)
        return self._best(half, half, self.unseen, self.left)

    @cached_property
    def _dealer(self) -> Value:
        return Value(self.up, self.up == 1, 1)

    @lru_cache(maxsize=2**16)  # noqa: B019
    def _best(self, one: Value, two: Value, unseen: Cards, left: int, done: int = 0) -> float:
        """From here on, when so many of the hands are done."""
        if done == 2:
            ends = self._ends(self._dealer, unseen, max(left - self.others, 0) + 1)
            return sum(
                chance * (brings(self.rules, one.points, at) + brings(self.rules, two.points, at))
                for at, chance in ends.items()
            )
        if left == 0:
            (hole,) = (kind for kind in KINDS if unseen[kind])
            return self._discards(hole).both(one, two, done)
        if one.size == 1:
            return sum(
                chance * self._best(one.plus(kind), two, rest, left - 1)
                for kind, chance, rest in self._next(unseen)
            )
        if two.size == 1:
            return sum(
                chance * self._best(one, two.plus(kind), rest, left - 1)
                for kind, chance, rest in self._next(unseen)
            )
        stand = self._best(one, two, unseen, left, done + 1)
        if self._is_over(one if done == 0 else two):
            return stand
        hit = 0.0
        for kind, chance, rest in self._next(unseen):
            hands = (one.plus(kind), two) if done == 0 else (one, two.plus(kind))
            hit += chance * self._best(*hands, rest, left - 1, done)
        return max(stand, hit)

    def _is_over(self, hand: Value) -> bool:
        one_card = self.card == 1 and self.rules.split_aces_one_card
        return one_card or hand.points >= BLACKJACK

    def _hidden(self, unseen: Cards) -> Iterator[tuple[int, float]]:
        """What the hole card can be, with the chance: no natural, if the dealer has looked."""
        can = [
            0 if self.peeked and self._dealer.plus(kind).points == BLACKJACK else unseen[kind]
            for kind in KINDS
        ]
        yield from ((kind, can[kind] / sum(can)) for kind in KINDS if can[kind])

    @lru_cache(maxsize=2**16)  # noqa: B019
    def _next(self, unseen: Cards) -> list[tuple[int, float, Cards]]:
        """Each card that can come out of the shoe, the chance, and what is unseen then."""
        chances = [0.0 for _ in KINDS]
        for hole, chance in self._hidden(unseen):
            rest = changed(unseen, hole, -1)
            for kind in KINDS:
                chances[kind] += chance * rest[kind] / sum(rest)
        return [(k, chances[k], changed(unseen, k, -1)) for k in KINDS if chances[k]]

    @lru_cache(maxsize=2**16)  # noqa: B019
    def _ends(self, dealer: Value, pack: Cards, left: int) -> dict[End, float]:
        """How the dealer ends, who draws so many of these cards, and then the discards."""
        if (over := end(self.rules, dealer)) is not None:
            return {over: 1.0}
        if left == 0:
            return self._ends(dealer, self.discards, sum(self.discards))
        found: dict[End, float] = defaultdict(float)
        first = dealer.size == 1
        cards = self._hidden(pack) if first else ((k, n / sum(pack)) for k, n in enumerate(pack))
        for kind, chance in cards:
            if chance:
                rest = self._ends(dealer.plus(kind), changed(pack, kind, -1), left - 1)
                for over, more in rest.items():
                    found[over] += chance * more
        return found

    @lru_cache(maxsize=2**16)  # noqa: B019
    def _discards(self, hole: int) -> "Discards":
        return Discards(
            self.rules, self._dealer.plus(hole), self.discards, [*map(self._is_over, HANDS)]
        )


BITS = 5
"""For the number of each kind that was taken out of the discards: ten such numbers are a *taken*.

A *state* is a taken below the hands that are to be played, the next one first.
"""

HAND = 6
"""Bits of a hand in a state: twice its points with aces as one, and whether it holds one."""

ONE_MORE: Ints = 1 << BITS * np.arange(10)
TAKEN = BITS * 10


def counts(states: Ints) -> Ints:
    """What was taken, by kind (the last axis)."""
    found: Ints = states[:, np.newaxis] >> BITS * np.arange(10) & (1 << BITS) - 1
    return found


HANDS = [Value(number // 2, bool(number % 2), 3) for number in range(1 << HAND)]


def hand_number(hand: Value) -> int:
    """Its place among them."""
    return 2 * min(hand.hard, BLACKJACK + 1) + hand.ace


AFTER: Ints = np.array([[hand_number(hand.plus(kind)) for kind in KINDS] for hand in HANDS])
POINTS: Ints = np.array([min(hand.points, BLACKJACK + 1) for hand in HANDS])


class Level(NamedTuple):
    """States with as many cards taken, in order: which go on, with the chances of the cards and the states after."""

    states: Ints
    on: npt.NDArray[np.bool_]
    chances: Floats
    after: Ints


class Discards:
    """What hands are worth when the shoe has run out, and the dealer's hole card is known."""

    def __init__(self, rules: Rules, dealer: Value, cards: Cards, over: list[bool]) -> None:
        self.rules, self.cards, self.over = rules, np.array(cards), np.array(over)
        self._list_the_ends(dealer)

    def both(self, one: Value, two: Value, done: int) -> float:
        """What they bring; `done` of them draw no more."""
        if done:
            return self._standing(one) + self._one_after_the_other([(1.0, [two], NONE)])
        return self._one_after_the_other([*self._dealt([one, two], NONE)])

    def _standing(self, hand: Value) -> float:
        return float(self._stands(np.zeros(1, dtype=np.int64), np.array([hand_number(hand)]))[0])

    def _dealt(
        self, hands: list[Value], taken: Cards
    ) -> Iterator[tuple[float, list[Value], Cards]]:
        """The hands once each has two cards, with the chance, and what was taken for them."""
        for at, hand in enumerate(hands):
            if hand.size == 1:
                left = self.cards - taken
                for kind in np.flatnonzero(left):
                    more = [*hands[:at], hand.plus(int(kind)), *hands[at + 1 :]]
                    for chance, dealt, out in self._dealt(more, changed(taken, int(kind), 1)):
                        yield (float(left[kind] / left.sum()) * chance, dealt, out)
                return
        yield 1.0, hands, taken

    def _one_after_the_other(self, starts: list[tuple[float, list[Value], Cards]]) -> float:
        """What hands bring that are played in turn, by their chances."""
        hands = len(starts[0][1])
        size = sum(starts[0][2])
        states = []
        for _, group, taken in starts:
            state = int(ONE_MORE @ taken)
            for at, hand in enumerate(reversed(group)):
                state += hand_number(hand) << TAKEN + HAND * at
            states.append(state)
        order, which = np.unique(np.array(states), return_inverse=True)
        begun = [np.zeros(0, dtype=np.int64)] * size + [order]
        values = self._played(begun, hands)[size][which]
        return float(np.array([chance for chance, *_ in starts]) @ values)

    def _played(self, starts: list[Ints], hands: int) -> list[Floats]:
        """The worth of these states, by the number of cards taken."""
        place = TAKEN + HAND * (hands - 1)
        levels = [*self._levels(starts, place)]
        behind = [np.unique(level.states & (1 << place) - 1) for level in levels]
        others = self._played(behind, hands - 1) if hands > 1 else None
        found: list[Floats] = []
        after = np.zeros(1)
        for size, (states, on, chances, then) in reversed([*enumerate(levels)]):
            value = self._stands(states, states >> place)
            if others is not None:
                value += others[size][np.searchsorted(behind[size], states & (1 << place) - 1)]
            value[on] = np.maximum(value[on], (chances * after[then]).sum(axis=1))
            found.append(after := value)
        found.reverse()
        return [
            values[np.searchsorted(level.states, start)]
            for values, level, start in zip(found, levels, starts, strict=False)
        ]

    def _levels(self, starts: list[Ints], place: int) -> Iterator[Level]:
        size, states = 0, starts[0]
        while len(states) or size < len(starts):
            hands = states >> place
            on = ~self.over[hands]
            left = (self.cards - counts(states))[on]
            taken = states[on, np.newaxis] & (1 << place) - 1
            after = (AFTER[hands[on]] << place) + taken + ONE_MORE
            size += 1
            more = starts[size : size + 1]
            following = np.unique(np.concatenate([after[left > 0], *more]))
            chances = left / (self.cards.sum() - size + 1)
            then = np.minimum(np.searchsorted(following, after), max(len(following) - 1, 0))
            yield Level(states, on, chances, then)
            states = following

    def _stands(self, states: Ints, hands: Ints) -> Floats:
        """What hands bring that stand after this was taken."""
        taken, which = np.unique(states & (1 << TAKEN) - 1, return_inverse=True)
        blocks = [
            self._against_the_dealer(counts(taken[row : row + 1000]))
            for row in range(0, len(taken), 1000)
        ]
        found: Floats = np.concatenate(blocks or [np.zeros((0, 7))])[
            which, np.maximum(POINTS[hands] - STIFF, 0)
        ]
        return found

    def _list_the_ends(self, dealer: Value) -> None:
        """All that the dealer can draw, in whatever order, and what it brings to hands from 16 points to a bust."""
        orders: Counter[tuple[Cards, End]] = Counter()
        going = {(NONE, dealer): 1}
        while going:
            before, going = going, Counter()
            for (cards, hand), number in before.items():
                if (over := end(self.rules, hand)) is not None:
                    orders[cards, over] += number
                    continue
                for kind in KINDS:
                    if cards[kind] < self.cards[kind]:
                        going[changed(cards, kind, 1), hand.plus(kind)] += number
        drawn = np.array([cards for cards, _ in orders])
        self.sizes = drawn.sum(axis=1)
        self.low, self.low_of = np.unique(drawn[:, :4], axis=0, return_inverse=True)
        self.high, self.high_of = np.unique(drawn[:, 4:], axis=0, return_inverse=True)
        self.brought = np.array(
            [
                [
                    number * brings(self.rules, points, over)
                    for points in range(STIFF, BLACKJACK + 2)
                ]
                for (_, over), number in orders.items()
            ]
        )

    def _against_the_dealer(self, taken: Ints) -> Floats:
        left = self.cards - taken
        every = IN_A_ROW[left.sum(axis=1)]
        chances = IN_A_ROW[left[:, np.newaxis, :4], self.low].prod(axis=2)[:, self.low_of]
        chances *= IN_A_ROW[left[:, np.newaxis, 4:], self.high].prod(axis=2)[:, self.high_of]
        chances /= every[:, self.sizes]
        found: Floats = chances @ self.brought
        return found


IN_A_ROW: Floats = np.array(
    [[float(perm(cards, drawn)) for drawn in range(20)] for cards in range(200)]
)
"""In how many orders so many cards can be drawn out of so many."""
