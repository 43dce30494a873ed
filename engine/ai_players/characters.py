"""The players of the house: who they are, and the ids by which tables and accounts know them."""

from enum import StrEnum


class Character(StrEnum):
    """Each plays in a way of its own, and sits at a table at most once; the value is its text form."""

    BOOK = "book"
    """Plays by the strategy chart."""
    MIRROR = "mirror"
    """Plays as the dealer does."""
    CAREFUL = "careful"
    """Never busts."""
    GAMBLER = "gambler"
    """Wants as much on the table as can be."""
    COUNTER = "counter"
    """Counts cards."""
    NOVICE = "novice"
    """Makes the mistakes that most people begin with."""


_PLACES = dict(enumerate(Character, 1))
_PLACE_OF = {character: place for place, character in _PLACES.items()}

_IDS_OF_A_TABLE = 8

_ABOVE_PEOPLE = 2**62
"""Discord's ids are moments, and come there in 2049. Those below zero belong to people who were forgotten."""


def member_id(table_id: int, character: Character) -> int:
    """The user id of a character at a table: above all people's, and the same at no other table.

    Raises `ValueError` unless the table's id is positive.
    """
    if table_id < 1:
        raise ValueError("a table's id is positive")
    return _ABOVE_PEOPLE + _IDS_OF_A_TABLE * table_id + _PLACE_OF[character]


def character_of(user_id: int) -> Character | None:
    """Who has this user id; None for people."""
    return _PLACES.get(user_id % _IDS_OF_A_TABLE) if user_id > _ABOVE_PEOPLE else None
