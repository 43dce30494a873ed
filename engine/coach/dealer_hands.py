"""How a dealer's hand ends: with 17 to 21, bust, or with a natural; the exact chances for any cards unseen.

The dealer has no choice, so the hands that they can end with are listed once for each upcard: some two thousand against
a two, fewer against the others. A hand counts with the number of orders in which its cards can come, times the chance
of one such order, which is the same for all: with two cards of a kind of which A are left, and one of another with B,
out of N it is A (A - 1) B / (N (N - 1) (N - 2)). The parts of low and of high cards are worked out once for all hands
that have them in common.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.coach.lines import KINDS, Array, Cards, Indexes, with_one_more
from engine.rules import BLACKJACK, Rules, Total

BUST, NATURAL = 5, 6
"""Columns of how a dealer's hand ends; the first five are 17 to 21."""

ENDS = 7

_AT_ONCE = 2**16
"""Chances that are multiplied at a time: larger arrays leave the processor's cache."""

_LOW, _HIGH = slice(3), slice(3, KINDS)


class _Hands(NamedTuple):
    """The hands that a dealer can end with, sorted by their ends, which begin at `starts`.

    `low` and `high` are the counts of the cards that hands have, each once; `low_of`, `high_of` and `size` say which of
    them, and how many cards, each hand has. It can come in so many `orders`.
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
    """The chances of each end, for each row of `left`, the counts of cards unseen beside the upcard of `up` points."""
    hands = _hands(_drawing(rules), up)
    rows = max(1, _AT_ONCE // len(hands.size))
    return np.concatenate(
        [_ends(hands, left[row : row + rows]) for row in range(0, len(left), rows)]
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
    """1, A, A (A - 1) and so on, for up to `most` cards out of the A that are left. No factor is below `least`.

    As parts of `every`, to stay small.
    """
    factors = np.maximum(left[:, :, np.newaxis] - np.arange(most), least)
    found = np.ones((*left.shape, most + 1))
    np.cumprod(factors / np.maximum(every, 1)[:, :, np.newaxis], axis=2, out=found[:, :, 1:])
    return found


def _of_kinds(drawn: Array, counts: Indexes) -> Array:
    """The product over the kinds, for each row of counts (the columns of what comes back)."""
    found: Array = drawn[:, np.arange(counts.shape[1]), counts].prod(axis=2)
    return found


@lru_cache(maxsize=64)
def _drawing(rules: Rules) -> frozenset[Total]:
    """The values to which the dealer draws."""
    values = [Total(points, soft) for points in range(BLACKJACK + 1) for soft in (False, True)]
    return frozenset(filter(rules.dealer_draws, values))


@lru_cache(maxsize=64)
def _hands(drawing: frozenset[Total], up: int) -> _Hands:
    final: dict[Cards, tuple[int, int]] = {}
    going: dict[Cards, int] = {(0,) * KINDS: 1}
    while going:
        longer: dict[Cards, int] = {}
        for cards, orders in going.items():
            value = _total(up, cards)
            if value in drawing:
                for kind in range(KINDS):
                    more = with_one_more(cards, kind)
                    longer[more] = longer.get(more, 0) + orders
            else:
                final[cards] = (orders, _end(value, sum(cards)))
        going = longer
    return _listed(final)


def _total(up: int, cards: Cards) -> Total:
    hard = up + sum(points * count for points, count in enumerate(cards, 1))
    soft = (up == 1 or cards[0] > 0) and hard + 10 <= BLACKJACK
    return Total(hard + 10 * soft, soft)


def _end(value: Total, drawn: int) -> int:
    if value.points > BLACKJACK:
        return BUST
    return NATURAL if drawn == 1 and value.points == BLACKJACK else value.points - 17


def _listed(final: dict[Cards, tuple[int, int]]) -> _Hands:
    ordered = sorted(final.items(), key=lambda item: item[1][1])
    cards = np.array([counts for counts, _ in ordered])
    low, low_of = np.unique(cards[:, _LOW], axis=0, return_inverse=True)
    high, high_of = np.unique(cards[:, _HIGH], axis=0, return_inverse=True)
    which, starts = np.unique([end for _, (_, end) in ordered], return_index=True)
    return _Hands(
        *(low, low_of.ravel(), high, high_of.ravel()),
        size=cards.sum(axis=1),
        orders=np.array([number for _, (number, _) in ordered], dtype=float),
        starts=starts,
        ends=which,
    )
