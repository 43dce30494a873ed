"""The Novice: each mistake has a name, is made in its place, and costs something."""

import pytest

from engine.ai_players.characters import Character
from engine.ai_players.members import plays
from engine.ai_players.ways import MISTAKES, insures_a_good_hand
from engine.coach.situation import situation_of
from engine.coach.worth import worth
from engine.round.moves import Deal, Verb
from engine.round.round import Round
from engine.rules.cards import parse_card
from engine.rules.rule_sets import RULE_SETS
from tests.coach.situations import first_decision

VEGAS = RULE_SETS["vegas"]

MADE = """
    splits_tens        TT 6 split      stand
    splits_tens        TT 2 split      stand
    keeps_eights       88 T stand      split
    keeps_eights       88 6 stand      split
    stands_for_fear    T6 7 stand      hit
    stands_for_fear    96 A stand      hit
    stands_for_fear    T6 T stand      surrender
    hits_for_hope      T2 6 hit        stand
    hits_for_hope      T3 2 hit        stand
    stands_on_soft_17  A6 T stand      hit
    stands_on_soft_17  A6 5 stand      double
    stands_on_soft_17  A7 9 stand      hit
    doubles_seldom     65 T hit        double
    doubles_seldom     54 5 hit        double
    doubles_seldom     A5 6 hit        double
    doubles_seldom     64 8 hit        double
"""
"""The mistake, the hand, the upcard; what the Novice does, and what the Book does."""

NOT_MADE = """
    TT 7 stand
    T2 2 hit
    T4 4 stand
    T4 8 hit
    65 6 double
    64 2 double
    AA T split
    99 7 stand
    A8 6 stand
    T9 T stand
"""
"""Hands that the Novice plays as the Book does."""


def rows(text: str) -> list[list[str]]:
    """The words of each line."""
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("name", "hand", "up", "novices", "books"), rows(MADE))
def test_a_mistake(name: str, hand: str, up: str, novices: str, books: str) -> None:
    """It is made by its name, the chart says another thing, and the coach says what it costs."""
    situation = first_decision(VEGAS, hand, up)
    found = {one.__name__: one(situation) for one in MISTAKES}
    assert found[name] == plays(Character.NOVICE, situation) == novices
    assert plays(Character.BOOK, situation) == books
    values = worth(situation)
    assert values[Verb(books)] > values[Verb(novices)]


@pytest.mark.parametrize(("hand", "up", "both"), rows(NOT_MADE))
def test_no_mistake(hand: str, up: str, both: str) -> None:
    """What many beginners know."""
    situation = first_decision(VEGAS, hand, up)
    assert [plays(one, situation) for one in (Character.NOVICE, Character.BOOK)] == [both, both]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        *(("KT", Verb.INSURE), ("T9", Verb.INSURE), ("AK", Verb.EVEN_MONEY)),
        *((hand, Verb.DECLINE) for hand in ("T8", "88", "T6", "A6")),
    ],
)
def test_insures_a_good_hand(hand: str, answer: Verb) -> None:
    """Which costs as much as to insure any other; and answers with nothing that belongs to play."""
    now = Round.start(VEGAS, {1: 10_00})
    for text in (f"{hand[0]}h", "Ac", f"{hand[1]}d", "8c"):
        now.push(Deal(parse_card(text)))
    situation = situation_of(now, 1)
    assert plays(Character.NOVICE, situation) is answer
    assert (insures_a_good_hand(situation) is None) == (answer is Verb.DECLINE)
    values = worth(situation)
    assert answer is Verb.DECLINE or values[answer] < values[Verb.DECLINE]


def test_each_mistake_is_shown() -> None:
    """The table above has them all."""
    assert {name for name, *_ in rows(MADE)} == {one.__name__ for one in MISTAKES}
