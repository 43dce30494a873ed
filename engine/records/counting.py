"""What rounds came to, worked out from their logs; rounds of an older schema are counted once, at the start."""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.round.moves import parse_move
from engine.round.payout import paid_at_once, settle
from engine.round.record import fold
from engine.rules.options import parse_rules
from engine.table.play import of_people, seat_results
from engine.values.bank import UncountedRounds
from engine.values.played import CountedRound, Ending, KeptRound
from engine.values.rounds import DealtSeat, SeatResult

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


def logged_results(
    rules: str, dealt: Collection[DealtSeat], moves: Iterable[str], *, voided: bool = False
) -> tuple[SeatResult, ...]:
    """The results of a log in text form; of a voided round, those of the hands that were paid before.

    Raises `ValueError` where it is not the log of a round that ended so.
    """
    stakes = {seat.seat: seat.stake for seat in dealt}
    round_ = fold(parse_rules(rules), stakes, map(parse_move, moves))
    outcomes = paid_at_once(round_) if voided else settle(round_)
    return seat_results(outcomes, {seat.seat: seat.user_id for seat in dealt})


def counted(kept: KeptRound) -> CountedRound:
    """What a kept round came to. Raises `ValueError` where its log can't be played."""
    settled = kept.ending is Ending.SETTLED
    moves = (move.text for move in kept.moves)
    return CountedRound(
        round_id=kept.round_id,
        rule_set=parse_rules(kept.rules).key,
        results=of_people(logged_results(kept.rules, kept.dealt, moves)) if settled else (),
    )
