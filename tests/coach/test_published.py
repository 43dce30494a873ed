"""The coach beside what others have published."""

from dataclasses import replace

import pytest

from engine.coach.chart import edge
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from tests.coach.published import AGAINST_AN_ACE, RETURNS, TABLES
from tests.coach.situations import first_decision
from tests.expectation.published import WHOLE_SHOE

each_table = pytest.mark.parametrize("table", TABLES)


@each_table
def test_hands_against_an_ace(table: str) -> None:
    """Standing, hitting and doubling, to the six digits that are printed."""
    for line in AGAINST_AN_ACE[table].strip().splitlines():
        hand, *figures = line.split()
        found = worth(first_decision(TABLES[table], hand, "A"), exact=True)
        moves = (Verb.STAND, Verb.HIT, Verb.DOUBLE)
        wanted = dict(zip(moves, map(float, figures), strict=True))
        assert {move: found[move] for move in moves} == pytest.approx(wanted, abs=6e-7), hand


@pytest.mark.parametrize("table", ["1ds17", "2dh17", "euro-6dh17"])
def test_returns_of_whole_games(table: str) -> None:
    """All hands of a fresh shoe with their chances: to a hundred-thousandth, as splits are reckoned differently."""
    rules = TABLES[table]
    games = (rules, replace(rules, double_after_split=False))
    assert [-edge(game) for game in games] == pytest.approx(RETURNS[table], abs=1e-5)


@pytest.mark.parametrize(
    ("key", "percent", "within"),
    [
        ("vegas", 0.33, 0.005),
        ("downtown", 0.38, 0.005),
        ("european", 0.61, 0.005),
        ("six-to-five", 1.6, 0.1),
    ],
)
def test_the_edges_of_the_standard_games(key: str, percent: float, within: float) -> None:
    """The Wizard of Odds' house edge calculator, which rounds, and of one deck plays by totals alone."""
    assert 100 * edge(RULE_SETS[key]) == pytest.approx(percent, abs=within)


@pytest.mark.parametrize("key", WHOLE_SHOE)
def test_nobody_plays_better(key: str) -> None:
    """The best play loses less than mimicking the dealer and than never going bust, both summed over all orders."""
    assert -edge(RULE_SETS[key]) > max(WHOLE_SHOE[key])
