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

_BELOW = -(2**62)
"""Far below the numbers of forgotten people, which are below zero too."""

_IDS_OF_A_TABLE = 8


def member_id(table_id: int, character: Character) -> int:
    """The user id of a character at a table: far below zero, as no person's is, and the same at no other table.

    Raises `ValueError` unless the table's id is positive.
    """
    if table_id < 1:
        raise ValueError("a table's id is positive")
    return _BELOW - _IDS_OF_A_TABLE * table_id - _PLACE_OF[character]


def character_of(user_id: int) -> Character | None:
    """Who has this user id; None for people, those who were forgotten among them."""
    table_id, place = divmod(_BELOW - user_id, _IDS_OF_A_TABLE)
    return _PLACES.get(place) if table_id > 0 else None
