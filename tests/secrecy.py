"""How a seed or a card would look in a text, however it got there."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator

from engine.rules.cards import Card

# Each choice begins with its own letters, so that all others are skipped at once.
_CARD = re.compile(
    r"[2-9TJQKA](?<![\w.-].)[cdhs](?![\w-])"  # the text form of a card with a suit
    r"|deal +\w"  # of any card, with its move
    r"|Card\(|Rank\.|Suit\."  # what Python prints
)

_BOARD = re.compile(r"(?<!\w)(?:[2-9JQKA]|10)[♣♦♥♠]")


def cards_in(text: str) -> list[str]:
    """Whatever in this text names a card as only the program names them: people read `5♦`."""
    return [text[max(found.start() - 60, 0) : found.end() + 20] for found in _CARD.finditer(text)]


def seeds_in(text: str, seeds: Iterable[bytes]) -> list[str]:
    """The forms in which one of these seeds, or the first bytes of one, stand in this text."""
    return [form for seed in seeds for form in _forms(seed) if form in text]


def boards_in(text: str, cards: Iterable[Card]) -> list[str]:
    """Which of these cards stand in the text as a board would write them; without a suit they look like any number."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    names = {str(card) for card in cards if card.suit}
    written = {name[0].replace("T", "10") + signs[name[1]]: name for name in names}
    return [written[found] for found in dict.fromkeys(_BOARD.findall(text)) if found in written]


def _forms(seed: bytes) -> Iterator[str]:
    """The first bytes are enough, for Python abbreviates what it prints; of a small number it takes all of them."""
    told = seed[:6] if any(seed[:6]) else seed
    yield told.hex()
    yield told.hex().upper()
    yield repr(told)[2:-1]
    yield repr(list(told))[1:-1]
    yield b64encode(told).decode()
