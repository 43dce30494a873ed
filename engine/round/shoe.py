"""The shoe: a pure function of a seed, so that a restart rebuilds it.

SHAKE-256 stretches the seed of 32 random bytes into bits, from which a Fisher-Yates shuffle draws numbers by rejection
sampling, without bias. Then the cards are cut, and the cut card is placed within the rules' range.
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
    """No card is left to draw."""


class Stream:
    """A stream of unbiased random integers from a seed, another one for each `purpose`."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._seed = purpose.encode() + b"\0" + seed
        self._block = 0
        self._words: list[int] = []
        self._bits = 0
        self._left = 0

    def below(self, bound: int) -> int:
        """Return the next integer below `bound`; all are equally likely."""
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
        """Add 64 random bits to the buffer; shifting a whole block each time would be slow."""
        if not self._words:
            block = shake_256(self._block.to_bytes(8, "big") + self._seed).digest(512)
            self._words = [*unpack(">64Q", block)]
            self._block += 1
        self._bits |= self._words.pop() << self._left
        self._left += 64


def shuffled(cards: Sequence[T], stream: Stream) -> tuple[T, ...]:
    """Return the cards in random order; all orders are equally likely."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


@dataclass(slots=True, kw_only=True)
class Shoe:
    """A shoe; `dealt` counts drawn cards, `spent` is true once the cut card has come out. `repr` hides the cards.

    The cards of an infinite deck are drawn with replacement.
    """

    rules: Rules
    seed: bytes = field(repr=False)
    dealt: int = 0
    packed: bytes = field(repr=False)
    """All cards in order: a byte each, as every table has hundreds."""
    cut_card_at: int | None
    """Cards above the cut card in the full shoe."""
    spent: bool = False

    @classmethod
    def fresh(cls, rules: Rules, seed: bytes) -> "Shoe":
        """Return a full shoe, shuffled by the seed. Raises `ValueError` unless the seed has 32 bytes."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        if rules.decks is None:
            return cls(rules=rules, seed=seed, packed=b"", cut_card_at=None)
        packed = _shuffle_and_cut(pack(FRENCH_DECK) * rules.decks, seed)
        return cls(rules=rules, seed=seed, packed=packed, cut_card_at=_place_cut_card(rules, seed))

    @classmethod
    def rebuilt(cls, rules: Rules, seed: bytes, dealt: int) -> "Shoe":
        """Return a shoe from which `dealt` cards were drawn. Raises `ValueError` if it never held that many."""
        shoe = cls.fresh(rules, seed)
        if dealt < 0 or (rules.decks is not None and dealt > len(shoe.packed)):
            raise ValueError(f"a shoe of {len(shoe.packed)} cards can't have dealt {dealt}")
        spent = shoe.cut_card_at is not None and dealt >= shoe.cut_card_at
        shoe.dealt, shoe.spent = dealt, spent
        return shoe

    def copy(self) -> "Shoe":
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
        """All cards in the order of the shoe, including drawn ones."""
        return tuple(map(FRENCH_DECK.__getitem__, self.packed))

    @property
    def left(self) -> int | None:
        """The number of cards left to draw, None for an infinite deck."""
        return None if self.rules.decks is None else len(self.packed) - self.dealt

    @property
    def to_cut_card(self) -> int | None:
        """The number of cards above the cut card; None if there is none or it has come out."""
        return None if self.cut_card_at is None or self.spent else self.cut_card_at - self.dealt

    @property
    def needs_shuffle(self) -> bool:
        return self.spent or (self.rules.shuffle is Shuffle.EVERY_ROUND and self.dealt > 0)

    def draw(self, in_play: Callable[[], Iterable[Card]]) -> Card:
        """Draw a card; an empty shoe is refilled and shuffled first, without the cards `in_play`.

        Raises `ShoeEmpty` if all are in play.
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
    """Return a byte per card: its index in the French deck."""
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
