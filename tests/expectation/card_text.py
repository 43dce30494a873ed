"""Cards as one letter each, and what they are worth; written without the engine, as a second opinion on it."""

TENS = "TJQKF"
CODES = "A23456789" + TENS


def pips(card: str) -> int:
    """The hard value of a card."""
    return 10 if card in TENS else 1 if card == "A" else int(card)


def worth(hand: str) -> tuple[int, bool]:
    """The best value of a hand, and whether an ace counts as 11 in it."""
    hard = sum(map(pips, hand))
    soft = "A" in hand and hard <= 11
    return hard + 10 * soft, soft


def is_natural(hand: str) -> bool:
    """Whether this is an ace and a ten-valued card."""
    return len(hand) == 2 and "A" in hand and any(ten in hand for ten in TENS)


ENDLESS_DECK = "A23456789" + "F" * 4
"""Thirteen cards, of which each draw takes any one and puts it back."""
