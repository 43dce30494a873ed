"""The table of house rules, a column for each rule set, as its document says; the engine's `Rules` are not read.

What a column does not mention it does not have: a plain game of hitting and standing, in which equal values push and
an ace with a ten is just 21. `tests/engine/test_rule_sets.py` holds the engine's rule sets against it, cell by cell.
"""

from dataclasses import dataclass
from fractions import Fraction

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


_THREE_TO_TWO = Fraction(3, 2)
_AT_CUT_CARD = "at the cut card"
_FIRST, _DESIGNATED = "the first seat", "a seat that the dealer picks"

COLUMNS = {
    "hotseat": Column(
        decks=8,
        shuffle=_AT_CUT_CARD,
        cut_card=(60, 80),
        cutter=_FIRST,
        doubles=ANY_TOTAL,
    ),
    "endless": Column(
        decks=None,
        shuffle="never",
        natural=_THREE_TO_TWO,
        natural_at_once=True,
        natural_beats_21=True,
        doubles=ANY_TOTAL,
        doubles_after_split=True,
        splits="value",
        most_hands=WITHOUT_END,
        one_card_to_split_aces=True,
        natural_of_split_ten=True,
    ),
    "private": Column(
        decks=1,
        shuffle="every round",
        dealer_each=True,
        hole_card=False,
        ties_lose=True,
    ),
    "bicycle": Column(
        decks=6,
        shuffle=_AT_CUT_CARD,
        cut_card=(60, 75),
        cutter=_DESIGNATED,
        least_bet=200,
        most_bet=50_000,
        doubles_face_down=True,
        peek=True,
        natural=_THREE_TO_TWO,
        natural_beats_21=True,
        doubles=NINE_TO_ELEVEN,
        splits="rank",
        most_hands=2,
        one_card_to_split_aces=True,
        insurance=True,
    ),
    "surrender": Column(
        decks=8,
        deck_choice=(1, 8),
        shuffle=_AT_CUT_CARD,
        cut_card=(60, 80),
        cutter=_FIRST,
        natural=_THREE_TO_TWO,
        doubles=ANY_TOTAL,
        splits="value",
        most_hands=2,
        surrender=True,
    ),
    "vegas": Column(
        decks=6,
        shuffle=_AT_CUT_CARD,
        cut_card=(60, 80),
        cutter=_DESIGNATED,
        peek=True,
        natural=_THREE_TO_TWO,
        natural_beats_21=True,
        doubles=ANY_TOTAL,
        doubles_after_split=True,
        splits="value",
        most_hands=4,
        one_card_to_split_aces=True,
        insurance=True,
        even_money=True,
        surrender=True,
    ),
    "downtown": Column(
        decks=2,
        shuffle=_AT_CUT_CARD,
        cut_card=(26, 36),
        cutter=_DESIGNATED,
        dealer_hits_soft_17=True,
        peek=True,
        natural=_THREE_TO_TWO,
        natural_beats_21=True,
        doubles=ANY_TOTAL,
        doubles_after_split=True,
        splits="value",
        most_hands=4,
        one_card_to_split_aces=True,
        insurance=True,
        even_money=True,
    ),
    "european": Column(
        decks=6,
        shuffle=_AT_CUT_CARD,
        cut_card=(60, 80),
        cutter=_DESIGNATED,
        hole_card=False,
        natural=_THREE_TO_TWO,
        natural_beats_21=True,
        doubles=NINE_TO_ELEVEN,
        doubles_after_split=True,
        splits="value",
        most_hands=4,
        one_card_to_split_aces=True,
    ),
    "six-to-five": Column(
        decks=1,
        shuffle="every round",
        dealer_hits_soft_17=True,
        peek=True,
        natural=Fraction(6, 5),
        natural_beats_21=True,
        doubles=ANY_TOTAL,
        splits="value",
        most_hands=2,
        one_card_to_split_aces=True,
        insurance=True,
        even_money=True,
    ),
}
