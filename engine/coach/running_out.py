"""The best play of a hand, and of a split pair, where the shoe may run out: then the discards are shuffled, and dealt.

What is left in the shoe, with the hole card, is a small pack that is known; so are the discards. The player's cards
come first, then those of other hands, of which nothing is known but how many they are, then the dealer's. As long as
the player draws out of the shoe, each line has a dealer of its own, whose cards come out of what is left of the shoe,
and then out of the discards. Once the player has drawn the last card, only the hole card is still missing, and the hand
goes on as if out of a fresh pack.

Of a split pair every card that one hand takes tells the other much. A pair is split once. Both hands are played by all
that lies open, for each *draw*: the cards that both have taken out of the unseen ones, in whatever order. The second
hand's best play is worked out for each draw, its own value, and what the first hand came to; then the first hand's, for
each second card of the other one.

Once the last card of the shoe is out, only the hole card is missing, and the discards come. What one hand takes of
those changes the worth of the other one in no way on average, so both are worth what each is by itself, and what the
second gains because it knows the first one's cards. That gain is little, and is worked out for a few cards, with
chances that stay as they are behind them.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from engine.coach.dealer import ENDS, Dealer
from engine.coach.lines import KINDS, LEVELS, LINES, NEXT, SIZES, UP_TO, Array, Flags, Indexes
from engine.coach.play import LOST, Now, played, results, totals
from engine.rules.cards import BLACKJACK
from engine.rules.rules import Rules


class Pack(NamedTuple):
    """`unseen` cards, of which `left` are in the shoe; `others` of those go to other hands. Then come the discards."""

    unseen: Array
    left: int
    others: int
    discards: Array


def brought(dealer: Dealer, pack: Pack, hard: int, ace: bool) -> Now:
    """By a hand of so many points with aces as one, `ace` telling whether it holds one."""
    unseen, left, others, discards = pack
    count = UP_TO[BLACKJACK - hard]
    points, _ = totals(hard, ace)
    lines = np.flatnonzero((LINES[:count] <= unseen).all(axis=1) & (SIZES[:count] <= left))
    standing, hitting, values = (np.full(count + 1, LOST) for _ in range(3))
    for size in reversed(range(int(SIZES[lines].max()) + 1)):
        here = lines[SIZES[lines] == size]
        packs = unseen - LINES[here]
        ends = dealer.ends_past(packs, max(left - size - others, 0), discards[np.newaxis])
        standing[here] = (ends * results(dealer.rules)[points[here]]).sum(axis=1)
        if size == left:
            hitting[here] = [
                after_the_last(dealer, pack, hard, ace, LINES[line]).hitting for line in here
            ]
        else:
            after = np.minimum(NEXT[here], count)
            hitting[here] = (dealer.next_card(packs) * values[after]).sum(axis=1)
        best = np.maximum(standing[here], hitting[here])
        values[here] = np.where(points[here] == BLACKJACK, standing[here], best)
    return Now(float(standing[0]), float(hitting[0]), _doubling(dealer, pack, hard, ace, standing))


def _doubling(dealer: Dealer, pack: Pack, hard: int, ace: bool, standing: Array) -> float:
    if not pack.left:
        return after_the_last(dealer, pack, hard, ace, LINES[0]).doubling
    after = np.minimum(NEXT[0], len(standing) - 1)
    return 2 * float(dealer.next_card(pack.unseen) @ standing[after])


def after_the_last(dealer: Dealer, pack: Pack, hard: int, ace: bool, drawn: Array) -> Now:
    """The hand once it has drawn these, with the last card of the shoe."""
    known = known_hole(dealer, pack.unseen - drawn)
    hard, ace = int(hard + drawn @ np.arange(1, KINDS + 1)), bool(ace or drawn[0])
    return played(known, pack.discards[np.newaxis], hard, ace, exact=False).now


def known_hole(dealer: Dealer, unseen: Array) -> Dealer:
    """The same dealer when the shoe has run out, and nothing but these cards is missing."""
    return replace(dealer, hole=tuple(unseen)) if dealer.rules.hole_card else dealer


_STIFF = 16
"""A hand that stands with that or less wins and loses like any other of them."""


@dataclass(frozen=True, slots=True)
class _Hands:
    """The values that a hand can have, by points with aces as one, those that hold an ace and may be soft apart.

    A card more always leads further down; the last is a bust. `points` are the best ones; `number` is by points with
    aces as one and by whether there is an ace, `after` by each card more. Each that stands `brings` so much, by end.
    With `one_card`, all but an ace alone are final. Hands start with one `card` of so many points.
    """

    card: int
    one_card: bool
    hard: Indexes
    points: Indexes
    final: Flags
    number: Indexes
    after: Indexes
    brings: Array


@lru_cache(maxsize=16)
def _hands(rules: Rules, card: int) -> _Hands:
    most_soft = BLACKJACK // 2 + 1
    names = [(hard, False) for hard in range(1, most_soft)]
    names += [(hard, True) for hard in range(1, most_soft + 1)]
    names += [(hard, False) for hard in range(most_soft, BLACKJACK + 1)]
    bust = len(names)
    number = np.full((BLACKJACK + KINDS + 1, 2), bust)
    for at, (hard, soft) in enumerate(names):
        number[hard, int(soft)] = at
    number[most_soft + 1 :, 1] = number[most_soft + 1 :, 0]
    after = [
        [number[hard + kind + 1, int(soft or kind == 0)] for kind in range(KINDS)]
        for hard, soft in names
    ]
    points = np.array([*(hard + 10 * soft for hard, soft in names), 0])
    brings = results(rules)[points]
    brings[bust] = LOST
    final = (points == BLACKJACK) | (points == 0)
    one_card = card == 1 and rules.split_aces_one_card
    if one_card:
        final[np.arange(len(final)) != number[1, 1]] = True
    return _Hands(
        card=card,
        one_card=one_card,
        hard=np.array([*(hard for hard, _ in names), 0]),
        points=points,
        final=final,
        number=number,
        after=np.array([*after, [bust] * KINDS]),
        brings=brings,
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


@dataclass(frozen=True, slots=True)
class _Taken:
    """What hands can take out of the discards, up to some cards, the fewest first; `after` is with each card more."""

    counts: Array
    after: Indexes


@lru_cache(maxsize=4)
def _taken(most: int) -> _Taken:
    cards = [
        one for size in range(most + 1) for one in combinations_with_replacement(range(KINDS), size)
    ]
    number = {one: at for at, one in enumerate(cards)}
    after = [[number.get(tuple(sorted((*one, kind))), 0) for kind in range(KINDS)] for one in cards]
    counts = np.array([[one.count(kind) for kind in range(KINDS)] for one in cards], dtype=float)
    return _Taken(counts, np.array(after))


_FEW = 3
"""With no more cards than that to be missing, hands of few points go on out of the discards often enough to matter."""

_SOME = 5
"""The same, where only the gain of knowing the other hand's cards is asked for."""


class _Discards:
    """What hands are worth once the shoe has run out: by what is missing of it, and by their value.

    `standing` and `static` are by what was taken out of the discards, too (the last axis): `static` for the best play
    while chances stay as they are. `alone` is for the best play before anything was taken. So many cards are `due` to
    hands that still have one card.
    """

    def __init__(
        self, dealer: Dealer, hands: _Hands, missing: Array, discards: Array, due: int
    ) -> None:
        self.hands = hands
        self.ahead = 2 if len(missing) <= _SOME else 1
        self.taken = _taken(self.ahead + due)
        packs = np.maximum(discards - self.taken.counts, 0)
        packs[~packs.any(axis=1)] = discards
        self.chances = packs / packs.sum(axis=1, keepdims=True)
        ends = np.stack([dealer.ends_past(hole[np.newaxis], 0, packs) for hole in missing])
        self.standing = hands.brings @ ends.transpose(0, 2, 1)
        self.static = self.standing.copy()
        for at in np.flatnonzero(~hands.final)[::-1]:
            hit = (self.chances.T * self.static[:, hands.after[at]]).sum(axis=1)
            self.static[:, at] = np.maximum(self.standing[:, at], hit)
        if len(missing) <= _FEW and not hands.one_card:
            self.alone = self._in_full(dealer, missing, discards)
        else:
            every: Indexes = np.arange(len(hands.hard))[np.newaxis]
            hole: Indexes = np.arange(len(missing))[:, np.newaxis]
            self.alone = self._few_ahead(hole, every, np.zeros_like(every), self.ahead)

    def _in_full(self, dealer: Dealer, missing: Array, discards: Array) -> Array:
        """What each hand is worth by itself, for all that it can draw."""
        found = self.standing[..., 0].copy()
        going = np.flatnonzero(~self.hands.final & (self.hands.hard >= self.hands.card))
        count = UP_TO[BLACKJACK - min(self.hands.hard[going])]
        known = [known_hole(dealer, hole) for hole in missing]
        ends = np.stack([one.ends_by_line(discards, count, exact=False) for one in known])
        left = np.maximum(discards - LINES[:count], 0)
        chances = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
        for at in going:
            hard = int(self.hands.hard[at])
            points, _ = totals(hard, bool(self.hands.points[at] > hard))
            count = len(points)
            values = np.full((len(missing), count + 1), LOST)
            values[:, :count] = (ends[:, :count] * results(dealer.rules)[points]).sum(axis=2)
            for level in reversed(LEVELS[: BLACKJACK - hard + 1]):
                hit = (chances[level] * values[:, np.minimum(NEXT[level], count)]).sum(axis=2)
                hit[:, points[level] == BLACKJACK] = LOST
                values[:, level] = np.maximum(values[:, level], hit)
            found[:, at] = values[:, 0]
        return found

    def _few_ahead(
        self, hole: Indexes, one: Indexes, taken: Indexes, ahead: int, two: Indexes | None = None
    ) -> Array:
        """What a hand is worth, and `two` behind it if there is one; after `ahead` cards chances stay as they are."""
        behind = 0.0 if two is None else self.static[hole, two, taken]
        if not ahead:
            found: Array = self.static[hole, one, taken] + behind
            return found
        stand: Array = self.standing[hole, one, taken] + behind
        after = self._few_ahead(
            hole[..., np.newaxis],
            self.hands.after[one],
            self.taken.after[taken],
            ahead - 1,
            None if two is None else two[..., np.newaxis],
        )
        hit = (self.chances[taken] * after).sum(axis=-1)
        return np.where(self.hands.final[one], stand, np.maximum(stand, hit))

    def both(self, hole: Indexes, one: Indexes, two: Indexes) -> Array:
        """What two hands bring, the first of which is to decide."""
        none = np.zeros_like(hole)
        apart = self._few_ahead(hole, one, none, self.ahead) + self.static[hole, two, none]
        together = self._few_ahead(hole, one, none, self.ahead, two)
        found: Array = self.alone[hole, one] + self.alone[hole, two] + together - apart
        return found

    def gain(self, hole: Indexes, one: Indexes, start: int, taken: Indexes) -> Array:
        """What two hands gain by each other's cards; the second is due one, the first had `taken` some already."""
        apart = self._few_ahead(hole, one, taken, self.ahead)
        hole, one = hole[:, np.newaxis], one[:, np.newaxis]
        two, then = self.hands.after[start], self.taken.after[taken]
        together = self._few_ahead(hole, one, then, self.ahead, two) - self.static[hole, two, then]
        found: Array = (self.chances[taken] * together).sum(axis=1) - apart
        return found


_FIRSTS = range(_STIFF, BLACKJACK + 1)
"""What the first hand may have come to, by points; behind them, a bust."""


def splitting_last(dealer: Dealer, pack: Pack, card: int) -> float:
    """What both hands bring in first stakes that come of a pair of cards of so many points."""
    hands = _hands(dealer.rules, card)
    start = int(hands.number[card, int(card == 1)])
    draws = _draws(pack.unseen, pack.left)
    missing = pack.unseen - draws.counts[draws.levels[-1]]
    discards = _Discards(dealer, hands, missing, pack.discards, due=max(2 - pack.left, 0))
    after = hands.after[start]
    if pack.left < 2:
        return _soon_over(dealer, pack, draws, discards, start)
    table = _Table(dealer, pack, draws, discards, card)
    second = np.minimum(draws.step, len(draws.counts) - 1)
    found = 0.0
    for kind in np.flatnonzero(table.chances[0]):
        first = _first_hand(table, card, int(kind), int(after[kind]))
        both = np.minimum(second + second[kind], len(first) - 1)
        found += float(table.chances[0] * table.chances[second, kind] @ first[both])
    return found


def _soon_over(dealer: Dealer, pack: Pack, draws: _Draws, discards: _Discards, start: int) -> float:
    """The same where the discards come before both hands have two cards."""
    after = discards.hands.after[start]
    if pack.left == 0:
        none = np.zeros(KINDS, dtype=int)
        gain = discards.gain(none, after, start, discards.taken.after[0])
        return 2 * float(discards.alone[0, start]) + float(discards.chances[0] @ gain)
    kinds = draws.counts[draws.levels[1]].argmax(axis=1)
    hole, one = np.arange(len(kinds)), after[kinds]
    both = discards.alone[hole, one] + discards.alone[hole, start]
    both += discards.gain(hole, one, start, np.zeros_like(hole))
    return float(dealer.next_card(pack.unseen)[kinds] @ both)


class _Table:
    """By draw (the last axis): chances, dealers, and what hands are worth."""

    def __init__(
        self, dealer: Dealer, pack: Pack, draws: _Draws, discards: _Discards, card: int
    ) -> None:
        unseen, left, others, then = pack
        self.draws, self.discards, self.hands = draws, discards, discards.hands
        self.chances = np.zeros((len(draws.counts), KINDS))
        ends = np.zeros((len(draws.counts), ENDS))
        for size, level in enumerate(draws.levels):
            packs = unseen - draws.counts[level]
            to_dealer = max(left - size - others, 0)
            ends[level] = dealer.ends_past(packs, to_dealer, then[np.newaxis])
            self.chances[level] = dealer.next_card(packs)
        firsts = np.array([*results(dealer.rules)[_STIFF:], np.full(ENDS, LOST)])
        beside = firsts @ ends.T
        self.second = beside[:, np.newaxis] + self.hands.brings @ ends.T
        self._play_second(beside, np.flatnonzero(~self.hands.final & (self.hands.hard > card)))

    def _play_second(self, beside: Array, going: Indexes) -> None:
        """The best play of the second hand, by what the first came to; the value of both."""
        after, levels = self.hands.after[going], self.draws.levels
        for size, level in reversed([*enumerate(levels)]):
            if size == len(levels) - 1:
                hit = beside[:, np.newaxis, level] + self.discards.alone[:, going].T
            else:
                hit = np.zeros((len(beside), len(after), len(level)))
                for kind, step in enumerate(self.draws.step):
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
    hands, draws = table.hands, table.draws
    mine = draws.counts.copy()
    mine[:, other] -= 1
    hard = np.minimum(card + mine @ np.arange(1, KINDS + 1), BLACKJACK + 1)
    hand = hands.number[hard, ((card == 1) | (mine[:, 0] > 0)).astype(int)]
    hand[mine[:, other] < 0] = len(hands.points) - 1
    came_to = np.clip(hands.points[hand], _STIFF, BLACKJACK) - _STIFF
    came_to[hand == len(hands.points) - 1] = len(_FIRSTS)
    found: Array = table.second[came_to, second, np.arange(len(hand))]
    *levels, last = draws.levels
    holes = np.arange(len(last))
    found[last] = table.discards.both(holes, hand[last], np.full_like(holes, second))
    for level in reversed(levels[2:]):
        level = level[~hands.final[hand[level]]]
        drawn = np.minimum(level[:, np.newaxis] + draws.step, len(found) - 1)
        going = (table.chances[level] * found[drawn]).sum(axis=1)
        found[level] = np.maximum(found[level], going)
    return found
