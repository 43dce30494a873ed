"""The Counter's count, indices and insurance, and all characters' bets."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai_players.bets_and_moves import Characters, plays
from engine.ai_players.playing_styles import count_before, true_count
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.round.round import open_cards
from engine.rules.cards import FRENCH_DECK, Card, parse_card
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules, Shuffle
from engine.values.tables import Character
from tests.coach.situations import decided, first_decision, insurance

VEGAS = RULE_SETS["vegas"]

DECK = len(FRENCH_DECK)
LOW = [card for card in FRENCH_DECK if 2 <= card.points <= 6]
HIGH = [card for card in FRENCH_DECK if card.points in (1, 10)]


def at_count(situation: Situation, count: int) -> Situation:
    """Return the situation with two decks unseen, changed to this true count."""
    unseen = Counter(dict.fromkeys(range(1, 10), 8) | {10: 32})
    for number in range(abs(count)):
        low = 2 + number % 5
        unseen[low] -= 1 if count > 0 else -1
        unseen[10] += 1 if count > 0 else -1
    return replace(situation, unseen=tuple(unseen[points] for points in range(1, 11)))


def gone_for(rules: Rules, count: int) -> list[Card]:
    """Return the smallest pile of low or high cards with this true count."""
    cards, left = (LOW if count > 0 else HIGH) * (rules.decks or 0), DECK * (rules.decks or 0)
    gone = 0
    while gone * DECK < abs(count) * (left - gone) - (DECK - 1 if count < 0 else 0):
        gone += 1
    return cards[:gone]


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
"""Schlesinger's Illustrious 18 without insurance, and his Fab 4: hand, upcard, move, lowest count."""

BELOW_INDEX = {Verb.SPLIT: Verb.STAND}
"""Below the index, if not hit."""


def index_of(line: str, rules: Rules = VEGAS) -> tuple[Situation, Verb, int]:
    """Return an index's situation, move and count; only some leave surrender available."""
    hand, up, word, index = line.split()
    situation, move = first_decision(rules, hand, up), Verb(word)
    if move is not Verb.SURRENDER:
        situation = replace(situation, verbs=situation.verbs - {Verb.SURRENDER})
    return situation, move, int(index)


def played_at(situation: Situation, count: int) -> Verb:
    situation = at_count(situation, count)
    assert true_count(situation) == count
    return plays(Character.COUNTER, situation)


@pytest.mark.parametrize("line", ILLUSTRIOUS.strip().splitlines())
def test_follows_published_indices(line: str) -> None:
    """Well above and below it the coach agrees."""
    situation, move, index = index_of(line)
    other = BELOW_INDEX.get(move, Verb.HIT)
    done = [played_at(situation, count) for count in range(index - 3, index + 4)]
    assert done == [other] * 3 + [move] * 4
    low, high = (worth(at_count(situation, index + apart)) for apart in (-3, 3))
    assert low[other] > low[move]
    assert high[move] > high[other]


NOT_APPLICABLE = """
    european 64 T double 4
    surrender T4 T surrender 3
    vegas 88 T split 0
    private T2 3 stand 2
    downtown 65 A double 1
    downtown 54 2 double 1
"""


@pytest.mark.parametrize("line", NOT_APPLICABLE.strip().splitlines())
def test_index_that_does_not_apply_is_ignored(line: str) -> None:
    """No peek, losing ties, another move in the chart, or a pair that only adds up to 16."""
    key, _, index = line.strip().partition(" ")
    situation, _, _ = index_of(index, RULE_SETS[key])
    usual = plays(Character.BOOK, situation)
    assert {played_at(situation, count) for count in range(-8, 9)} == {usual}


@pytest.mark.parametrize(("hand", "answer"), [("T9", Verb.INSURE), ("AK", Verb.EVEN_MONEY)])
def test_insures_from_a_count_of_three(hand: str, answer: Verb) -> None:
    """Above two, one unseen card in three is a ten; even money is insurance."""
    situation = insurance(hand, VEGAS)
    done = [played_at(situation, count) for count in range(6)]
    assert done == [Verb.DECLINE] * 3 + [answer] * 3
    values = [worth(at_count(situation, count)) for count in (1, 4)]
    assert [one[answer] > one[Verb.DECLINE] for one in values] == [False, True]


def test_low_cards_count_up_and_high_ones_down() -> None:
    """Per remaining deck, rounded down."""
    counts = {"": 0, "2c 3c 4c 5c 6c": 0, "2c 3c 4c 5c 6c 6h": 1, "7c 8c 9c": 0, "Ac": -1}
    counts["Tc Jc Qc Kc Ac Ah Ad"] = -2
    for cards, count in counts.items():
        assert count_before(VEGAS, [*map(parse_card, cards.split())]) == count


@pytest.mark.parametrize("key", RULE_SETS)
def test_open_cards_are_counted(key: str) -> None:
    """Those dealt before the round, and on the table."""
    for one in decided(RULE_SETS[key], seed=5, count=60):
        seen = [*one.gone, *open_cards(one.round)]
        assert true_count(one.situation) == count_before(RULE_SETS[key], seen)


def bet_at(rules: Rules, count: int, balance: int = 10_000_00) -> int:
    gone = gone_for(rules, count)
    assert count_before(rules, gone) == count
    return Characters().bet(Character.COUNTER, rules, round_number=1, balance=balance, gone=gone)


@pytest.mark.parametrize("key", RULE_SETS)
def test_bets_rise_with_the_count(key: str) -> None:
    """To eight times the lowest bet; without a cut card they stay flat."""
    rules = RULE_SETS[key]
    if rules.shuffle is not Shuffle.AT_CUT_CARD:
        ask = partial(Characters().bet, Character.COUNTER, rules, balance=10_000_00, gone=())
        assert {ask(round_number=n) for n in range(1, 30)} == {bet_at(rules, 0)}
        return
    bets = [bet_at(rules, count) for count in range(-6, 9)]
    assert [one // bets[0] for one in bets] == [1] * 8 + [2, 4, 6, 8, 8, 8, 8]


# Bets


limits = st.tuples(st.integers(1_00, 400_00), st.integers(1_00, 500_00)).map(sorted)


@st.composite
def tables(draw: st.DrawFn) -> Rules:
    rules = draw(st.sampled_from([*RULE_SETS.values()]))
    least, most = draw(limits)
    chosen = draw(st.sampled_from([(None, None), (least, None), (None, most), (least, most)]))
    lowest = None if chosen[0] is None else max(chosen[0], rules.min_bet)
    highest = None if chosen[1] is None else max(chosen[1], lowest or rules.min_bet)
    return with_options(rules, Options(min_bet=lowest, max_bet=highest))


@given(
    character=st.sampled_from(Character),
    rules=tables(),
    number=st.integers(1, 10_000),
    balance=st.one_of(st.integers(0, 1_000_00), st.integers(0, 10**12)),
    count=st.integers(-6, 8),
)
def test_every_bet_is_allowed(
    character: Character, rules: Rules, number: int, balance: int, count: int
) -> None:
    """Payable, deterministic, and zero below the minimum bet."""
    ask = partial(Characters().bet, character, rules, round_number=number, balance=balance)
    gone = gone_for(rules, count)
    bet = ask(gone=gone)
    assert (type(bet), bet) == (int, ask(gone=gone))
    assert bet <= balance
    assert rules.allows(bet) if balance >= rules.min_bet else bet == 0


def bets_of(character: Character, balance: int = 10_000_00) -> list[int]:
    """Return a character's bets in ten rounds, in dollars."""
    ask = partial(Characters().bet, character, VEGAS, balance=balance, gone=())
    return [ask(round_number=n) // 100 for n in range(1, 11)]


def test_only_the_gambler_varies_bets() -> None:
    """The others bet whole chips. Hunches depend on the round's number, so they survive a restart."""
    bets = {one: bets_of(one) for one in Character}
    assert bets.pop(Character.GAMBLER) == [300, 200, 500, 100, 800, 200, 400, 100, 300, 200]
    assert {one.value: {*bets[one]} for one in bets} == {
        one: {dollars}
        for one, dollars in zip(Character, (100, 100, 20, 0, 50, 50), strict=True)
        if dollars
    }


def test_bets_follow_the_balance() -> None:
    for character in Character:
        poor, usual, rich = (bets_of(character, cents) for cents in (50_00, 10_000_00, 10**8))
        assert all(a < b < c for a, b, c in zip(poor, usual, rich, strict=True))
