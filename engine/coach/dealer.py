"""Probabilities of the dealer's result and of the next card, given the unseen cards.

After a peek without a natural, all probabilities are conditional on that. The card that would complete a natural can't
be the hole card, so the player is likelier to draw it. The dealer has no choices, so the final hands are enumerated
once per upcard, and the results are exact.
"""

from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from engine.coach.lines import (
    FROM_SHORT,
    KINDS,
    LINES,
    SHORT,
    Array,
    Cards,
    Flags,
    Indexes,
    with_one_more,
)
from engine.rules.cards import BLACKJACK, Total
from engine.rules.rules import Rules

BUST, NATURAL = 5, 6
"""Columns of results, after 17 to 21."""

ENDS = 7

THIN = 25
"""With fewer unseen cards the approximation is too coarse, so the exact method is used."""

_AT_ONCE = 500
"""Rows per matrix product. OpenBLAS starts threads for larger ones, which is slow on a busy machine."""

_NEVER = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """A dealer's upcard `up` in points; `peeked` is True after a peek without a natural."""

    rules: Rules
    up: int
    peeked: bool

    @property
    def partner(self) -> int | None:
        """The array column of the cards that make a natural with the upcard, or None."""
        return {1: 9, 10: 0}.get(self.up)

    def natural(self, unseen: Array) -> float:
        """Return the probability of a dealer natural, given the counts of unseen cards."""
        if self.peeked or self.partner is None:
            return 0.0
        return float(unseen[self.partner] / unseen.sum())

    def next_card(self, left: Array) -> Array:
        """Return the next card's probabilities, given the counts of cards left (last axis)."""
        left = np.maximum(left, 0)
        every = left.sum(axis=-1, keepdims=True)
        if not self.peeked or self.partner is None:
            chances: Array = left / np.maximum(every, 1)
            return chances
        partners = left[..., self.partner, np.newaxis]
        others = every - 1  # without the hole card, which isn't a partner
        chances = left * (others - partners) / np.maximum(others * (every - partners), 1)
        chances[..., self.partner] = (partners / np.maximum(others, 1))[..., 0]
        return chances

    def ends_by_line(self, unseen: Array, count: int, *, exact: bool) -> Array:
        """Return the probabilities of the dealer's results if the player drew each of the first `count` lines.

        A line is a set of drawn cards. Unless `exact` is set or few cards are left, only short lines are computed, and
        the rest extrapolated. Rows of impossible lines are meaningless.
        """
        if exact or unseen.sum() < THIN:
            possible = np.flatnonzero((LINES[:count] <= unseen).all(axis=1))
            found = np.zeros((count, ENDS))
            found[possible] = self._ends(unseen - LINES[possible])
            return found
        known = self._ends(unseen - LINES[SHORT[count > SHORT]])
        rows = range(0, count, _AT_ONCE)
        blocks = [
            FROM_SHORT[row : min(row + _AT_ONCE, count), : len(known)] @ known for row in rows
        ]
        return np.concatenate(blocks)

    def _ends(self, left: Array) -> Array:
        known = ends(self.rules, self.up, left)
        if self.peeked:
            known /= np.maximum(1 - known[:, NATURAL:], _NEVER)
            known[:, NATURAL] = 0
        return known


_IN_CACHE = 2**16
"""Elements per block that fit in the processor's cache."""

_SMALL = 20
"""Cards left, below which filtering impossible hands saves time."""

_LOW, _HIGH = slice(3), slice(3, KINDS)


class _Begun(NamedTuple):
    hard: int
    ace: bool
    alone: bool


class _Hands(NamedTuple):
    """All final hands of the dealer, sorted by result; those with result `ends[i]` begin at `starts[i]`.

    `low` and `high` have the distinct counts of low and high cards, into which `low_of` and `high_of` are indexes.
    `orders` is the number of orders of a hand's cards.
    """

    low: Indexes
    low_of: Indexes
    high: Indexes
    high_of: Indexes
    size: Indexes
    orders: Array
    starts: Indexes
    ends: Indexes


def ends(rules: Rules, up: int, left: Array) -> Array:
    """Return the probability of each result of the dealer, for each row of unseen cards without the upcard."""
    return _in_blocks(_hands(_drawing(rules), up), left)


def _in_blocks(hands: _Hands, left: Array) -> Array:
    if len(left) > 1 and left[0].sum() < _SMALL:
        hands = _of_these(hands, left.max(axis=0))
    rows = max(1, _IN_CACHE // len(hands.size))
    return np.concatenate(
        [_ends(hands, left[row : row + rows]) for row in range(0, len(left), rows)]
    )


def _of_these(hands: _Hands, cards: Array) -> _Hands:
    low: Flags = np.all(hands.low <= cards[_LOW], axis=1)
    high: Flags = np.all(hands.high <= cards[_HIGH], axis=1)
    which = np.flatnonzero(low[hands.low_of] & high[hands.high_of])
    if not len(which):
        return hands
    end_of = np.repeat(hands.ends, np.diff(hands.starts, append=len(hands.size)))[which]
    ends, starts = np.unique(end_of, return_index=True)
    low_ones, low_of = np.unique(hands.low_of[which], return_inverse=True)
    high_ones, high_of = np.unique(hands.high_of[which], return_inverse=True)
    return hands._replace(
        low=hands.low[low_ones],
        low_of=low_of,
        high=hands.high[high_ones],
        high_of=high_of,
        size=hands.size[which],
        orders=hands.orders[which],
        starts=starts,
        ends=ends,
    )


def _ends(hands: _Hands, left: Array) -> Array:
    most = int(np.max(hands.size))
    every = left.sum(axis=1, keepdims=True)
    drawn = _of_one_order(left, every, 0, most)
    any_card = _of_one_order(every, every, 1, most)[:, 0]
    chances = _of_kinds(drawn[:, _LOW], hands.low).take(hands.low_of, axis=1)
    chances *= _of_kinds(drawn[:, _HIGH], hands.high).take(hands.high_of, axis=1)
    chances *= (1 / any_card).take(hands.size, axis=1)
    chances *= hands.orders
    found = np.zeros((len(left), ENDS))
    found[:, hands.ends] = np.add.reduceat(chances, hands.starts, axis=1)
    return found


def _of_one_order(left: Array, every: Array, least: int, most: int) -> Array:
    """Return 1, A, A (A - 1), … for up to `most` cards of a kind with A left, at least `least`.

    Each factor is divided by `every` to keep the numbers small.
    """
    factors = np.maximum(left[:, :, np.newaxis] - np.arange(most), least)
    found = np.ones((*left.shape, most + 1))
    np.cumprod(factors / np.maximum(every, 1)[:, :, np.newaxis], axis=2, out=found[:, :, 1:])
    return found


def _of_kinds(drawn: Array, counts: Indexes) -> Array:
    found: Array = drawn[:, np.arange(counts.shape[1]), counts].prod(axis=2)
    return found


@lru_cache(maxsize=64)
def _drawing(rules: Rules) -> frozenset[Total]:
    values = [Total(points, soft) for points in range(BLACKJACK + 1) for soft in (False, True)]
    return frozenset(filter(rules.dealer_draws, values))


class _Final(NamedTuple):
    cards: Cards
    orders: int
    end: int


class _Going(NamedTuple):
    cards: Cards
    orders: int
    begun: _Begun


@lru_cache(maxsize=128)
def _hands(drawing: frozenset[Total], up: int) -> _Hands:
    final: list[_Final] = []
    over: dict[Cards, _Final] = {}
    going = {(0,) * KINDS: _Going((0,) * KINDS, 1, _Begun(up, up == 1, alone=True))}
    while going:
        before, over, going = going, {}, {}
        for cards, orders, now in before.values():
            for kind in range(KINDS):
                more, then = with_one_more(cards, kind), _with(now, kind)
                value = _value(then)
                if value in drawing:
                    others = going[more].orders if more in going else 0
                    going[more] = _Going(more, others + orders, then)
                else:
                    others = over[more].orders if more in over else 0
                    over[more] = _Final(more, others + orders, _end(value, now))
        final += over.values()
    return _listed(final)


def _with(begun: _Begun, kind: int) -> _Begun:
    return _Begun(begun.hard + kind + 1, begun.ace or kind == 0, alone=False)


def _value(begun: _Begun) -> Total:
    soft = begun.ace and begun.hard + 10 <= BLACKJACK
    return Total(begun.hard + 10 * soft, soft)


def _end(value: Total, before: _Begun) -> int:
    if value.points > BLACKJACK:
        return BUST
    return NATURAL if before.alone and value.points == BLACKJACK else value.points - 17


def _listed(final: list[_Final]) -> _Hands:
    final.sort(key=itemgetter(2))
    cards = np.array([counts for counts, _, _ in final])
    low, low_of = np.unique(cards[:, _LOW], axis=0, return_inverse=True)
    high, high_of = np.unique(cards[:, _HIGH], axis=0, return_inverse=True)
    which, starts = np.unique([end for _, _, end in final], return_index=True)
    return _Hands(
        *(low, low_of.ravel(), high, high_of.ravel()),
        size=cards.sum(axis=1),
        orders=np.array([number for _, number, _ in final], dtype=float),
        starts=starts,
        ends=which,
    )
