"""The last cards of a shoe are known, and so is what follows them: worth beside every order of them."""

from collections.abc import Collection, Iterator
from itertools import islice

import pytest

from engine.coach.situation import situation_of
from engine.coach.worth import worth
from engine.round.moves import Deal, Hit, Split, Verb
from engine.round.round import Round, legal
from engine.rules.cards import FRENCH_DECK, parse_card
from engine.rules.options import parse_rules
from engine.rules.rules import Rules
from tests.coach.brute import STAKE
from tests.coach.last_cards import Last, last_decisions
from tests.coach.last_splits import LastSplit

ONE_DECK = parse_rules("surrender decks=1")

PROMISED = 1e-3

EXACT = 1e-9

HIGH = (9, 10)
"""Pairs of which neither hand draws many cards, so that all orders are soon played."""


def compare(one: Last) -> None:
    """Each move is worth what every order says: to nine digits, splits to a thousandth; so nothing else is best."""
    found, truth = dict(worth(situation_of(one.round, one.seat, one.gone))), one.values()
    if (splitting := found.pop(Verb.SPLIT, None)) is not None:
        assert splitting == pytest.approx(LastSplit.of(one).value(), abs=PROMISED)
    within = EXACT if one.left > 5 else PROMISED
    assert found == pytest.approx(truth, abs=within)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_cards(seed: int) -> None:
    """One to four seats, with as many cards left as one to six; where others draw, and where the discards come."""
    for one in islice(last_decisions(ONE_DECK, seed, most=6), 8):
        compare(one)


def pairs(rules: Rules, cards: Collection[int]) -> Iterator[Last]:
    """Decisions about pairs of cards of these points, with one to four left."""
    for one in last_decisions(rules, 1, most=4):
        splits = Split(one.seat) in legal(one.round, one.seat)
        if splits and situation_of(one.round, one.seat, one.gone).hand[0] in cards:
            yield one


@pytest.mark.parametrize("card", range(1, 11))
def test_pairs(card: int) -> None:
    """Each pair is worth to a thousandth what counts of the cards say, most of all where the shoe runs out."""
    compare(next(pairs(ONE_DECK, [card])))


def test_aces_that_take_one_card() -> None:
    """They are no hands that go on, and a dealer who has looked for a natural has none."""
    one = next(pairs(parse_rules("six-to-five"), [1]))
    found = worth(situation_of(one.round, one.seat, one.gone))
    assert found[Verb.SPLIT] == pytest.approx(LastSplit.of(one).value(), abs=PROMISED)


def test_pairs_by_counts() -> None:
    """Counts of cards say the same as every order of them through the engine's rounds."""
    one = next(pairs(ONE_DECK, HIGH))
    assert LastSplit.of(one).value() == pytest.approx(one.split(), abs=EXACT)


def test_known_cards_are_not_forgotten() -> None:
    """A stiff hand against a three: hitting wins on average, for the discards hold the cards that would bust it."""
    round_ = Round.start(ONE_DECK, {1: STAKE})
    cards = [parse_card(text) for text in ("5h", "3c", "3d", "Ts")]
    for card in cards:
        round_.push(Deal(card))
    for move in (Hit(1), Deal(parse_card("8h"))):
        round_.push(move)
    left = [
        parse_card(text) for text in ("Ah", "4h", "4c", "4d", "4s", "5c", "5d", "6h", "6c", "Th")
    ]
    used = {*cards, parse_card("8h"), *left}
    one = Last(round=round_, seat=1, gone=tuple(card for card in FRENCH_DECK if card not in used))
    compare(one)
    found = worth(situation_of(round_, 1, one.gone))
    assert found == pytest.approx({Verb.HIT: 0.10, Verb.STAND: -0.66}, abs=0.005)


@pytest.mark.parametrize(("hand", "up"), [("T6", "9"), ("T3", "T")])
def test_when_the_shoe_has_run_out(hand: str, up: str) -> None:
    """The hole card is what is missing, and the next card is one of the discards."""
    round_ = Round.start(ONE_DECK, {1: STAKE})
    cards = [parse_card(text) for text in (f"{hand[0]}h", f"{up}c", f"{hand[1]}d", "5s")]
    for card in cards:
        round_.push(Deal(card))
    compare(Last(round=round_, seat=1, gone=tuple(c for c in FRENCH_DECK if c not in cards)))
