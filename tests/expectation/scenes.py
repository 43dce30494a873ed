"""The rule sets beside their columns, and small stocks of cards in which every rule matters."""

from dataclasses import dataclass
from fractions import Fraction

from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.expectation.card_text import ENDLESS_DECK
from tests.expectation.columns import COLUMNS, Column
from tests.expectation.plans import DOUBLE, EVERYTHING, INSURE, MIMIC, NEVER_BUST, STAND, Plan
from tests.expectation.second_opinion import Game, Pack, expectation, from_deal
from tests.expectation.walk import Stock, Walk, net

ALL_RULES = {key: RULE_SETS[key] for key in COLUMNS}

STAKE = 1000
"""Cents; halves, 3:2 and 6:5 of it are whole."""

ODD_STAKE = 1001


@dataclass(frozen=True, slots=True)
class Scene:
    """One seat with a plan. Without a hand and an upcard the whole round is dealt from `rest`."""

    plan: Plan
    rest: str
    hand: str = ""
    up: str = ""
    endless: bool = False

    def engine(self, rules: Rules, column: Column, stake: int = STAKE) -> Fraction:
        """What the seat gains in cents, over every round that the engine can play."""
        hand, up = self._for(column, self.hand), self._for(column, self.up)
        stacked = hand + up if rules.dealer_each else hand[:1] + up + hand[1:]
        stock = Stock(stacked=stacked, rest=self._for(column, self.rest), endless=self.endless)
        return net(Walk(column=column, plan=self.plan), rules, stock, {1: stake})[1]

    def second_opinion(self, column: Column, stake: int = STAKE) -> Fraction:
        """The same, worked out from the column."""
        pack = Pack.of(self._for(column, self.hand + self.up + self.rest))
        left = Pack.of(self._for(column, self.rest), endless=self.endless)
        game = Game(column, self.plan, left if self.endless else pack, stake)
        if not self.hand:
            return expectation(game)
        hand = "".join(sorted(self._for(column, self.hand)))
        return from_deal(game, hand, self._for(column, self.up), left)

    def _for(self, column: Column, cards: str) -> str:
        """These cards in a deck whose ten-valued cards are all alike, where that is the case."""
        return cards if column.decks else cards.translate(str.maketrans("TJQK", "FFFF"))


WHOLE_ROUNDS = (
    Scene(NEVER_BUST, "A5566TTTT"),
    Scene(MIMIC, "AA667TTT"),
    Scene(STAND, "AA667TTT"),
    Scene(DOUBLE, "A567TTTT"),
    Scene(INSURE, "AA66TTTT"),
)
"""Every deal of a small shoe, by plans that never split."""

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
"""Deals after which pairs are split, bets doubled, given up and insured."""

ENDLESS_DEALS = tuple(
    Scene(plan, ENDLESS_DECK, hand=hand, up=up, endless=True)
    for plan, hand, up in (
        (STAND, "T9", "T"),
        (STAND, "A9", "7"),
        (MIMIC, "T6", "9"),
        (NEVER_BUST, "A6", "T"),
        (DOUBLE, "56", "T"),
        (MIMIC, "AT", "A"),
    )
)
"""With cards that are drawn with replacement."""


def rules_and_column(key: str) -> tuple[Rules, Column]:
    """A rule set of the engine, and what the house rules say of it."""
    return ALL_RULES[key], COLUMNS[key]
