"""The shoe: shuffled cards as a pure function of a seed, so that a restart rebuilds the same shoe.

The seed is 32 random bytes. SHAKE-256 stretches it into a stream of bits, from which a Fisher-Yates shuffle draws its
numbers by rejection sampling, without bias. Then the cards are cut, and the cut card is placed at a distance from the
bottom that the rules limit.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256, shake_256
from struct import unpack
from typing import TypeVar

from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card
from engine.rules.rules import Rules, Shuffle

SEED_BYTES = 32

RandomBytes = Callable[[], bytes]
"""Returns `SEED_BYTES` random bytes per call."""

T = TypeVar("T")


class ShoeEmpty(Exception):
    """No card is left to draw, as all cards are in play."""


class Stream:
    """A stream of unbiased integers from a seed; each `purpose` has an independent one."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._seed = purpose.encode() + b"\0" + seed
        self._block = 0
        self._words: list[int] = []
        self._bits = 0
        self._left = 0

    def below(self, bound: int) -> int:
        """Return the next integer from 0 to `bound - 1`, each equally likely."""
        width = (bound - 1).bit_length()
        mask = (1 << width) - 1
        number = bound
        while number >= bound:
            while self._left < width:
                self._refill()
            number = self._bits & mask
            self._bits >>= width
            self._left -= width
        return number

    def _refill(self) -> None:
        """Add one word of a block. Shifting short numbers is faster than shifting a whole block."""
        if not self._words:
            block = shake_256(self._block.to_bytes(8, "big") + self._seed).digest(512)
            self._words = [*unpack(">64Q", block)]
            self._block += 1
        self._bits |= self._words.pop() << self._left
        self._left += 64


def shuffled(cards: Sequence[T], stream: Stream) -> tuple[T, ...]:
    """Return the cards in random order; all permutations are equally likely."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(slots=True, kw_only=True)
class Shoe:
    """A shoe, which changes as cards are drawn. `repr` hides its cards.

    `dealt` counts the drawn cards; `spent` is true once the cut card has come out. For an infinite deck each card is
    drawn with replacement.
    """

    rules: Rules
    seed: bytes = field(repr=False)
    dealt: int = 0
    packed: bytes = field(repr=False)
    """All cards in order, from `pack`: a byte each, as every table has hundreds."""
    cut_card_at: int | None
    """The number of cards above the cut card in the full shoe."""
    spent: bool = False

    @classmethod
    def fresh(cls, rules: Rules, seed: bytes) -> "Shoe":
        """Return a full, shuffled shoe. Raises `ValueError` if the seed is not 32 bytes."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        if rules.decks is None:
            return cls(rules=rules, seed=seed, packed=b"", cut_card_at=None)
        packed = _shuffle_and_cut(pack(FRENCH_DECK) * rules.decks, seed)
        return cls(rules=rules, seed=seed, packed=packed, cut_card_at=_place_cut_card(rules, seed))

    @classmethod
    def rebuilt(cls, rules: Rules, seed: bytes, dealt: int) -> "Shoe":
        """Return the shoe of this seed after `dealt` cards. Raises `ValueError` if it never held that many."""
        shoe = cls.fresh(rules, seed)
        if dealt < 0 or (rules.decks is not None and dealt > len(shoe.packed)):
            raise ValueError(f"a shoe of {len(shoe.packed)} cards can't have dealt {dealt}")
        spent = shoe.cut_card_at is not None and dealt >= shoe.cut_card_at
        shoe.dealt, shoe.spent = dealt, spent
        return shoe

    def copy(self) -> "Shoe":
        """Return an independent copy."""
        return Shoe(
            rules=self.rules,
            seed=self.seed,
            dealt=self.dealt,
            packed=self.packed,
            cut_card_at=self.cut_card_at,
            spent=self.spent,
        )

    @property
    def order(self) -> tuple[Card, ...]:
        """All its cards in order, including drawn ones."""
        return tuple(map(FRENCH_DECK.__getitem__, self.packed))

    @property
    def left(self) -> int | None:
        """The number of cards left in the shoe; None for an infinite deck."""
        return None if self.rules.decks is None else len(self.packed) - self.dealt

    @property
    def to_cut_card(self) -> int | None:
        """The number of cards left above the cut card; None without a cut card and after it has come out."""
        return None if self.cut_card_at is None or self.spent else self.cut_card_at - self.dealt

    @property
    def needs_shuffle(self) -> bool:
        """True if the cards have to be shuffled before the next round."""
        return self.spent or (self.rules.shuffle is Shuffle.EVERY_ROUND and self.dealt > 0)

    def draw(self, in_play: Callable[[], Iterable[Card]]) -> Card:
        """Draw the next card.

        If the shoe is empty, shuffle all cards except those `in_play` first. Raises `ShoeEmpty` if all are in play.
        """
        if self.rules.decks is None:
            stream = Stream(self.seed, f"card {self.dealt}")
            self.dealt += 1
            return PLAIN_SUIT[stream.below(len(PLAIN_SUIT))]
        if self.dealt == len(self.packed):
            self._reshuffle_discards(in_play())
        card = FRENCH_DECK[self.packed[self.dealt]]
        self.dealt += 1
        if self.dealt == self.cut_card_at:
            self.spent = True
        return card

    def _reshuffle_discards(self, in_play: Iterable[Card]) -> None:
        discards = Counter(FRENCH_DECK * (self.rules.decks or 0)) - Counter(in_play)
        if not discards:
            raise ShoeEmpty("every card is in play")
        self.seed = sha256(b"discards\0" + self.seed).digest()
        self.packed = _shuffle_and_cut(pack(discards.elements()), self.seed)
        self.dealt = 0
        self.cut_card_at = None
        self.spent = True


def pack(cards: Iterable[Card]) -> bytes:
    """Return one byte per card: its index in the French deck."""
    return bytes(map(FRENCH_DECK.index, cards))


def _shuffle_and_cut(cards: bytes, seed: bytes) -> bytes:
    order = bytes(shuffled(cards, Stream(seed, "shuffle")))
    cut = Stream(seed, "cut").below(len(order))
    return order[cut:] + order[:cut]


def _place_cut_card(rules: Rules, seed: bytes) -> int | None:
    if rules.cut_card is None or rules.decks is None:
        return None
    least, most = rules.cut_card
    below = least + Stream(seed, "cut card").below(most - least + 1)
    return rules.decks * len(FRENCH_DECK) - below
