"""What a settled round came to for each seat, worked out from its outcomes or from its log."""

from collections.abc import Collection, Iterable, Mapping

from engine.game import Outcome, Reason, fold, parse_move, settle
from engine.rules import parse_rules
from engine.saved import CountedRound, DealtSeat, Ending, KeptRound, SeatResult

NATURALS = frozenset({Reason.NATURAL, Reason.EVEN_MONEY})
"""The reasons for which a hand is paid as a natural."""


def seat_results(outcomes: Iterable[Outcome], users: Mapping[int, int]) -> tuple[SeatResult, ...]:
    """The results by seat; `users` are user ids by seat number. Raises `KeyError` where a seat has no user."""
    by_seat: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_seat.setdefault(outcome.seat, []).append(outcome)
    return tuple(
        SeatResult(
            seat=seat,
            user_id=users[seat],
            hands=sum(outcome.hand is not None for outcome in mine),
            staked=sum(outcome.stake for outcome in mine),
            net=sum(outcome.net for outcome in mine),
            naturals=sum(outcome.reason in NATURALS for outcome in mine),
        )
        for seat, mine in sorted(by_seat.items())
    )


def logged_results(
    rules: str, dealt: Collection[DealtSeat], moves: Iterable[str]
) -> tuple[SeatResult, ...]:
    """The results of a log in text form. Raises `ValueError` where it is not that of a finished round."""
    stakes = {seat.seat: seat.stake for seat in dealt}
    round_ = fold(parse_rules(rules), stakes, map(parse_move, moves))
    return seat_results(settle(round_), {seat.seat: seat.user_id for seat in dealt})


def counted(kept: KeptRound) -> CountedRound:
    """What a kept round came to. Raises `ValueError` where its log can't be played."""
    settled = kept.ending is Ending.SETTLED
    moves = (move.text for move in kept.moves)
    return CountedRound(
        round_id=kept.round_id,
        rule_set=parse_rules(kept.rules).key,
        results=logged_results(kept.rules, kept.dealt, moves) if settled else (),
    )
