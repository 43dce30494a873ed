"""What pictures of cards there are, and what they are called."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.rules import FRENCH_DECK, PLAIN_SUIT, Card

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


def shown(cards: Iterable[Card | None], pictures: Pictures) -> str:
    """These cards as pictures, side by side; None lies face down."""
    return "".join(pictures[str(card) if card else BACK] for card in cards)
