"""The players of the house have ids that no person has; and what each room's docstring shows is what happens."""

import doctest
from importlib import import_module
from itertools import product

import pytest

from engine.values.tables import Character, character_of, member_id


def test_an_id_tells_its_character() -> None:
    """Ids are above those that Discord gives, and each belongs to one character at one table.

    They are in the log and on accounts: neither the places nor the words may change. Discord's ids are people's, those
    below zero the forgotten's; numbers that no table gives are nobody's.
    """
    members = [(table, one) for table, one in product([1, 2, 3, 2**40], Character)]
    ids = [member_id(*member) for member in members]
    assert [character_of(one) for one in ids] == [character for _, character in members]
    assert len({*ids}) == len(ids)
    assert 2**62 < min(ids) <= max(ids) < 2**63
    assert [*Character] == ["book", "mirror", "careful", "gambler", "counter", "novice"]
    assert [member_id(5, one) - 2**62 for one in Character] == [41, 42, 43, 44, 45, 46]
    for other in (1, 41, 2**62, 2**63 - 1, 2**63 - 8, 0, -1, -9, -41, -(2**62)):
        assert character_of(other) is None
    for table_id in (0, -1):
        with pytest.raises(ValueError, match="positive"):
            member_id(table_id, Character.BOOK)


ROOMS = ["rules", "round", "coach", "ai_players", "table", "values", "records", "bank"]


@pytest.mark.parametrize("room", ROOMS)
def test_the_example_of_a_room_runs(room: str) -> None:
    """With the names that the room makes public, and the results that are written there."""
    failed, tried = doctest.testmod(import_module(f"engine.{room}"))
    assert tried
    assert not failed
