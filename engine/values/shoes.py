"""Saved shoes: the seal (a hash of the secret seed), a player's words for the shuffle, and how the shoe ended.

Every `repr` hides the seed.
"""

from enum import StrEnum
from typing import NamedTuple

from engine.values.rounds import without


class ShoeEnd(StrEnum):
    """Why a shoe ended; the values are part of its published transcript."""

    CUT_CARD = "cut card"
    ROUND_OVER = "round over"
    """A single-round shoe, or an endless deck after its number of cards."""
    CLOSED = "closed"
    """All players left. In the first format, also if an admin closed the table."""
    CLOSED_BY_ADMIN = "closed by an admin"
    VOIDED = "voided by an admin"
    OTHER_RULES = "rules changed"
    RESTORED = "backup restored"
    """A restored backup: its next cards may have been seen."""


class SavedShoe(NamedTuple):
    """A sealed shoe in use, the `number`-th at its table.

    `header` is the public part of the sealed text, `seed` (32 bytes) the secret part, `sealed` the SHA-256 of both.
    `words` is the SHA-256 of the words that user `words_by` added to the shuffle; both None without words.
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
    """A finished shoe: its number, its secret seed, which becomes public, and why it ended."""

    number: int
    seed: bytes
    end: ShoeEnd

    def __repr__(self) -> str:
        return without(self, "seed")


class ShoeRound(NamedTuple):
    """A finished round, dealt after `gone` cards of its shoe. `moves` may name unseen cards."""

    round_id: int
    number: int
    gone: int
    moves: tuple[str, ...]
    voided: bool = False

    def __repr__(self) -> str:
        return without(self, "moves")


class PublicShoe(NamedTuple):
    """The public data of a shoe; `seed`, `end` and `ended_at` are None during use. Times in Unix seconds, UTC."""

    table_id: int
    channel_id: int
    rules: str
    """The text form."""
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
    """A page of shoes, newest first, the number of all, and how many ended early, by reason."""

    shoes: tuple[PublicShoe, ...]
    total: int
    left: int
    """All players had left."""
    closed: int
    voided: int
    restored: int
