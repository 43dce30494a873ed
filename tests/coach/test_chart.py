"""Strategy charts: complete, and as published. That they beat other ways to play, tests/company shows."""

from fractions import Fraction

import pytest

from benchmarks.kit.luck import play
from engine.coach.chart import UPCARDS, chart, chart_edge, edge, plan_of
from engine.coach.worth import by_plan
from engine.round.moves import Verb
from engine.rules.options import Options, with_options
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.brute import split_by_own_cards
from tests.coach.scenes import EXACT, deal, past_insurance
from tests.coach.situations import by_the_chart, seen_in

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())

LETTERS = {
    (Verb.HIT,): "h",
    (Verb.STAND,): "s",
    (Verb.DOUBLE, Verb.HIT): "Dh",
    (Verb.DOUBLE, Verb.STAND): "Ds",
    (Verb.SURRENDER, Verb.HIT): "Rh",
    (Verb.SURRENDER, Verb.STAND): "Rs",
}
"""Double or hit, double or stand, surrender or hit, …"""

VEGAS = {
    "hard": """
        8   h  h  h  h  h  h  h  h  h  h
        9   h  Dh Dh Dh Dh h  h  h  h  h
        10  Dh Dh Dh Dh Dh Dh Dh Dh h  h
        11  Dh Dh Dh Dh Dh Dh Dh Dh Dh h
        12  h  h  s  s  s  h  h  h  h  h
        13  s  s  s  s  s  h  h  h  h  h
        14  s  s  s  s  s  h  h  h  h  h
        15  s  s  s  s  s  h  h  h  Rh h
        16  s  s  s  s  s  h  h  Rh Rh Rh
        17  s  s  s  s  s  s  s  s  s  s
    """,
    "soft": """
        13  h  h  h  Dh Dh h  h  h  h  h
        14  h  h  h  Dh Dh h  h  h  h  h
        15  h  h  Dh Dh Dh h  h  h  h  h
        16  h  h  Dh Dh Dh h  h  h  h  h
        17  h  Dh Dh Dh Dh h  h  h  h  h
        18  s  Ds Ds Ds Ds s  s  h  h  h
        19  s  s  s  s  s  s  s  s  s  s
    """,
}
"""Six decks, stands on soft 17, double after split, late surrender: the chart of The Wizard of Odds' "4-Deck to 8-Deck
Blackjack Strategy"."""

SPLIT = {
    1: UPCARDS,
    2: range(2, 8),
    3: range(2, 8),
    4: (5, 6),
    5: (),
    6: range(2, 7),
    7: range(2, 8),
} | {
    8: UPCARDS,
    9: (2, 3, 4, 5, 6, 8, 9),
    10: (),
}
"""The pairs to split of the same, and against which upcards."""


@pytest.mark.parametrize("name", VEGAS)
def test_totals_as_published(name: str) -> None:
    """Hard and soft totals of the best-known game."""
    found = getattr(chart(RULE_SETS["vegas"]), name)
    for line in VEGAS[name].strip().splitlines():
        total, *wanted = line.split()
        assert [LETTERS[found[int(total), up]] for up in UPCARDS] == wanted, total


@pytest.mark.parametrize("card", SPLIT)
def test_pairs_as_published(card: int) -> None:
    """Which pairs are split in the best-known game."""
    pairs = chart(RULE_SETS["vegas"]).pairs
    splits = {up for up in UPCARDS if pairs[card, up][0] is Verb.SPLIT}
    assert splits == set(SPLIT[card])


@every_rule_set
def test_a_chart_is_complete(rules: Rules) -> None:
    """A row for each total and each pair that can be split; every advice ends with a move that is always possible."""
    found = chart(rules)
    assert {total for total, _ in found.hard} == set(range(4, 21))
    assert {total for total, _ in found.soft} == set(range(12, 21))
    assert {card for card, _ in found.pairs} == (
        set(range(1, 11)) if rules.max_hands != 1 else set()
    )
    for part in (found.hard, found.soft, found.pairs):
        assert {up for _, up in part} == (set(UPCARDS) if part else set())
        for advice in part.values():
            assert advice[-1] in (Verb.HIT, Verb.STAND)
            assert not {Verb.HIT, Verb.STAND} & {*advice[:-1]}
            assert Verb.SPLIT not in advice or part is found.pairs


def test_tables_at_which_hands_are_played_alike_have_one_chart() -> None:
    """Limits and seats make no difference: it is made once. Decks do."""
    rules = RULE_SETS["surrender"]
    narrow = Options(seats=2, min_bet=5_00, max_bet=100_00)
    assert chart(with_options(rules, narrow)) is chart(rules)
    assert chart(with_options(rules, Options(decks=1))) != chart(rules)


@pytest.mark.parametrize("key", ["bicycle", "surrender", "vegas", "downtown"])
@pytest.mark.parametrize(
    ("hand", "up", "pack"),
    [("88", "6", "88TTTT7TTTT8"), ("99", "A", "99TTTTATTT8"), ("AA", "T", "ATTT99567")],
)
def test_splits_by_the_chart(key: str, hand: str, up: str, pack: str) -> None:
    """What its play is worth where other play would be better: as every order of the cards says."""
    rules = RULE_SETS[key]
    belief = past_insurance(deal(rules, hand, up, pack))
    situation = seen_in(belief)
    found = by_plan(situation, Verb.SPLIT, plan_of(chart(rules), situation.up))
    truth = split_by_own_cards(belief, by_the_chart(situation), rules.max_hands or 4)
    assert found == pytest.approx(truth, abs=EXACT)


@pytest.mark.parametrize(
    ("key", "percent"),
    [("six-to-five", 1.551), ("downtown", 0.392), ("private", 13.17), ("bicycle", 0.671)],
)
def test_a_chart_costs_more_than_the_best_play(key: str, percent: float) -> None:
    """As much as in 60,000 rounds through the engine, each decision beside the best one."""
    assert 100 * chart_edge(RULE_SETS[key]) == pytest.approx(percent, abs=0.004)
    assert chart_edge(RULE_SETS[key]) > edge(RULE_SETS[key])


@pytest.mark.parametrize("key", ["endless", "private", "bicycle", "european", "six-to-five"])
def test_a_chart_costs_what_rounds_by_it_cost(key: str) -> None:
    """Through the engine, with the luck taken out of them; `python -m benchmarks.coach` plays two million."""
    rules = RULE_SETS[key]
    found = play(rules, 1_000, seed=1, whole_shoes=False)
    assert abs(found.edge - chart_edge(rules)) < 4 * found.error + 1e-6
    assert found.error < 0.002 < 0.02 < found.plain_error


@every_rule_set
def test_what_is_offered_beside_the_play(rules: Rules) -> None:
    """Insurance never pays out of a fresh shoe; even money does where a natural pays less than 3:2."""
    found = chart(rules)
    assert found.insurance == (False if rules.insurance else None)
    assert found.even_money == (rules.natural_pays == Fraction(6, 5) if rules.even_money else None)
