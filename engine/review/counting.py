"""Rounds that were played before results were kept are counted once, at the start."""

import logging
from collections.abc import Iterator, Sequence

from engine.saved import CountedRound, KeptRound, UncountedRounds
from engine.table import counted

log = logging.getLogger(__name__)

BATCH = 100
"""Rounds that are read and kept at a time."""


async def count_rounds(bank: UncountedRounds) -> int:
    """Count what is not counted yet, and say how many rounds that were.

    A round whose log can't be played is named in the log, and left out until the next start.
    """
    last = total = 0
    while rounds := await bank.uncounted_rounds(last, BATCH):
        found = list(_counted(rounds))
        await bank.keep_counted(found)
        total += len(found)
        last = rounds[-1].round_id
    if total:
        log.info("earlier rounds counted for the statistics: %d", total)
    return total


def _counted(rounds: Sequence[KeptRound]) -> Iterator[CountedRound]:
    for kept in rounds:
        try:
            yield counted(kept)
        except ValueError as error:
            log.error("round %d can't be counted from its log: %s", kept.round_id, error)
