"""The torture test detects tables with two clickable messages, and channels that refuse the bot."""

from tests.clock import ManualClock
from tests.driver import RequestRecord

from .strays import Strays
from .witness import is_shut_out

TABLE, OLD, NEW = 3, 70, 80


def test_a_second_board_is_timed_while_clickable() -> None:
    """The time runs from the newer message's first drawing, or an edit that revives the old one, until that is gone."""
    clock = ManualClock()
    strays = Strays(clock.now)
    strays.drawn(TABLE, OLD, live=True)
    clock.advance(1_000)
    assert list(strays.longer_than(0)) == []
    strays.drawn(TABLE, NEW, live=True)
    clock.advance(100)
    assert [one.seconds for one in strays.longer_than(99)] == [100]
    strays.drawn(TABLE, OLD, live=False)
    clock.advance(100)
    strays.drawn(TABLE, OLD, live=True)
    clock.advance(180)
    strays.deleted(OLD)
    clock.advance(1_000)
    strays.drawn(TABLE, NEW, live=False)
    assert [one.seconds for one in strays.longer_than(99)] == [100, 180]
    assert {one.message_id for one in strays.longer_than(0)} == {OLD}


def test_a_channel_refuses_the_bot_until_a_message_is_accepted() -> None:
    """The last refusal before a click counts; later accepted messages, deletions and other channels don't."""

    def request(method: str, status: int, channel: int = 1) -> RequestRecord:
        return RequestRecord(
            method=method, path=f"/channels/{channel}/messages/2", status=status, user_agent=""
        )

    requests = [
        accepted := request("POST", 200),
        refused := request("PATCH", 403),
        request("PATCH", 200, channel=2),
        deleted := request("DELETE", 204),
        again := request("PATCH", 200),
    ]
    assert [is_shut_out(requests, 1, since) for since in (accepted, refused, deleted)] == [True] * 3
    assert not is_shut_out(requests, 1, again)
    assert not is_shut_out(requests[:1], 1, accepted)
