"""The table of house rules, one column per rule set, from the rules documents; independent of the engine's `Rules`.

Defaults describe a plain game of hitting and standing in which equal values push and an ace with a ten is just 21.
`tests/engine/test_rule_sets.py` compares the engine's rule sets with this table cell by cell.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.expectation.card_text import pips, worth

NINE_TO_ELEVEN = frozenset({9, 10, 11})


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The cards, seats, options and payouts of a rule set, named as in `Rules`. Bets in cents."""

    decks: int | None
    deck_choice: tuple[int, int] | None = None
    shuffle: str
    cut_card: tuple[int, int] | None = None
    cutter: str = "nobody"
    seats: int = 4
    min_bet: int = 100
    max_bet: int | None = None
    dealer_each: bool = False
    hole_card: bool = True
    hits_soft_17: bool = False
    peek: bool = False
    natural_pays: Fraction | None = None
    natural_paid_at_once: bool = False
    dealer_natural_beats_21: bool = False
    ties_lose: bool = False
    double: bool = False
    double_totals: frozenset[int] | None = None
    double_after_split: bool = False
    double_face_down: bool = False
    split: str = "none"
    max_hands: int | None = 1
    split_aces_one_card: bool = False
    natural_after_split: bool = False
    insurance: bool = False
    even_money: bool = False
    surrender: bool = False

    def options(self, hand: str, *, split: bool, hands: int) -> frozenset[str]:
        """Return the available moves: `h`it, `s`tand, `d`ouble, `p` for split, `r` for surrender."""
        first_two = len(hand) == 2
        on_total = self.double_totals is None or worth(hand)[0] in self.double_totals
        more = self.max_hands is None or hands < self.max_hands
        found = {
            "h": True,
            "s": True,
            "d": first_two and self.double and on_total and (self.double_after_split or not split),
            "p": first_two and self._is_pair(hand) and more,
            "r": first_two and self.surrender and not split,
        }
        return frozenset(letter for letter, open_ in found.items() if open_)

    def _is_pair(self, hand: str) -> bool:
        one, other = hand[0], hand[1]
        return one == other if self.split == "equal rank" else pips(one) == pips(other)


def _column(*parts: dict[str, Any], **more: Any) -> Column:
    """Merge the shared parts with a column's own cells."""
    cells: dict[str, Any] = {}
    for part in (*parts, more):
        cells |= part
    return Column(**cells)


_AT_CUT_CARD = "at the cut card"
_DEALER, _DESIGNATED = "the dealer", "a seat that the dealer picks"

_ANY = {"double": True, "split": "equal value"}
_PAID = {
    "natural_pays": Fraction(3, 2),
    "dealer_natural_beats_21": True,
    "split_aces_one_card": True,
}
_SHOE = {"shuffle": _AT_CUT_CARD, "cut_card": (60, 80)}
_INSURED = {"peek": True, "insurance": True}

COLUMNS = {
    "hotseat": _column(_SHOE, decks=8, cutter=_DEALER, double=True),
    "endless": _column(
        *(_ANY, _PAID),
        decks=None,
        shuffle="never",
        natural_paid_at_once=True,
        natural_after_split=True,
        double_after_split=True,
        max_hands=None,
    ),
    "private": _column(
        decks=1, shuffle="every round", dealer_each=True, hole_card=False, ties_lose=True
    ),
    "bicycle": _column(
        *(_PAID, _INSURED),
        decks=6,
        shuffle=_AT_CUT_CARD,
        cut_card=(60, 75),
        cutter=_DESIGNATED,
        min_bet=200,
        max_bet=50_000,
        split="equal rank",
        max_hands=2,
        double=True,
        double_totals=NINE_TO_ELEVEN,
        double_face_down=True,
    ),
    "surrender": _column(
        *(_ANY, _SHOE, {"decks": 8, "deck_choice": (1, 8), "cutter": _DEALER}),
        natural_pays=Fraction(3, 2),
        max_hands=2,
        surrender=True,
    ),
    "vegas": _column(
        *(_ANY, _PAID, _INSURED, _SHOE, {"decks": 6, "cutter": _DESIGNATED, "max_hands": 4}),
        double_after_split=True,
        even_money=True,
        surrender=True,
    ),
    "downtown": _column(
        *(_ANY, _PAID, _INSURED, {"decks": 2, "cutter": _DESIGNATED, "max_hands": 4}),
        shuffle=_AT_CUT_CARD,
        cut_card=(26, 36),
        hits_soft_17=True,
        double_after_split=True,
        even_money=True,
    ),
    "european": _column(
        *(_PAID, _SHOE, {"decks": 6, "cutter": _DESIGNATED, "hole_card": False, "max_hands": 4}),
        double=True,
        double_totals=NINE_TO_ELEVEN,
        double_after_split=True,
        split="equal value",
    ),
    "six-to-five": _column(
        *(_ANY, _PAID, _INSURED, {"decks": 1, "shuffle": "every round", "max_hands": 2}),
        hits_soft_17=True,
        natural_pays=Fraction(6, 5),
        even_money=True,
    ),
}
