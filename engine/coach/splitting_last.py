"""What splitting a pair is worth where the shoe may run out, and every card that one hand takes tells the other much.

A pair is split once. Both hands are played by all that lies open, for each *draw*: the cards that both have taken out
of the unseen ones, in whatever order. The second hand's best play is worked out for each draw, its own value, and what
the first hand came to; then the first hand's, for each second card of the other one. Once the last card of the shoe is
out, the dealer's chances and those of the next card are taken to stay as they are, but for hands of two cards where
only a few were left: most of those decide then.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from engine.coach.bets import LOST, results
from engine.coach.dealer import Dealer
from engine.coach.dealer_hands import ENDS
from engine.coach.lines import KINDS, Array, Flags, Indexes
from engine.coach.running_out import Pack, after_the_last, known_hole
from engine.coach.splitting import splitting
from engine.rules import BLACKJACK

_STIFF = 16
"""A hand that stands with that or less wins and loses like any other of them."""


@dataclass(frozen=True, slots=True)
class _Hands:
    """The values that a hand can have, by points with aces as one, those that hold an ace and may be soft behind.

    The last is a bust. `points` are the best ones; `after` the number of a value with each card more.
    """

    hard: Indexes
    points: Indexes
    final: Flags
    after: Indexes


@lru_cache(maxsize=4)
def _hands(one_card: bool) -> _Hands:
    names = [(hard, False) for hard in range(1, BLACKJACK + 1)]
    names += [(hard, True) for hard in range(1, BLACKJACK // 2 + 2)]
    number = {name: at for at, name in enumerate(names)}
    bust = len(names)

    def with_card(hard: int, ace: bool, kind: int) -> int:
        more = hard + kind + 1
        return number.get((more, (ace or kind == 0) and more <= BLACKJACK - 10), bust)

    points = [hard + 10 * ace for hard, ace in names]
    after = [[with_card(*name, kind) for kind in range(KINDS)] for name in names]
    return _Hands(
        hard=np.array([*(hard for hard, _ in names), 0]),
        points=np.array([*points, 0]),
        final=np.array([one_card or value == BLACKJACK for value in points] + [True]),
        after=np.array([*after, [bust] * KINDS]),
    )


@dataclass(frozen=True, slots=True)
class _Draws:
    """All draws by number, with a card more `step` further; `levels` are those of each size."""

    counts: Array
    step: Indexes
    levels: list[Indexes]


def _draws(unseen: Array, left: int) -> _Draws:
    most = unseen.astype(int)
    counts = np.array([*product(*(range(count + 1) for count in most))])
    sizes = counts.sum(axis=1)
    step = np.append(np.cumprod((most + 1)[:0:-1])[::-1], 1)
    return _Draws(counts, step, [np.flatnonzero(sizes == size) for size in range(left + 1)])


_LAST = 3
"""With no more cards than that in the shoe, hands of two cards decide when it has run out."""

_FIRSTS = range(_STIFF, BLACKJACK + 1)
"""What the first hand may have come to, by points; behind them, a bust."""


def splitting_last(dealer: Dealer, pack: Pack, card: int) -> float:
    """What both hands bring in first stakes that come of a pair of cards of so many points."""
    hands = _hands(one_card=card == 1 and dealer.rules.split_aces_one_card)
    table = _Table(dealer, pack, hands, card)
    start = _start(card)
    second = np.minimum(table.step, len(table.counts) - 1)
    if pack.left == 0:
        return 2 * float(table.later_hit[start, 0])
    chances, after = table.chances, hands.after[start]
    if pack.left == 1:
        last = table.later[after, second] + table.later_hit[start, second]
        return float(chances[0] @ last)
    found = 0.0
    for kind in np.flatnonzero(chances[0]):
        first = _first_hand(table, card, int(kind), int(after[kind]))
        both = np.minimum(second + second[kind], len(first) - 1)
        found += float(chances[0] * chances[second, kind] @ first[both])
    return found


def _start(card: int) -> int:
    """The number of a hand that is one card."""
    return card - 1 if card > 1 else BLACKJACK


class _Table:
    """By draw (the last axis): chances, dealers, and what hands are worth. `later` is out of the discards."""

    def __init__(self, dealer: Dealer, pack: Pack, hands: _Hands, card: int) -> None:
        unseen, left, others, discards = pack
        draws = _draws(unseen, left)
        self.hands, self.counts, self.step, self.levels = (
            hands,
            draws.counts,
            draws.step,
            draws.levels,
        )
        self.chances = np.zeros((len(draws.counts), KINDS))
        ends = np.zeros((len(draws.counts), ENDS))
        for size, level in enumerate(draws.levels):
            packs = unseen - draws.counts[level]
            to_dealer = max(left - size - others, 0)
            ends[level] = dealer.ends_past(packs, to_dealer, discards[np.newaxis])
            self.chances[level] = dealer.next_card(packs)
        brings = results(dealer.rules)[hands.points]
        brings[-1] = LOST
        firsts = np.array([*results(dealer.rules)[_STIFF:], np.full(ENDS, LOST)])
        self.standing, beside = brings @ ends.T, firsts @ ends.T
        self.later, self.later_hit = self._later(discards / discards.sum())
        if left <= _LAST:
            self._later_in_full(dealer, pack, card)
        self.second = beside[:, np.newaxis] + self.standing
        self._play_second(beside, np.flatnonzero(~hands.final & (hands.hard > card)))

    def _later(self, chances: Array) -> tuple[Array, Array]:
        """The value of each hand, and that of a card more, when cards come out of the discards."""
        best, hit = self.standing.copy(), np.full_like(self.standing, LOST)
        for at in reversed(range(len(best) - 1)):
            hit[at] = chances @ best[self.hands.after[at]]
            if not self.hands.final[at]:
                best[at] = np.maximum(best[at], hit[at])
        return best, hit

    def _later_in_full(self, dealer: Dealer, pack: Pack, card: int) -> None:
        """The same for hands of two cards, and of one to which the second comes, to the last digit."""
        start = _start(card)
        for draw in self.levels[-1]:
            missing = pack.unseen - self.counts[draw]
            if pack.left < 2:
                known = known_hole(dealer, missing)
                both = splitting(known, pack.discards, card, 0, 1, exact=False)
                self.later_hit[start, draw] = both / 2
            for kind in np.flatnonzero(self.counts[draw]):
                hand = self.hands.after[start, kind]
                if not self.hands.final[hand]:
                    hard, ace = card + int(kind) + 1, card == 1 or kind == 0
                    short = pack._replace(unseen=missing)
                    now = after_the_last(dealer, short, hard, ace, np.zeros(KINDS))
                    self.later_hit[hand, draw] = now.hitting
                    self.later[hand, draw] = max(now.standing, now.hitting)

    def _play_second(self, beside: Array, going: Indexes) -> None:
        """The best play of the second hand, by what the first came to; the value of both."""
        after = self.hands.after[going]
        for size, level in reversed([*enumerate(self.levels)]):
            if size == len(self.levels) - 1:
                hit = beside[:, np.newaxis, level] + self.later_hit[going][:, level]
            else:
                hit = np.zeros((len(beside), len(after), len(level)))
                for kind, step in enumerate(self.step):
                    chances = self.chances[level, kind]
                    some = np.flatnonzero(chances)
                    drawn = level[some] + step
                    hit[:, :, some] += (
                        chances[some] * self.second[:, after[:, kind, np.newaxis], drawn]
                    )
            where = np.ix_(np.arange(len(beside)), going, level)
            self.second[where] = np.maximum(self.second[where], hit)


def _first_hand(table: _Table, card: int, other: int, second: int) -> Array:
    """The value of both hands by draw, when the second one has this value with a card of the `other` kind."""
    mine = table.counts.copy()
    mine[:, other] -= 1
    hard = card + mine @ np.arange(1, KINDS + 1)
    ace = ((card == 1) | (mine[:, 0] > 0)) & (hard <= BLACKJACK - 10)
    hand = np.where(ace, BLACKJACK - 1 + hard, hard - 1)
    hand[(hard > BLACKJACK) | (mine[:, other] < 0)] = len(table.hands.points) - 1
    came_to = np.clip(table.hands.points[hand], _STIFF, BLACKJACK) - _STIFF
    came_to[hand == len(table.hands.points) - 1] = len(_FIRSTS)
    found: Array = table.second[came_to, second, np.arange(len(hand))]
    for size, level in reversed([*enumerate(table.levels)][2:]):
        level = level[~table.hands.final[hand[level]]]
        if size == len(table.levels) - 1:
            going = table.later_hit[hand[level], level] + table.later[second, level]
        else:
            drawn = np.minimum(level[:, np.newaxis] + table.step, len(found) - 1)
            going = (table.chances[level] * found[drawn]).sum(axis=1)
        found[level] = np.maximum(found[level], going)
    return found
