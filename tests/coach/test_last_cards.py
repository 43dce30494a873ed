"""The last cards of a shoe are known, and so is what follows them: worth beside every order of them."""

from itertools import islice

import pytest

from engine.coach import situation_of, worth
from engine.game import Deal, Hit, Round, Verb
from engine.rules import FRENCH_DECK, parse_card, parse_rules
from tests.coach.brute import STAKE
from tests.coach.last_cards import Last, last_decisions

ONE_DECK = parse_rules("surrender decks=1")

PROMISED = 1e-3

EXACT = 1e-9

HIGH = range(7, 11)
"""Pairs of which neither hand draws many cards, so that all orders are soon played."""


def compare(one: Last) -> None:
    """Each move is worth what every order says: to nine digits, splits to a thousandth; so nothing else is best."""
    situation = situation_of(one.round, one.seat, one.gone)
    found, truth = dict(worth(situation)), one.values()
    splitting = found.pop(Verb.SPLIT, None)
    if splitting is not None and situation.hand[0] in HIGH:
        assert splitting == pytest.approx(one.split(), abs=PROMISED)
    within = EXACT if one.left > 5 else PROMISED
    assert found == pytest.approx(truth, abs=within)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_cards(seed: int) -> None:
    """One to four seats, with as many cards left as one to six; where others draw, and where the discards come."""
    for one in islice(last_decisions(ONE_DECK, seed, most=6), 8):
        compare(one)


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
