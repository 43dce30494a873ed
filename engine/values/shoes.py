"""Saved shoes: the seal, a player's words, and the end of a shoe. Every `repr` hides the seed."""

from enum import StrEnum
from typing import NamedTuple

from engine.values.rounds import without


class ShoeEnd(StrEnum):
    """Why a shoe ended; the values are part of its transcript."""

    CUT_CARD = "cut card"
    ROUND_OVER = "round over"
    """The shoe was for one round only, or an endless deck has dealt its number of cards."""
    CLOSED = "closed"
    """The table closed because all players had left. In the first format, also if an admin closed it."""
    CLOSED_BY_ADMIN = "closed by an admin"
    VOIDED = "voided by an admin"
    OTHER_RULES = "rules changed"
    """The opener chose other rules before the first card, which need a new shoe."""
    RESTORED = "backup restored"
    """The host restored a backup, so its next cards may have been seen already."""


class SavedShoe(NamedTuple):
    """A sealed shoe in use.

    `number` counts the shoes of a table from 1, `first_round` is the first round to use it. `header` is the public
    part of the sealed text, `seed` (32 bytes) the secret part, `sealed` the seal (32 bytes) of both. `words` is the
    SHA-256 of the words of user `words_by`; both are None until a player adds words.
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
    """A finished shoe: its number at its table, its seed, which is public from now on, and why it ended."""

    number: int
    seed: bytes
    end: ShoeEnd

    def __repr__(self) -> str:
        return without(self, "seed")


class ShoeRound(NamedTuple):
    """A finished round of a shoe, `voided` or settled, after `gone` earlier cards of the shoe.

    `moves` are text forms, which may name unseen cards.
    """

    round_id: int
    number: int
    gone: int
    moves: tuple[str, ...]
    voided: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")


class PublicShoe(NamedTuple):
    """The public data of a shoe. `seed`, `end` and `ended_at` are None while it is in use.

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
    """A page of shoes, newest first; the number of all, and counts of early ends."""

    shoes: tuple[PublicShoe, ...]
    total: int
    left: int
    """Shoes that ended because all players had left."""
    closed: int
    """Shoes that ended because an admin closed the table."""
    voided: int
    """Rounds that admins voided; their shoes may have gone on."""
    restored: int
    """Shoes that ended because the host restored a backup."""
