"""What a settled round came to for each seat."""

from collections.abc import Iterable, Mapping

from engine.game import Outcome, Reason
from engine.saved import SeatResult

NATURALS = frozenset({Reason.NATURAL, Reason.EVEN_MONEY})
"""The reasons for which a hand is paid as a natural."""


def seat_results(outcomes: Iterable[Outcome], users: Mapping[int, int]) -> tuple[SeatResult, ...]:
    """The results by seat; `users` are user ids by seat number. Raises `KeyError` where a seat has no user."""
    by_seat: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_seat.setdefault(outcome.seat, []).append(outcome)
    return tuple([_sum(seat, users[seat], mine) for seat, mine in sorted(by_seat.items())])


def _sum(seat: int, user_id: int, outcomes: Iterable[Outcome]) -> SeatResult:
    hands = staked = net = naturals = 0
    for outcome in outcomes:
        hands += outcome.hand is not None
        staked += outcome.stake
        net += outcome.net
        naturals += outcome.reason in NATURALS
    return SeatResult(
        seat=seat, user_id=user_id, hands=hands, staked=staked, net=net, naturals=naturals
    )
