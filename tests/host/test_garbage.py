"""Objects that only keep each other alive are looked for seldom while a bot runs, and found all the same."""

import gc
import weakref

import pytest

from cogs.startup.process import SELDOM, rare_collections


class Ring:
    """Keeps itself alive."""

    def __init__(self) -> None:
        self.self = self


def test_what_was_there_before_is_left_alone_only_while_the_bot_runs() -> None:
    """Modules and classes are not looked at; afterwards, and after an error, all is as it was."""
    before = gc.get_threshold()
    inside = []

    def run() -> None:
        with rare_collections():
            inside.append((gc.get_threshold()[0], gc.get_freeze_count() > 1_000))
            raise KeyError

    with pytest.raises(KeyError):
        run()
    assert inside == [(SELDOM, True)]
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_what_a_running_bot_makes_is_found() -> None:
    """A ring of objects is gone soon after so many new ones."""
    with rare_collections():
        ring = weakref.ref(Ring())
        assert ring() is not None
        kept = [[] for _ in range(2 * SELDOM)]  # type: list[list[int]]
        assert ring() is None
        del kept
