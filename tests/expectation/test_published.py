"""The exact expectations, beside figures that others have published."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.round.round import Round
from engine.rules.cards import is_bust, is_natural, total
from tests.expectation.card_text import ENDLESS_DECK, decks
from tests.expectation.columns import COLUMNS, Column
from tests.expectation.plans import DOUBLE, MIMIC, NEVER_BUST, STAND, Plan
from tests.expectation.published import (
    AGAINST_AN_ACE,
    MIMIC_LOSES,
    MIMIC_LOSES_WITHOUT_NATURALS,
    ONE_DECK_DEALER,
    WHOLE_SHOE,
    natural_frequency,
)
from tests.expectation.scenes import ALL_RULES, STAKE, Scene, rules_and_column
from tests.expectation.second_opinion import (
    BUST,
    NATURAL,
    Game,
    Pack,
    dealer_ends,
    expectation,
    from_deal,
)
from tests.expectation.walk import Stock, Walk

SIX_DIGITS = 1e-6
FOUND_AGAINST_AN_ACE = [
    (*table, hand, *worths)
    for table, hands in AGAINST_AN_ACE.items()
    for hand, worths in hands.items()
]


def without(cards: str, taken: str) -> str:
    """These cards without those."""
    for card in taken:
        cards = cards.replace(card, "", 1)
    return cards


def given_no_natural(column: Column, worth: Fraction, tens: Fraction) -> float:
    """What is left of an expectation when it is known that an ace hides no ten; without a hole card all of it."""
    return float((worth / STAKE + tens) / (1 - tens) if column.peek else worth / STAKE)


@pytest.mark.parametrize("up", ONE_DECK_DEALER)
def test_how_the_dealers_hand_ends(up: str) -> None:
    """The second opinion, from a whole deck without the upcard: equal to six digits."""
    found = dealer_ends(False, up, Pack.of(without(decks(1), up)))
    for end, chance in ONE_DECK_DEALER[up].items():
        assert float(found.get(end, 0)) == pytest.approx(chance, abs=SIX_DIGITS)


@pytest.mark.parametrize("up", ["7", "8", "9", "T"])
def test_how_the_engines_dealer_ends(up: str) -> None:
    """The same through the engine, in every order of the dealer's cards; the player's come from elsewhere."""
    rules = ALL_RULES["hotseat"]
    walk = Walk(column=COLUMNS["hotseat"], plan=STAND)
    stock = Stock(stacked=f"T{up}9", rest=without(decks(1), up))
    start = Round.start(rules, {1: STAKE})
    chances = dict.fromkeys(ONE_DECK_DEALER[up], Fraction())
    for finished, chance in walk.endings(start, stock, Fraction(1)):
        chances[_end(finished)] += chance
    for end, expected in ONE_DECK_DEALER[up].items():
        assert float(chances[end]) == pytest.approx(expected, abs=SIX_DIGITS)


def _end(finished: Round) -> int:
    (group,) = finished.groups
    if is_natural(group.dealer.cards):
        return NATURAL
    return BUST if is_bust(group.dealer.cards) else total(group.dealer.cards).points


@pytest.mark.parametrize(
    ("key", "number", "soft", "hand", "standing", "doubling"), FOUND_AGAINST_AN_ACE
)
def test_standing_and_doubling_against_an_ace(
    key: str, number: int, soft: bool, hand: str, standing: float, doubling: float
) -> None:
    """The second opinion, from whole decks: equal to six digits."""
    column = replace(COLUMNS[key], dealer_hits_soft_17=soft)
    left = without(decks(number), hand + "A")
    tens = Fraction(left.count("T"), len(left))
    for plan, published in ((STAND, standing), (DOUBLE, doubling)):
        game = Game(column, plan, Pack.of(decks(number)), STAKE)
        worth = from_deal(game, hand, "A", Pack.of(left))
        assert given_no_natural(column, worth, tens) == pytest.approx(published, abs=SIX_DIGITS)


def test_the_engine_stands_against_an_ace() -> None:
    """The same through the engine, in every order of the dealer's cards, for one deck."""
    rules, column = rules_and_column("vegas")
    left = without(decks(1), "7AA")
    worth = Scene(STAND, left, hand="7A", up="A").engine(rules, column)
    tens = Fraction(left.count("T"), len(left))
    published, _ = AGAINST_AN_ACE["vegas", 1, False]["7A"]
    assert given_no_natural(column, worth, tens) == pytest.approx(published, abs=SIX_DIGITS)


def test_how_often_a_natural_is_dealt() -> None:
    """192 in 4043 with six decks."""
    assert natural_frequency(6) == Fraction(192, 4043)


@pytest.mark.parametrize(
    ("natural", "published"),
    [(Fraction(3, 2), MIMIC_LOSES), (None, MIMIC_LOSES_WITHOUT_NATURALS)],
)
def test_what_mimicking_the_dealer_loses(natural: Fraction | None, published: float) -> None:
    """To a twentieth of a percent, which is how far the published figure is rounded in its steps."""
    column = replace(COLUMNS["hotseat"], natural=natural, natural_beats_21=natural is not None)
    game = Game(column, MIMIC, Pack.of(ENDLESS_DECK, endless=True), STAKE)
    assert -float(expectation(game)) / STAKE == pytest.approx(published, abs=0.0005)


@pytest.mark.parametrize("key", ["hotseat", "private", "surrender", "vegas", "six-to-five"])
@pytest.mark.parametrize(("place", "plan"), [(0, MIMIC), (1, NEVER_BUST)])
def test_whole_shoes_are_close_to_an_endless_one(key: str, place: int, plan: Plan) -> None:
    """The figures of whole shoes come near those of an endless deck, the nearer the more decks there are."""
    column = COLUMNS[key]
    endless = expectation(Game(column, plan, Pack.of(ENDLESS_DECK, endless=True), STAKE))
    bound = 0.006 / (column.decks or 1)
    assert float(endless) / STAKE == pytest.approx(WHOLE_SHOE[key][place], abs=bound)
