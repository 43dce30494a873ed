"""How a dealer's hand ends: with 17 to 21, bust, or with a natural; the exact chances for any cards unseen.

The dealer has no choice, so the ends of all hands that they can draw are listed once for each upcard. A hand counts
with the number of orders in which its cards can come, times the chance of one of these orders: with a from `A` cards
left and b from `B`, it is A (A - 1) … B (B - 1) … / (N (N - 1) …), the same for every order. As a sum of logarithms
that is one product of two matrices for many packs at a time.

Unseen cards are exchangeable: that the hole card lies on the table already, and others draw before the dealer does,
changes nothing.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.coach.lines import FROM_SHORT, KINDS, LINES, SHORT, Array, Indexes
from engine.rules import BLACKJACK, Rules, Total

BUST, NATURAL = 5, 6
"""Columns of how a dealer's hand ends; the first five are 17 to 21."""

ENDS = 7

_NEVER = 1e-300
"""Stands for the chance of a card that is not there, whose logarithm has to be a number."""


class _Hands(NamedTuple):
    """The hands that a dealer can end with, one a column of `steps`, with the orders they come in by end in `orders`.

    A row of `steps` is the `nth` card of one `kind` (ten: of any), and says which hands have that many.
    """

    kind: Indexes
    nth: Array
    steps: Array
    orders: Array


def ends(rules: Rules, up: int, left: Array) -> Array:
    """The chances of each end, for each row of `left`, the counts of cards unseen beside the upcard of `up` points."""
    hands = _hands(_drawing(rules), up)
    cards = np.column_stack([left, left.sum(axis=1)])[:, hands.kind] - hands.nth
    # Where no card at all is left, the kind that would be drawn has run out, too.
    least = np.where(hands.kind == KINDS, 1.0, _NEVER)
    found: Array = np.exp(np.log(np.maximum(cards, least)) @ hands.steps) @ hands.orders
    return found


def ends_by_line(
    rules: Rules, up: int, unseen: Array, count: int, *, peeked: bool, exact: bool
) -> Array:
    """The chances of each end once the player has drawn each of the first `count` lines out of the unseen cards.

    Where the dealer has `peeked`, they have no natural. Unless `exact`, only those of the short lines are worked out.
    """
    short = SHORT[count > SHORT]
    which = slice(count) if exact else short
    known = ends(rules, up, unseen - LINES[which])
    if peeked:
        known /= np.maximum(1 - known[:, NATURAL:], _NEVER)
        known[:, NATURAL] = 0
    return known if exact else FROM_SHORT[:count, : len(short)] @ known


@lru_cache(maxsize=64)
def _drawing(rules: Rules) -> frozenset[Total]:
    """The values to which the dealer draws."""
    values = [Total(points, soft) for points in range(BLACKJACK + 1) for soft in (False, True)]
    return frozenset(filter(rules.dealer_draws, values))


@lru_cache(maxsize=64)
def _hands(drawing: frozenset[Total], up: int) -> _Hands:
    final: dict[tuple[int, ...], tuple[int, int]] = {}
    going: dict[tuple[int, ...], int] = {(0,) * KINDS: 1}
    while going:
        longer: dict[tuple[int, ...], int] = {}
        for cards, orders in going.items():
            value = _total(up, cards)
            if value in drawing:
                for kind in range(KINDS):
                    more = (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])
                    longer[more] = longer.get(more, 0) + orders
            else:
                final[cards] = (orders, _end(value, sum(cards)))
        going = longer
    return _as_matrices(final)


def _total(up: int, cards: tuple[int, ...]) -> Total:
    hard = up + sum(points * count for points, count in enumerate(cards, 1))
    soft = (up == 1 or cards[0] > 0) and hard + 10 <= BLACKJACK
    return Total(hard + 10 * soft, soft)


def _end(value: Total, drawn: int) -> int:
    if value.points > BLACKJACK:
        return BUST
    return NATURAL if drawn == 1 and value.points == BLACKJACK else value.points - 17


def _as_matrices(final: dict[tuple[int, ...], tuple[int, int]]) -> _Hands:
    cards = np.array([*final])
    counts = np.column_stack([cards, cards.sum(axis=1)])
    rows = [
        (kind, nth, np.where(counts[:, kind] > nth, -1.0 if kind == KINDS else 1.0, 0.0))
        for kind, most in enumerate(counts.max(axis=0))
        for nth in range(most)
    ]
    orders = np.zeros((len(final), ENDS))
    for row, (number, end) in enumerate(final.values()):
        orders[row, end] = number
    return _Hands(
        kind=np.array([kind for kind, _, _ in rows], dtype=np.intp),
        nth=np.array([nth for _, nth, _ in rows], dtype=float),
        steps=np.array([hands for _, _, hands in rows]),
        orders=orders,
    )
