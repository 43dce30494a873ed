"""Cards in a message: as text, or as pictures (`cogs/messages/card_emojis.py`)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from cogs.language import Language
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank, Suit

Pictures = Mapping[str, str]
"""Discord's text for each picture by its name; complete or empty."""

TEXT_ONLY: Pictures = MappingProxyType({})

BACK = "back"

CUT = "cut"

CARDS: Mapping[str, Card] = MappingProxyType(
    {str(card): card for card in (*FRENCH_DECK, *PLAIN_SUIT)}
)

NAMES = (*CARDS, BACK, CUT)


def _spoken(card: Card) -> str:
    rank = card.rank.name.lower()
    return f"{rank}_of_{card.suit.name.lower()}" if card.suit else f"{rank}_card"


SPOKEN: Mapping[str, str] = MappingProxyType(
    {name: _spoken(card) for name, card in CARDS.items()} | {BACK: "card_back", CUT: "cut_card"}
)
"""Words for screen readers: `ace_of_spades`, `face_card`."""


AS_TEXT = "\ufe0e"
"""Follows a sign that Discord would draw as a larger emoji."""

_SIGNS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
FACE_DOWN = "🎴"


def card_text(lang: Language, lying: Card | None) -> str:
    """Return a card as text, such as `A♠`; None is a face-down card."""
    return cards_text(lang, [lying], TEXT_ONLY)


@lru_cache(maxsize=32)
def _written(lang: Language) -> Mapping[str, str]:
    texts = {
        name: _rank(lang, one.rank) + (_SIGNS[one.suit] + AS_TEXT if one.suit else "")
        for name, one in CARDS.items()
    }
    return texts | {BACK: FACE_DOWN}


def _rank(lang: Language, rank: Rank) -> str:
    match rank:
        case Rank.TEN:
            return "10"
        case Rank.FACE:
            return lang("card-face")
        case _:
            return str(rank.value)


def cards_text(lang: Language, lying: Sequence[Card | None], pictures: Pictures) -> str:
    """Return cards in the order of the deal, as text without `pictures`; None is a face-down card."""
    names = [BACK if one is None else str(one) for one in lying]
    if pictures:
        return "".join([pictures[name] for name in names])
    texts = _written(lang)
    return " ".join([texts[name] for name in names])
