"""Tables of *lines*: sets of cards that a hand may draw, up to 20 points with aces as one.

A line is a row of card counts, in ten columns, aces first. Lines are sorted by points, so that one more card always
leads to a later line, and the lines open to a hand of 12 are a prefix of the lines open to 5.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Indexes = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

KINDS = 10

MOST_POINTS = 20
"""A hand starts with at least one point and ends above 21."""


Cards = tuple[int, ...]


def with_one_more(cards: Cards, kind: int) -> Cards:
    """Return these card counts plus one card; `kind` is its index in the counts."""
    return (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])


def _within(points: int, highest: int = KINDS) -> Iterator[Cards]:
    """Yield each combination of cards up to `highest`, as counts by card, with at most `points` in total."""
    if highest == 0:
        yield ()
        return
    for count in range(points // highest + 1):
        for lower in _within(points - count * highest, highest - 1):
            yield (*lower, count)


_COUNTS = np.array([*_within(MOST_POINTS)], dtype=float)
_POINTS_OF = _COUNTS @ np.arange(1, KINDS + 1)

LINES: Array = _COUNTS[np.argsort(_POINTS_OF, kind="stable")]
"""Counts, a row per line; the first is empty."""

POINTS: Array = np.sort(_POINTS_OF)
"""By line, with aces as one."""

SIZES: Array = LINES.sum(axis=1)
"""Cards by line."""

UP_TO = [int(np.searchsorted(POINTS, points, "right")) for points in range(MOST_POINTS + 1)]
"""By points: the number of lines with at most that many."""

LEVELS = [slice(before, here) for before, here in pairwise([0, *UP_TO])]
"""By points: the slice of the lines with exactly that many."""


def _one_card_more() -> Indexes:
    lines = [tuple(line) for line in LINES.astype(int).tolist()]
    index = {line: number for number, line in enumerate(lines)}
    more = ([with_one_more(line, kind) for kind in range(KINDS)] for line in lines)
    return np.array([[index.get(line, len(lines)) for line in row] for row in more], dtype=np.intp)


NEXT = _one_card_more()
"""By line and kind: the line after that card, or the number of lines if it exceeds 20 points."""

SHORT = np.flatnonzero(SIZES <= 2)
"""Lines of at most two cards."""


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
"""A matrix that extrapolates values of short lines (columns) to all lines (rows).

The effect of removing a card hardly depends on the other removed cards, so a quadratic polynomial in the counts, exact
for lines of up to two cards, approximates every line. For n cards it is the sum over the line's pairs, minus n - 2
times the sum over its single cards, plus (n - 1)(n - 2) / 2 times the empty line's value."""
