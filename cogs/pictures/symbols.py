"""What pictures of cards there are, and what they are called."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card

Pictures = Mapping[str, str]
"""The text that shows a picture, by the picture's name; it holds all of them or none."""

TEXT_ONLY: Pictures = MappingProxyType({})
"""Cards are written, not shown."""

BACK = "back"
"""The name of the back of a card, which shows while it lies face down."""

CUT = "cut"
"""The name of the cut card."""

CARDS: Mapping[str, Card] = MappingProxyType(
    {str(card): card for card in (*FRENCH_DECK, *PLAIN_SUIT)}
)
"""Every card that can be dealt, by the name of its picture."""

NAMES = (*CARDS, BACK, CUT)
"""The names of all pictures."""


def _spoken(card: Card) -> str:
    rank = card.rank.name.lower()
    return f"{rank}_of_{card.suit.name.lower()}" if card.suit else f"{rank}_card"


SPOKEN: Mapping[str, str] = MappingProxyType(
    {name: _spoken(card) for name, card in CARDS.items()} | {BACK: "card_back", CUT: "cut_card"}
)
"""What a picture shows, in words that a screen reader reads: `ace_of_spades`, `face_card`; by the picture's name."""


def name_of(card: Card | None) -> str:
    """The name of a card's picture; None lies face down."""
    return BACK if card is None else str(card)


def shown(names: Iterable[str], pictures: Pictures) -> str:
    """The pictures of these names, side by side."""
    return "".join([pictures[name] for name in names])
