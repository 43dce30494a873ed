"""Figures that others have published or worked out, with their sources."""

from fractions import Fraction

from tests.expectation.second_opinion import BUST, NATURAL

# Michael Shackleford, The Wizard of Odds, "Blackjack Appendix 2B: Dealer Probabilities in Blackjack" (2004): one deck,
# the dealer stands on soft 17 and has not looked for a natural yet. By upcard: 17, 18, 19, 20, 21, natural, bust.
_ENDS = (17, 18, 19, 20, 21, NATURAL, BUST)
_ONE_DECK = {
    "A": (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.313726, 0.11654),
    "2": (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0, 0.352973),
    "3": (0.130313, 0.130946, 0.123761, 0.123345, 0.116047, 0, 0.375588),
    "4": (0.130973, 0.114163, 0.120679, 0.116286, 0.115096, 0, 0.402803),
    "5": (0.119687, 0.123483, 0.116909, 0.104694, 0.106321, 0, 0.428905),
    "6": (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0, 0.420823),
    "7": (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0, 0.259854),
    "8": (0.130857, 0.362989, 0.129445, 0.0682898, 0.0697914, 0, 0.238627),
    "9": (0.121886, 0.103921, 0.357391, 0.12225, 0.0611088, 0, 0.233442),
    "T": (0.114418, 0.112879, 0.114662, 0.328879, 0.0364661, 0.0784314, 0.214264),
}
ONE_DECK_DEALER = {up: dict(zip(_ENDS, row, strict=True)) for up, row in _ONE_DECK.items()}

# The same, "Blackjack Appendix 9" (2019): what standing and doubling are worth with these cards against an ace.
# With a hole card the dealer has no natural; without one the dealer's natural takes the doubled bet too.
AGAINST_AN_ACE: dict[tuple[str, int, bool], dict[str, tuple[float, float]]] = {
    ("vegas", 1, False): {
        "46": (-0.636118, 0.048615),
        "7A": (-0.101015, -0.357778),
    },
    ("vegas", 5, False): {
        "56": (-0.660850, 0.133896),
    },
    ("downtown", 2, True): {
        "56": (-0.587564, 0.166650),
    },
    ("european", 6, True): {
        "56": (-0.720879, -0.535879),
    },
}
"""By rule set, decks, and whether the dealer hits soft 17; then by the player's two cards: standing and doubling."""


def natural_frequency(decks: int) -> Fraction:
    """How often two cards are a natural: The Wizard of Odds gives 192/4043, or 4.75 %, for six decks."""
    return 2 * Fraction(4, 13) * Fraction(4 * decks, 52 * decks - 1)


# "Winning hands!", Gaming Today, April 2002: a player who mimics a dealer that stands on every 17 loses 5.69 %, and
# 7.95 % where a natural pays no more than other hands. Bill Zender, "Card Counting for the Casino Executive", and Peter
# Griffin, as Henry Tamburin tells it in "How to cut the casino's edge in blackjack" (2000), round the first to 5.5 %.
MIMIC_LOSES = 0.0569
MIMIC_LOSES_WITHOUT_NATURALS = 0.0795

WHOLE_SHOE = {
    "hotseat": (-0.07938678, -0.08508934),
    "private": (-0.18235268, -0.15055426),
    "bicycle": (-0.05675648, -0.06013112),
    "surrender": (-0.05328133, -0.05898388),
    "vegas": (-0.05675648, -0.06013112),
    "downtown": (-0.06178517, -0.05816918),
    "european": (-0.05675648, -0.06013112),
    "six-to-five": (-0.07565233, -0.06996608),
}
"""By rule set, what mimicking the dealer and never going bust bring in the first round of a fresh shoe: summed over all
orders of the cards, in double precision, by a program in another language that is no part of this one. What
`second_opinion.expectation` finds for one whole deck, in a minute or two, are the same digits."""
