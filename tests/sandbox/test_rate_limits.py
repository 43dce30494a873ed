"""Discord's rate limits, where a sandbox is asked for them."""

import pytest

from sandbox.rest.rate_limits import RateLimits
from sandbox.world.clock import ManualClock

SEND, EDIT = ("POST", "/channels/{}/messages"), ("PATCH", "/channels/{}/messages/9")
TOKEN = ("PATCH", "/webhooks/1/token{}/messages/@original")


def taken(limits: RateLimits, route: tuple[str, str], names: list[int]) -> list[bool]:
    """Which of these requests are let in, all at the same moment."""
    method, path = route
    return [not limits.meet(method, path.format(name)).retry_after for name in names]


def test_so_many_requests_a_second_in_all() -> None:
    """For all routes together; what goes by interactions is not among them."""
    clock = ManualClock()
    limits = RateLimits(clock, 3)
    assert taken(limits, SEND, [1, 2, 3, 4]) == [True, True, True, False]
    assert limits.meet("GET", "/users/@me").everywhere
    assert taken(limits, TOKEN, [1]) == [True]
    clock.advance(0.6)
    assert limits.meet("GET", "/users/@me").retry_after == pytest.approx(0.4)
    clock.advance(0.4)
    assert taken(limits, SEND, [4]) == [True]


@pytest.mark.parametrize(("route", "seconds"), [(SEND, 5), (EDIT, 5), (TOKEN, 2)])
def test_five_in_a_while_for_each_channel_and_token(route: tuple[str, str], seconds: int) -> None:
    """The headers say how many are left, and when there will be more."""
    clock = ManualClock()
    limits = RateLimits(clock, 1_000)
    assert taken(limits, route, [1] * 6) == [True] * 5 + [False]
    assert taken(limits, route, [2]) == [True]
    clock.advance(seconds)
    method, path = route
    headers = limits.meet(method, path.format(1)).headers
    assert headers["X-RateLimit-Remaining"] == "4"
    assert float(headers["X-RateLimit-Reset-After"]) == seconds
