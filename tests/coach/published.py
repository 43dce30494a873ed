"""Published figures: Michael Shackleford, The Wizard of Odds, "Blackjack Appendix 9" (October 2019).

Computed with the exact cards of every hand; splits consider the number of hands, but not the cards drawn by other
hands. Each table states its decks, the soft-17 rule and the hole card.
"""

from dataclasses import replace

from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules


def _standing_on(rules: Rules) -> Rules:
    return replace(rules, hits_soft_17=False)


def _one_seat(rules: Rules, decks: int) -> Rules:
    """Return rules with this many decks, and one seat so that they can't run out."""
    return replace(rules, decks=decks, cut_card=None, seats=1)


_PEEK = RULE_SETS["downtown"]
_NO_HOLE_CARD = replace(RULE_SETS["european"], hits_soft_17=True, double_totals=None)

TABLES: dict[str, Rules] = {
    "1ds17": _one_seat(_standing_on(_PEEK), 1),
    "2dh17": _PEEK,
    "5dh17": _one_seat(_PEEK, 5),
    "euro-6dh17": _NO_HOLE_CARD,
}
"""The published rules by table: double on any two cards and after splits; up to four hands."""

RETURNS = {
    "2dh17": [-0.003797, -0.005252],
    "euro-6dh17": [-0.0072705],
}
"""The expected return of the whole game, with doubling after splits and without."""

AGAINST_AN_ACE = {
    "1ds17": """
        2A -0.661732 -0.067808 -0.593281
        32 -0.659375 -0.291565 -1.318751
        54 -0.654533 -0.070215 -0.395771
        6A -0.482815 -0.199899 -0.527213
        65 -0.634013 0.172946 0.240259
        7A -0.101015 -0.108386 -0.357778
    """,
    "2dh17": """
        3A -0.593169 -0.137018 -0.570172
        42 -0.591222 -0.351868 -1.171187
        65 -0.587564 0.121079 0.166650
        7A -0.224703 -0.165428 -0.416886
    """,
    "5dh17": """
        5A -0.596253 -0.210407 -0.593427
        53 -0.595445 -0.266380 -0.829741
        72 -0.593988 -0.127340 -0.453585
        73 -0.593574 0.034084 -0.026078
    """,
    "euro-6dh17": """
        4A -0.721866 -0.429265 -1.025989
        52 -0.721740 -0.553211 -1.369970
        65 -0.720879 -0.235772 -0.535879
        7A -0.466029 -0.421285 -0.909374
    """,
}
"""A hand per line: its cards, and the worth of standing, hitting and doubling against an ace.

If the dealer peeks, the figures are for a dealer without a natural.
"""
