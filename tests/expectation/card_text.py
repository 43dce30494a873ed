"""Cards as single letters and their values; independent of the engine, which is tested against it."""

TENS = "TJQKF"
CODES = "A23456789" + TENS


def pips(card: str) -> int:
    """The hard value of a card."""
    return 10 if card in TENS else 1 if card == "A" else int(card)


def worth(hand: str) -> tuple[int, bool]:
    """Return the best value of a hand, and whether it counts an ace as 11."""
    hard = sum(map(pips, hand))
    soft = "A" in hand and hard <= 11
    return hard + 10 * soft, soft


def is_natural(hand: str) -> bool:
    """Return True for an ace with a ten-valued card."""
    return len(hand) == 2 and "A" in hand and any(ten in hand for ten in TENS)


ENDLESS_DECK = "A23456789" + "F" * 4
"""Thirteen cards; each draw takes any of them and puts it back."""
