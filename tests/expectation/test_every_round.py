"""Compare the engine's expectation over every sequence of cards of a small shoe with the `second_opinion` module's.

The distribution of the engine's dealer is also compared with published figures.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from engine.round.round import Round
from engine.rules.cards import is_natural, total
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.expectation.card_text import ENDLESS_DECK
from tests.expectation.columns import COLUMNS, Column
from tests.expectation.plans import DOUBLE, EVERYTHING, INSURE, MIMIC, NEVER_BUST, STAND, Plan
from tests.expectation.second_opinion import BUST, NATURAL, Game, Pack, expectation, from_deal
from tests.expectation.walk import Stock, Walk, net

STAKE = 1000
"""Cents; half of it and payouts at 3:2 and 6:5 are whole."""

ODD_STAKE = 1001


@dataclass(frozen=True, slots=True)
class Scene:
    """One seat with a plan. Without `hand` and `up` the whole round is dealt from `rest`."""

    plan: Plan
    rest: str
    hand: str = ""
    up: str = ""

    def engine(self, rules: Rules, column: Column, stake: int = STAKE) -> Fraction:
        """Return the seat's average net result in cents over every round of the engine."""
        hand, up = self._for(column, self.hand), self._for(column, self.up)
        stacked = hand + up if rules.dealer_each else hand[:1] + up + hand[1:]
        stock = Stock(stacked=stacked, rest=self._for(column, self.rest))
        return net(Walk(column=column, plan=self.plan), rules, stock, {1: stake})[1]

    def second_opinion(self, column: Column, stake: int = STAKE) -> Fraction:
        """Return the same average, calculated from the column."""
        pack = Pack.of(self._for(column, self.hand + self.up + self.rest))
        game = Game(column, self.plan, pack, stake)
        if not self.hand:
            return expectation(game)
        hand = "".join(sorted(self._for(column, self.hand)))
        left = Pack.of(self._for(column, self.rest))
        return from_deal(game, hand, self._for(column, self.up), left)

    def _for(self, column: Column, cards: str) -> str:
        """Replace tens and faces by one code for the endless deck."""
        return cards if column.decks else cards.translate(str.maketrans("TJQK", "FFFF"))


WHOLE_ROUNDS = (
    Scene(NEVER_BUST, "A5566TTTT"),
    Scene(MIMIC, "AA667TTT"),
    Scene(STAND, "AA667TTT"),
    Scene(DOUBLE, "A567TTTT"),
    Scene(INSURE, "AA66TTTT"),
)
"""Every deal of a small shoe, with plans that never split."""

DEALS = (
    Scene(EVERYTHING, "A8999TTTTT", hand="88", up="6"),
    Scene(EVERYTHING, "889999TTTT", hand="88", up="A"),
    Scene(EVERYTHING, "A7999TTTT", hand="AA", up="9"),
    Scene(EVERYTHING, "AATTT699T", hand="AA", up="T"),
    Scene(EVERYTHING, "AT88899999", hand="TJ", up="7"),
    Scene(EVERYTHING, "A8889999", hand="TT", up="T"),
    Scene(EVERYTHING, "A566TT8", hand="79", up="T"),
    Scene(EVERYTHING, "5566TT8", hand="79", up="A"),
    Scene(EVERYTHING, "AA955TT", hand="56", up="A"),
    Scene(EVERYTHING, "A3955TT", hand="56", up="T"),
    Scene(EVERYTHING, "A6678TT", hand="A6", up="T"),
    Scene(EVERYTHING, "A6678TT", hand="AT", up="A"),
    Scene(EVERYTHING, "A6678TT", hand="AT", up="T"),
    Scene(INSURE, "A6678TT", hand="AT", up="A"),
    Scene(MIMIC, "A56789TT", hand="25", up="T"),
)
"""Deals that lead to splits, doubles, surrender and insurance."""


@pytest.mark.parametrize("key", COLUMNS)
def test_engine_equals_second_opinion(key: str) -> None:
    """Engine and second opinion agree exactly: whole rounds, deals with every option, and stakes with half cents."""
    rules, column = RULE_SETS[key], COLUMNS[key]
    odd = [(scene, ODD_STAKE) for scene in DEALS[6:-1]]
    for scene, stake in (*((scene, STAKE) for scene in (*WHOLE_ROUNDS, *DEALS)), *odd):
        assert scene.engine(rules, column, stake) == scene.second_opinion(column, stake), scene


@pytest.mark.parametrize(
    ("key", "plan", "cards", "pick"),
    [
        ("private", MIMIC, "77999TTTTT", min),
        ("private", MIMIC, "77999TTTTT", max),
        ("bicycle", INSURE, "A69TTTT9", max),
    ],
)
def test_two_seats(key: str, plan: Plan, cards: str, pick: Callable[[Iterable[int]], int]) -> None:
    """Each of two seats fares like a lone one, in either order of play, with a shared dealer or separate ones."""
    rules, column = RULE_SETS[key], COLUMNS[key]
    walk = Walk(column=column, plan=plan, pick=pick)
    alone = expectation(Game(column, plan, Pack.of(cards), STAKE))
    assert net(walk, rules, Stock(rest=cards), {1: STAKE, 2: STAKE}) == {1: alone, 2: alone}


# Michael Shackleford, The Wizard of Odds, "Blackjack Appendix 2B: Dealer Probabilities in Blackjack" (2004): one deck,
# the dealer stands on soft 17, before any peek. By upcard: 17, 18, 19, 20, 21, natural, bust.
ENDS = (17, 18, 19, 20, 21, NATURAL, BUST)
ONE_DECK = {
    "7": (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0, 0.259854),
    "9": (0.121886, 0.103921, 0.357391, 0.12225, 0.0611088, 0, 0.233442),
    "T": (0.114418, 0.112879, 0.114662, 0.328879, 0.0364661, 0.0784314, 0.214264),
}


@pytest.mark.parametrize("up", ONE_DECK)
def test_dealer_distribution(up: str) -> None:
    """The chances match the published ones to six digits."""
    walk = Walk(column=COLUMNS["hotseat"], plan=STAND)
    stock = Stock(stacked=f"T{up}9", rest=(ENDLESS_DECK.replace("F", "T") * 4).replace(up, "", 1))
    chances = dict.fromkeys(ENDS, Fraction())
    for over, chance in walk.endings(
        Round.start(RULE_SETS["hotseat"], {1: STAKE}), stock, Fraction(1)
    ):
        cards = over.groups[0].dealer.cards
        chances[NATURAL if is_natural(cards) else min(total(cards).points, BUST)] += chance
    assert [*map(float, chances.values())] == pytest.approx(ONE_DECK[up], abs=1e-6)
