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
