"""What each room's docstring shows is what happens."""

import doctest
from importlib import import_module

import pytest

ROOMS = ["rules", "round", "coach", "ai_players", "table", "values", "records", "bank"]


@pytest.mark.parametrize("room", ROOMS)
def test_the_example_of_a_room_runs(room: str) -> None:
    """With the results that are written there."""
    failed, tried = doctest.testmod(import_module(f"engine.{room}"))
    assert tried
    assert not failed
