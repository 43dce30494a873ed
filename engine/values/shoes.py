"""Shoes as they are kept: the seal, the words that a player added, and why a shoe ended.

A seed is kept and never printed: no `repr` shows it.
"""

from enum import StrEnum
from typing import NamedTuple

from engine.values.rounds import without


class ShoeEnd(StrEnum):
    """Why no more cards are dealt from a shoe; the values stand in its transcript."""

    CUT_CARD = "cut card"
    ROUND_OVER = "round over"
    """It was for one round, or, of an endless deck, for about so many cards."""
    CLOSED = "closed"
    """Its table closed because all players had left; before the second format, also if an admin closed it."""
    CLOSED_BY_ADMIN = "closed by an admin"
    """An admin closed its table."""
    VOIDED = "voided by an admin"
    """An admin ended its last round without a result."""
    OTHER_RULES = "rules changed"
    """Before its first card, the table's opener has chosen other rules, which have a shoe of their own."""
    RESTORED = "backup restored"
    """The host restored a backup: cards that were still to come may have been public already."""


class SavedShoe(NamedTuple):
    """A sealed shoe while cards are dealt from it.

    `number` counts the shoes of a table from 1, `first_round` is the round that it was made for. `header` is the public
    part of what is sealed, `seed` (32 bytes) the secret one, `sealed` the seal (32 bytes) of both. `words` is the
    SHA-256 of what the user `words_by` typed; both are None as long as no player has added words.
    """

    number: int
    first_round: int
    header: str
    sealed: bytes
    seed: bytes
    words: bytes | None = None
    words_by: int | None = None

    def __repr__(self) -> str:
        return without(self, "seed", "sealed", "words")


class RevealedShoe(NamedTuple):
    """A shoe that has ended: its number at its table, its seed, which is public from now on, and why it ended."""

    number: int
    seed: bytes
    end: ShoeEnd

    def __repr__(self) -> str:
        return without(self, "seed")


class ShoeRound(NamedTuple):
    """A round that was dealt from a shoe and has ended, `voided` or settled.

    `gone` cards had been dealt from the shoe before.

    `moves` are text forms; they name cards that may never have been turned over.
    """

    round_id: int
    number: int
    gone: int
    moves: tuple[str, ...]
    voided: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")


class KeptShoe(NamedTuple):
    """A shoe as anybody may ask for it: `seed`, `end` and `ended_at` are None as long as cards are dealt from it.

    Times in Unix seconds, UTC.
    """

    table_id: int
    channel_id: int
    rules: str
    """The text form of the table's rules."""
    number: int
    first_round: int
    header: str
    sealed: bytes
    sealed_at: float
    words: bytes | None
    words_by: int | None
    seed: bytes | None
    end: ShoeEnd | None
    ended_at: float | None

    def __repr__(self) -> str:
        return without(self, "seed", "sealed", "words")


class Shoes(NamedTuple):
    """A page of shoes, newest first; how many there are in all, and what ended early."""

    shoes: tuple[KeptShoe, ...]
    total: int
    left: int
    """Broken off when nobody sat at the table any more."""
    closed: int
    """Broken off by an admin who closed the table."""
    voided: int
    """The rounds that admins ended without a result: their shoes may have gone on."""
    restored: int
    """Broken off because the host restored a backup."""
