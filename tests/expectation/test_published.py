"""The exact expectations, beside figures that others have published."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.round.round import Round
from engine.rules.cards import is_bust, is_natural, total
from tests.expectation.card_text import ENDLESS_DECK, decks
from tests.expectation.columns import COLUMNS, Column
from tests.expectation.plans import DOUBLE, MIMIC, NEVER_BUST, STAND
from tests.expectation.published import (
    AGAINST_AN_ACE,
    MIMIC_LOSES,
    MIMIC_LOSES_WITHOUT_NATURALS,
    ONE_DECK_DEALER,
    WHOLE_SHOE,
)
from tests.expectation.scenes import ALL_RULES, STAKE
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


def without(cards: str, taken: str) -> str:
    """These cards without those."""
    for card in taken:
        cards = cards.replace(card, "", 1)
    return cards


def given_no_natural(column: Column, worth: Fraction, tens: Fraction) -> float:
    """What is left of an expectation when it is known that an ace hides no ten; without a hole card all of it."""
    return float((worth / STAKE + tens) / (1 - tens) if column.peek else worth / STAKE)


def test_how_the_dealers_hand_ends() -> None:
    """The second opinion, from a whole deck without the upcard: equal to six digits."""
    for up, published in ONE_DECK_DEALER.items():
        found = dealer_ends(False, up, Pack.of(without(decks(1), up)))
        ends = {end: float(found.get(end, 0)) for end in published}
        assert ends == pytest.approx(published, abs=SIX_DIGITS)


def test_how_the_engines_dealer_ends() -> None:
    """The same through the engine, in every order of the dealer's cards; the player's come from elsewhere."""
    walk = Walk(column=COLUMNS["hotseat"], plan=STAND)
    for up in "79T":
        stock = Stock(stacked=f"T{up}9", rest=without(decks(1), up))
        start = Round.start(ALL_RULES["hotseat"], {1: STAKE})
        chances = dict.fromkeys(ONE_DECK_DEALER[up], Fraction())
        for finished, chance in walk.endings(start, stock, Fraction(1)):
            chances[_end(finished)] += chance
        found = {end: float(chance) for end, chance in chances.items()}
        assert found == pytest.approx(ONE_DECK_DEALER[up], abs=SIX_DIGITS)


def _end(finished: Round) -> int:
    (group,) = finished.groups
    if is_natural(group.dealer.cards):
        return NATURAL
    return BUST if is_bust(group.dealer.cards) else total(group.dealer.cards).points


@pytest.mark.parametrize("table", AGAINST_AN_ACE)
def test_standing_and_doubling_against_an_ace(table: tuple[str, int, bool]) -> None:
    """The second opinion, from whole decks: equal to six digits."""
    key, number, soft = table
    column = replace(COLUMNS[key], dealer_hits_soft_17=soft)
    for hand, worths in AGAINST_AN_ACE[table].items():
        left = without(decks(number), hand + "A")
        tens = Fraction(left.count("T"), len(left))
        for plan, published in zip((STAND, DOUBLE), worths, strict=True):
            game = Game(column, plan, Pack.of(decks(number)), STAKE)
            worth = from_deal(game, hand, "A", Pack.of(left))
            assert given_no_natural(column, worth, tens) == pytest.approx(published, abs=SIX_DIGITS)


@pytest.mark.parametrize(
    ("natural", "published"),
    [(Fraction(3, 2), MIMIC_LOSES), (None, MIMIC_LOSES_WITHOUT_NATURALS)],
)
def test_what_mimicking_the_dealer_loses(natural: Fraction | None, published: float) -> None:
    """To a twentieth of a percent, which is how far the published figure is rounded in its steps."""
    column = replace(COLUMNS["hotseat"], natural=natural, natural_beats_21=natural is not None)
    game = Game(column, MIMIC, Pack.of(ENDLESS_DECK, endless=True), STAKE)
    assert -float(expectation(game)) / STAKE == pytest.approx(published, abs=0.0005)


@pytest.mark.parametrize("key", ["private", "surrender", "six-to-five"])
def test_whole_shoes_are_close_to_an_endless_one(key: str) -> None:
    """The figures of whole shoes come near those of an endless deck, the nearer the more decks there are."""
    column = COLUMNS[key]
    for plan, published in zip((MIMIC, NEVER_BUST), WHOLE_SHOE[key], strict=True):
        endless = expectation(Game(column, plan, Pack.of(ENDLESS_DECK, endless=True), STAKE))
        bound = 0.006 / (column.decks or 1)
        assert float(endless) / STAKE == pytest.approx(published, abs=bound)
