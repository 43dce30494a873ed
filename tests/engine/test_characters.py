"""The players of the house have ids that no person has, and no other table."""

from itertools import product

import pytest

from engine.characters import Character, character_of, member_id


def test_an_id_tells_its_character() -> None:
    """Ids are below zero, and each belongs to one character at one table."""
    members = [(table, one) for table, one in product([1, 2, 3, 2**40], Character)]
    ids = [member_id(*member) for member in members]
    assert [character_of(one) for one in ids] == [character for _, character in members]
    assert len({*ids}) == len(ids)
    assert -(2**63) <= min(ids) <= max(ids) < -(2**62)


def test_ids_stay_what_they_are() -> None:
    """They are in the log and on accounts: neither the places nor the words may change."""
    words = ["book", "mirror", "careful", "gambler", "counter", "novice"]
    assert [*Character] == words
    ids = [member_id(5, one) for one in Character]
    assert ids == [-4611686018427387945 - place for place in range(6)]


@pytest.mark.parametrize("user_id", [1, 41, 2**63 - 1, 0])
def test_people_are_no_characters(user_id: int) -> None:
    """They have positive ids."""
    assert character_of(user_id) is None


def test_forgotten_people_are_no_characters() -> None:
    """They have become numbers below zero, counted from one."""
    assert not any(map(character_of, range(-1_000, 0)))
    assert character_of(-(2**53)) is None


@pytest.mark.parametrize("beside", [0, 7, 8, 15])
def test_ids_that_no_table_gives_are_nobody(beside: int) -> None:
    """Such as those of a table without a number."""
    assert character_of(-(2**62) - beside) is None


@pytest.mark.parametrize("table_id", [0, -1])
def test_a_table_has_an_id(table_id: int) -> None:
    """Other numbers would give ids of nobody, or of another table."""
    with pytest.raises(ValueError, match="positive"):
        member_id(table_id, Character.BOOK)
