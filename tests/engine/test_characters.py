"""AI players' ids, and the doctests of the packages."""

import doctest
from importlib import import_module
from itertools import product

import pytest

from engine.values.tables import Character, ai_player_id, character_of


def test_an_id_encodes_its_table_and_character() -> None:
    """Above Discord's ids, and saved, so neither ids nor names may change. Deleted users have negative ids."""
    members = [(table, one) for table, one in product([1, 2, 3, 2**40], Character)]
    ids = [ai_player_id(*member) for member in members]
    assert [character_of(one) for one in ids] == [character for _, character in members]
    assert len({*ids}) == len(ids)
    assert 2**62 < min(ids) <= max(ids) < 2**63
    assert [*Character] == ["book", "mirror", "careful", "gambler", "counter", "novice"]
    assert [ai_player_id(5, one) - 2**62 for one in Character] == [41, 42, 43, 44, 45, 46]
    for other in (1, 41, 2**62, 2**63 - 1, 2**63 - 8, 0, -1, -9, -41, -(2**62)):
        assert character_of(other) is None
    for table_id in (0, -1):
        with pytest.raises(ValueError, match="positive"):
            ai_player_id(table_id, Character.BOOK)


PACKAGES = ["rules", "round", "coach", "ai_players", "table", "values", "records", "bank"]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_example_in_a_packages_docstring_runs(package: str) -> None:
    failed, tried = doctest.testmod(import_module(f"engine.{package}"))
    assert tried
    assert not failed
