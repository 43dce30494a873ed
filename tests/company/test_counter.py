"""The Counter: what is counted, plays by published indices, insurance, and bets that rise with the count."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.ai_players.betting import bets
from engine.ai_players.characters import Character
from engine.ai_players.counter import count_before, true_count
from engine.ai_players.members import Members, plays
from engine.coach.situation import Situation, situation_of
from engine.coach.worth import worth
from engine.round.moves import Deal, Verb
from engine.round.round import Round, legal, open_cards
from engine.rules.cards import parse_card
from engine.rules.cells import Shuffle
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.situations import first_decision, rounds
from tests.company.counts import at_count, gone_for

VEGAS = RULE_SETS["vegas"]

ILLUSTRIOUS = """
    T6 T stand 0
    T5 T stand 4
    TT 5 split 5
    TT 6 split 4
    64 T double 4
    T2 3 stand 2
    T2 2 stand 3
    65 A double 1
    54 2 double 1
    64 A double 4
    54 7 double 3
    T6 9 stand 5
    T3 2 stand -1
    T2 4 stand 0
    T2 5 stand -2
    T2 6 stand -1
    T3 3 stand -2
    T4 T surrender 3
    T5 T surrender 0
    T5 9 surrender 2
    T5 A surrender 1
"""
"""Schlesinger's eighteen but for insurance, then his Fab 4: hand, upcard, move, and from which count."""

OTHERS = {Verb.SPLIT: Verb.STAND}
"""What is done below the count, where that is not to hit."""

each_index = pytest.mark.parametrize("line", ILLUSTRIOUS.strip().splitlines())


def asked(line: str, rules: Rules = VEGAS) -> tuple[Situation, Verb, int]:
    """The hand of an index, the move and the count; a hand that is not about surrender can't be given up any more."""
    hand, up, word, index = line.split()
    situation, move = first_decision(rules, hand, up), Verb(word)
    if move is not Verb.SURRENDER:
        situation = replace(situation, verbs=situation.verbs - {Verb.SURRENDER})
    return situation, move, int(index)


def played_at(situation: Situation, count: int) -> Verb:
    """What the Counter does at this true count."""
    situation = at_count(situation, count)
    assert true_count(situation) == count
    return plays(Character.COUNTER, situation)


@each_index
def test_plays_by_the_count(line: str) -> None:
    """From the published count on, and not below it."""
    situation, move, index = asked(line)
    other = OTHERS.get(move, Verb.HIT)
    done = [played_at(situation, count) for count in range(index - 3, index + 4)]
    assert done == [other] * 3 + [move] * 4


@each_index
def test_the_coach_agrees_with_the_books(line: str) -> None:
    """Well below the count the other move is worth more, and well above it this one."""
    situation, move, index = asked(line)
    other = OTHERS.get(move, Verb.HIT)
    low, high = (worth(at_count(situation, index + apart)) for apart in (-3, 3))
    assert low[other] > low[move]
    assert high[move] > high[other]


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("european", "64 T double 4"),
        ("surrender", "T4 T surrender 3"),
        ("private", "T2 3 stand 2"),
        ("downtown", "65 A double 1"),
        ("downtown", "54 2 double 1"),
    ],
)
def test_an_index_of_another_game_is_not_played(key: str, line: str) -> None:
    """Where no dealer has looked for a natural, where ties lose, and where the chart says another thing: then that."""
    situation, _, _ = asked(line, RULE_SETS[key])
    usual = plays(Character.BOOK, situation)
    assert {played_at(situation, count) for count in range(-8, 9)} == {usual}


def test_a_pair_of_eights_is_no_sixteen() -> None:
    """It is split whatever the count says of 16."""
    situation = first_decision(VEGAS, "88", "T")
    assert {played_at(situation, count) for count in range(-8, 9)} == {Verb.SPLIT}


@pytest.mark.parametrize(
    ("hand", "answer"), [("T9", Verb.INSURE), ("AK", Verb.EVEN_MONEY)], ids=["a hand", "a natural"]
)
def test_insures_from_a_count_of_three(hand: str, answer: Verb) -> None:
    """When one unseen card in three is a ten; even money is insurance of a natural."""
    now = Round.start(VEGAS, {1: 10_00})
    for text in (f"{hand[0]}h", "Ac", f"{hand[1]}d", "8c"):
        now.push(Deal(parse_card(text)))
    situation = situation_of(now, 1)
    done = [played_at(situation, count) for count in range(6)]
    assert done == [Verb.DECLINE] * 3 + [answer] * 3
    found = [worth(at_count(situation, count)) for count in (1, 4)]
    assert [one[answer] > one[Verb.DECLINE] for one in found] == [False, True]


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        ("", 0),
        ("2c 3c 4c 5c 6c", 0),
        ("2c 3c 4c 5c 6c 6h", 1),
        ("7c 8c 9c", 0),
        ("Ac", -1),
        ("Tc Jc Qc Kc Ac Ah Ad", -2),
    ],
)
def test_low_cards_count_up_and_high_ones_down(cards: str, count: int) -> None:
    """For each deck that is left, rounded down."""
    assert count_before(VEGAS, [parse_card(text) for text in cards.split()]) == count


@pytest.mark.parametrize("key", RULE_SETS)
def test_what_lies_open_is_counted(key: str) -> None:
    """In a round, the count is of the cards that are gone and of those that lie open on the table."""
    rules = RULE_SETS[key]
    for _, played in zip(range(30), rounds(rules, seed=5), strict=False):
        for one in played.decisions:
            seen = [*one.gone, *open_cards(one.round)]
            assert true_count(one.situation) == count_before(rules, seen)


def bet_at(rules: Rules, count: int, balance: int = 10_000_00) -> int:
    """The Counter's bet in cents."""
    gone = gone_for(rules, count)
    assert count_before(rules, gone) == count
    return bets(Character.COUNTER, rules, round_number=1, balance=balance, gone=gone)


COUNTED = [key for key, rules in RULE_SETS.items() if rules.shuffle is Shuffle.AT_CUT_CARD]


@pytest.mark.parametrize("key", COUNTED)
def test_bets_rise_with_the_count(key: str) -> None:
    """They never fall as the count rises, begin to rise above one, and reach eight times the lowest."""
    found = [bet_at(RULE_SETS[key], count) for count in range(-6, 9)]
    assert all(lower <= higher for lower, higher in pairwise(found))
    assert [bet // found[0] for bet in found[6:]] == [1, 1, 2, 4, 6, 8, 8, 8, 8]
    assert {*found[:6]} == {found[0]}


@pytest.mark.parametrize("key", [key for key in RULE_SETS if key not in COUNTED])
def test_where_nothing_can_be_counted_bets_are_flat(key: str) -> None:
    """A shoe that is shuffled before each round, or never runs out, says nothing of the next one."""
    rules, members = RULE_SETS[key], Members()
    found = {
        members.bet(Character.COUNTER, rules, round_number=n, balance=10_000_00, gone=())
        for n in range(1, 30)
    }
    assert found == {bet_at(rules, 0)}


def test_the_same_hand_in_two_shoes() -> None:
    """As a table asks: 16 against a ten is hit out of a fresh shoe, and stands where low cards are gone."""
    now = Round.start(RULE_SETS["european"], {1: 10_00})
    for text in ("Th", "Tc", "6d"):
        now.push(Deal(parse_card(text)))
    gone = gone_for(now.rules, 2)
    done = [
        Members().move(Character.COUNTER, now, 1, legal(now, 1), cards).verb for cards in ((), gone)
    ]
    assert done == [Verb.HIT, Verb.STAND]
