"""The judge notices a second board, also one that goes again."""

from tests.clock import ManualClock

from .strays import Strays

TABLE, OLD, NEW = 3, 70, 80


def test_a_second_board_counts_for_as_long_as_it_can_be_clicked() -> None:
    """From the first drawing of the newer message, or from an edit that revives the old one, until it is gone."""
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
