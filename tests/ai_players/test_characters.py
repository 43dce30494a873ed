"""AI players' decisions, the cards they may use, and the cost."""

from collections import Counter

import pytest

from engine.ai_players.bets_and_moves import Characters, plays
from engine.ai_players.playing_styles import MISTAKES, insures_a_good_hand
from engine.coach.worth import worth
from engine.round.moves import Insure, Verb
from engine.round.round import legal
from engine.rules.cards import Total
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.values.tables import Character
from tests.ai_players.alone import lost
from tests.coach.situations import decided, decisions, first_decision, insurance
from tests.engine.games import could_have_been
from tests.engine.variants import every_rule_set

SHOWN = """
    88 T split   hit     stand   split   split   stand
    65 6 double  hit     hit     double  double  double
    T2 6 stand   hit     stand   hit     stand   hit
    T6 6 stand   hit     stand   hit     stand   stand
    T7 6 stand   stand   stand   hit     stand   stand
    T8 9 stand   stand   stand   stand   stand   stand
    A7 T hit     stand   stand   double  hit     stand
    TT 5 stand   stand   stand   split   stand   split
    32 6 hit     hit     hit     double  hit     hit
"""
"""A hand and an upcard from six decks, and each character's move."""


@pytest.mark.parametrize("line", SHOWN.strip().splitlines())
def test_each_plays_in_character(line: str) -> None:
    hand, up, *done = line.split()
    situation = first_decision(RULE_SETS["vegas"], hand, up)
    assert [plays(one, situation) for one in Character] == done


@pytest.mark.parametrize("key", RULE_SETS)
def test_mirror_and_careful_take_no_options(key: str) -> None:
    """Nor do they split or insure."""
    rules = RULE_SETS[key]
    for situation in decisions(rules, seed=31, count=300):
        mirror, careful = (plays(one, situation) for one in (Character.MIRROR, Character.CAREFUL))
        if situation.insurance is not None:
            assert mirror is careful is Verb.DECLINE
            continue
        draws = rules.dealer_draws(Total(situation.points, situation.soft))
        assert mirror is (Verb.HIT if draws else Verb.STAND)
        assert careful in (Verb.HIT, Verb.STAND)
        if careful is Verb.HIT:
            assert situation.soft or situation.points <= 11


# The Novice


VEGAS = RULE_SETS["vegas"]

MADE = """
    splits_tens        TT 6 split      stand
    keeps_eights       88 T stand      split
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
"""

NOT_MADE = "TT 7 stand, T2 2 hit, T4 4 stand, T4 8 hit, 65 6 double, 64 2 double, AA T split, A8 6 stand, T9 T stand"


def test_novice_mistakes() -> None:
    """Each differs from the chart and costs something; other hands are played by the chart."""
    made = [line.split() for line in MADE.strip().splitlines()]
    for name, hand, up, novices, books in made:
        situation = first_decision(VEGAS, hand, up)
        found = {one.__name__: one(situation) for one in MISTAKES}
        assert found[name] == plays(Character.NOVICE, situation) == novices
        assert plays(Character.BOOK, situation) == books
        values = worth(situation)
        assert values[Verb(books)] > values[Verb(novices)]
    assert {name for name, *_ in made} == {one.__name__ for one in MISTAKES}
    for hand, up, both in map(str.split, NOT_MADE.split(", ")):
        situation = first_decision(VEGAS, hand, up)
        assert [plays(one, situation) for one in (Character.NOVICE, Character.BOOK)] == [both] * 2


def test_novice_insures_a_good_hand() -> None:
    """At the usual cost; other moves are left to the other mistakes."""
    for hands, answer in (
        ("KT T9", Verb.INSURE),
        ("AK", Verb.EVEN_MONEY),
        ("T8 88 T6 A6", Verb.DECLINE),
    ):
        for situation in (insurance(hand, VEGAS) for hand in hands.split()):
            assert plays(Character.NOVICE, situation) is answer
            assert (insures_a_good_hand(situation) is None) == (answer is Verb.DECLINE)
            values = worth(situation)
            assert answer is Verb.DECLINE or values[answer] < values[Verb.DECLINE]


FREE = {"hit", "stand", "decline", "even-money", "surrender"}


@every_rule_set
@pytest.mark.parametrize("character", Character)
def test_every_move_is_legal_and_affordable(rules: Rules, character: Character) -> None:
    """Deterministic; insurance has an amount."""
    for one in decided(rules, seed=4, count=60):
        every = legal(one.round, one.seat)
        priced = [move for move in every if move.verb not in FREE]
        without = [tuple(move for move in every if move is not other) for other in priced]
        for moves in (every, tuple(move for move in every if move.verb in FREE), *without):
            seen = character, one.round, one.seat, moves, one.gone
            move = Characters().move(*seen)
            assert move in moves
            assert move == Characters().move(*seen)
            if isinstance(move, Insure):
                assert move.cents > 0


@pytest.mark.parametrize("key", ["bicycle", "surrender", "downtown"])
def test_face_down_cards_change_no_move(key: str) -> None:
    """Neither the hole card nor face-down doubles."""
    members, tried = Characters(), 0
    for one in decided(RULE_SETS[key], seed=21, count=40):
        moves = legal(one.round, one.seat)
        done, *others = (
            [members.move(who, round_, one.seat, moves, one.gone) for who in Character]
            for round_ in (one.round, *could_have_been(one.round))
        )
        assert all(other == done for other in others)
        tried += len(others)
    assert tried > 100


# Losses


ROUNDS = 110


def test_cost_of_decisions() -> None:
    """In percent of a stake per round. The Book and the Counter lose almost nothing, all others much."""
    sums = Counter[Character]()
    for rules in RULE_SETS.values():
        found = {one: 100 * lost(rules, one, ROUNDS, seed=7) for one in Character}
        sums.update(found)
        book, counter = found.pop(Character.BOOK), found.pop(Character.COUNTER)
        assert book < 1
        assert counter < book + 0.1
        assert min(found.values()) > max(0.9, 3 * book)
        assert found[Character.GAMBLER] > max(7, found[Character.MIRROR])
    mean = {one: cost / len(RULE_SETS) for one, cost in sums.items()}
    assert mean[Character.COUNTER] <= mean[Character.BOOK] < 0.5
    assert 1 < mean[Character.NOVICE] < 4.5
    assert 4.5 < mean[Character.CAREFUL] < 6.5
    assert 4.5 < mean[Character.MIRROR] < 6.5
    assert mean[Character.GAMBLER] > 10
