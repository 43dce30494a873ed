"""Which chips lie under a table: three amounts that players click to bet, none of them outside the table's limits."""

from functools import lru_cache

from engine.money import MOST

_STEPS = (1, 2, 5)
"""Chips are these amounts, ten times these, a hundred times …; in cents."""

_SERIES = tuple(step * 10**power for power in range(len(str(MOST))) for step in _STEPS)

_COUNT = 3
_SMALLEST = 10_00
"""Cents; smaller ones are of use only where larger ones are not allowed."""
_LARGEST = 5_000_00
"""Cents: half of what everybody starts with. Larger ones are of use only where smaller ones are not allowed."""


@lru_cache(maxsize=512)
def chips(lowest: int, highest: int) -> tuple[int, ...]:
    """One to three bets within these limits, the smallest first; all in cents.

    >>> [cents // 100 for cents in chips(1_00, 500_00)]
    [10, 50, 100]
    >>> [cents // 100 for cents in chips(1_000_00, 50_000_00)]
    [1000, 2000, 5000]
    """
    allowed = [cents for cents in _SERIES if lowest <= cents <= highest]
    if not allowed:
        return tuple(sorted({lowest, highest}))
    if len(allowed) <= _COUNT:
        return tuple(allowed)
    useful = [cents for cents in allowed if _SMALLEST <= cents <= _LARGEST]
    if len(useful) < _COUNT:
        return tuple(allowed[-_COUNT:] if allowed[0] < _SMALLEST else allowed[:_COUNT])
    first, *others = useful[: _COUNT + 1]
    return first, *others[-2:]
