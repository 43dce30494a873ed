"""Finds seeds and cards in texts, in any form in which they could leak."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator

from engine.rules.cards import Card

# The alternatives begin with different letters, so a mismatch is found at once.
_CARD = re.compile(
    r"[2-9TJQKA](?<![\w.-].)[cdhs](?![\w-])"  # a card's text form with its suit
    r"|deal +\w"  # the move that deals a card
    r"|Card\(|Rank\.|Suit\."  # Python's repr
)

_BOARD = re.compile(r"(?<!\w)(?:[2-9JQKA]|10)[♣♦♥♠]")


def cards_in(text: str) -> list[str]:
    """Return each place where a card stands in a form that only the program uses; players read `5♦`."""
    return [text[max(found.start() - 60, 0) : found.end() + 20] for found in _CARD.finditer(text)]


def seeds_in(text: str, seeds: Iterable[bytes]) -> list[str]:
    """Return the encoded forms of these seeds, or of their first bytes, that are in the text."""
    return [form for seed in seeds for form in _forms(seed) if form in text]


def boards_in(text: str, cards: Iterable[Card]) -> list[str]:
    """Return the cards that stand in the text as on a board. Cards without a suit look like any number."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    names = {str(card) for card in cards if card.suit}
    written = {name[0].replace("T", "10") + signs[name[1]]: name for name in names}
    return [written[found] for found in dict.fromkeys(_BOARD.findall(text)) if found in written]


def _forms(seed: bytes) -> Iterator[str]:
    """Yield encodings of the first bytes, because Python abbreviates long ones; a small number is used whole."""
    prefix = seed[:6] if any(seed[:6]) else seed
    yield prefix.hex()
    yield prefix.hex().upper()
    yield repr(prefix)[2:-1]
    yield repr(list(prefix))[1:-1]
    yield b64encode(prefix).decode()
