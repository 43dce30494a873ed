"""Every *line*: the cards that a hand can still draw, in whatever order, up to 20 points with aces as one.

Lines are sorted by points, so that what a hand of 12 can draw is the beginning of what a hand of 5 can, and a card more
always leads further down. Cards are known by points alone here: 1 for an ace to 10. Counts of cards have ten columns,
the ace's first.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Indexes = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

KINDS = 10
"""Cards that differ in points."""

MOST_POINTS = 20
"""A hand holds an ace at least, and is over when it has passed 21."""


Cards = tuple[int, ...]
"""How many of each kind."""


def with_one_more(cards: Cards, kind: int) -> Cards:
    """These cards and another of this kind (its column)."""
    return (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])


def _within(points: int, highest: int = KINDS) -> Iterator[Cards]:
    """Counts of the cards of up to `highest` points, with at most so many points in all."""
    if highest == 0:
        yield ()
        return
    for count in range(points // highest + 1):
        for lower in _within(points - count * highest, highest - 1):
            yield (*lower, count)


_COUNTS = np.array([*_within(MOST_POINTS)], dtype=float)
_POINTS_OF = _COUNTS @ np.arange(1, KINDS + 1)

LINES: Array = _COUNTS[np.argsort(_POINTS_OF, kind="stable")]
"""The counts of cards, a row for each line; the first is no card at all."""

POINTS: Array = np.sort(_POINTS_OF)
"""What the cards of a line come to, with aces as one."""

SIZES: Array = LINES.sum(axis=1)
"""How many cards a line has."""

UP_TO = [int(np.searchsorted(POINTS, points, "right")) for points in range(MOST_POINTS + 1)]
"""How many lines there are with at most so many points."""

LEVELS = [slice(before, here) for before, here in pairwise([0, *UP_TO])]
"""Where the lines of so many points are."""


def _one_card_more() -> Indexes:
    lines = [tuple(line) for line in LINES.astype(int).tolist()]
    index = {line: number for number, line in enumerate(lines)}
    more = ([with_one_more(line, kind) for kind in range(KINDS)] for line in lines)
    return np.array([[index.get(line, len(lines)) for line in row] for row in more], dtype=np.intp)


NEXT = _one_card_more()
"""Which line one card more makes of each; past the last one where it has more than 20 points."""

SHORT = np.flatnonzero(SIZES <= 2)
"""The lines of no more than two cards."""


def _from_short() -> Array:
    columns = []
    for short in LINES[SHORT]:
        kinds = np.flatnonzero(short)
        if not short.any():
            columns.append((SIZES - 1) * (SIZES - 2) / 2)
        elif short.sum() == 1:
            columns.append((2 - SIZES) * LINES[:, kinds[0]])
        elif len(kinds) == 1:
            columns.append(LINES[:, kinds[0]] * (LINES[:, kinds[0]] - 1) / 2)
        else:
            columns.append(LINES[:, kinds[0]] * LINES[:, kinds[1]])
    return np.stack(columns, axis=1)


FROM_SHORT = _from_short()
"""How what is known of the short lines (columns) is carried on to every line (rows).

What a removed card changes in the dealer's chances hardly depends on what else was removed. So whatever is known of the
lines of up to two cards is known of all: as a polynomial of second degree in the counts, which is exact for the short
lines themselves. For a line of n cards: the sum over its pairs, less n - 2 times the sum over its cards, plus
(n - 1)(n - 2) / 2 times that of no card.
"""
