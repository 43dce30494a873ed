"""The table of house rules, a column for each rule set, as its document says; the engine's `Rules` are not read.

What a column does not mention it does not have: a plain game of hitting and standing, in which equal values push and
an ace with a ten is just 21. `tests/engine/test_rule_sets.py` holds the engine's rule sets against it, cell by cell.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.expectation.card_text import pips, worth

ANY_TOTAL = frozenset(range(22))
NINE_TO_ELEVEN = frozenset({9, 10, 11})
WITHOUT_END = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The cards, the seats, what one seat can do, and what it comes to. Bets in cents."""

    decks: int | None
    deck_choice: tuple[int, int] | None = None
    shuffle: str
    """`never`, `every round`, or `at the cut card`."""
    cut_card: tuple[int, int] | None = None
    cutter: str = "nobody"
    seats: int = 4
    least_bet: int = 100
    most_bet: int | None = None
    """None: the balance."""
    dealer_each: bool = False
    hole_card: bool = True
    dealer_hits_soft_17: bool = False
    peek: bool = False
    natural: Fraction | None = None
    """What a natural pays; None where it is just 21."""
    natural_at_once: bool = False
    natural_beats_21: bool = False
    """The dealer's, against a 21 of more cards."""
    ties_lose: bool = False
    doubles: frozenset[int] = frozenset()
    doubles_after_split: bool = False
    doubles_face_down: bool = False
    splits: str = ""
    """`value`, `rank`, or not at all."""
    most_hands: int = 1
    one_card_to_split_aces: bool = False
    natural_of_split_ten: bool = False
    insurance: bool = False
    even_money: bool = False
    surrender: bool = False

    def options(self, hand: str, *, split: bool, hands: int) -> frozenset[str]:
        """The first letters of hit, stand, double, surrender (`r`), and `p` for splitting a pair."""
        first_two = len(hand) == 2
        doubles = first_two and worth(hand)[0] in self.doubles
        found = {
            "h": True,
            "s": True,
            "d": doubles and (self.doubles_after_split or not split),
            "p": first_two and self._is_pair(hand) and hands < self.most_hands,
            "r": first_two and self.surrender and not split,
        }
        return frozenset(letter for letter, open_ in found.items() if open_)

    def _is_pair(self, hand: str) -> bool:
        one, other = hand[0], hand[1]
        return one == other if self.splits == "rank" else pips(one) == pips(other)


def _column(*parts: dict[str, Any], **more: Any) -> Column:
    """What columns have in common, and then what is said of one."""
    told: dict[str, Any] = {}
    for part in (*parts, more):
        told |= part
    return Column(**told)


_THREE_TO_TWO = Fraction(3, 2)
_AT_CUT_CARD = "at the cut card"
_FIRST, _DESIGNATED = "the first seat", "a seat that the dealer picks"

_ANY = {"doubles": ANY_TOTAL, "splits": "value"}
_PAID = {"natural": _THREE_TO_TWO, "natural_beats_21": True, "one_card_to_split_aces": True}
_SHOE = {"shuffle": _AT_CUT_CARD, "cut_card": (60, 80)}
_INSURED = {"peek": True, "insurance": True}

COLUMNS = {
    "hotseat": _column(_SHOE, decks=8, cutter=_FIRST, doubles=ANY_TOTAL),
    "endless": _column(
        *(_ANY, _PAID),
        decks=None,
        shuffle="never",
        natural_at_once=True,
        natural_of_split_ten=True,
        doubles_after_split=True,
        most_hands=WITHOUT_END,
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
        least_bet=200,
        most_bet=50_000,
        splits="rank",
        most_hands=2,
        doubles=NINE_TO_ELEVEN,
        doubles_face_down=True,
    ),
    "surrender": _column(
        *(_ANY, _SHOE, {"decks": 8, "deck_choice": (1, 8), "cutter": _FIRST}),
        natural=_THREE_TO_TWO,
        most_hands=2,
        surrender=True,
    ),
    "vegas": _column(
        *(_ANY, _PAID, _INSURED, _SHOE, {"decks": 6, "cutter": _DESIGNATED, "most_hands": 4}),
        doubles_after_split=True,
        even_money=True,
        surrender=True,
    ),
    "downtown": _column(
        *(_ANY, _PAID, _INSURED, {"decks": 2, "cutter": _DESIGNATED, "most_hands": 4}),
        shuffle=_AT_CUT_CARD,
        cut_card=(26, 36),
        dealer_hits_soft_17=True,
        doubles_after_split=True,
        even_money=True,
    ),
    "european": _column(
        *(_PAID, _SHOE, {"decks": 6, "cutter": _DESIGNATED, "hole_card": False, "most_hands": 4}),
        doubles=NINE_TO_ELEVEN,
        doubles_after_split=True,
        splits="value",
    ),
    "six-to-five": _column(
        *(_ANY, _PAID, _INSURED, {"decks": 1, "shuffle": "every round", "most_hands": 2}),
        dealer_hits_soft_17=True,
        natural=Fraction(6, 5),
        even_money=True,
    ),
}
