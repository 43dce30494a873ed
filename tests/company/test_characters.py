"""The ways to play that are told in a sentence, in hands that show them."""

import pytest

from engine.ai_players.characters import Character
from engine.ai_players.members import plays
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from tests.coach.situations import decisions, first_decision

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
"""A hand and an upcard out of six decks, and what they all do, in their order."""


@pytest.mark.parametrize("line", SHOWN.strip().splitlines())
def test_each_in_their_way(line: str) -> None:
    """The same hand in the eyes of six."""
    hand, up, *done = line.split()
    situation = first_decision(RULE_SETS["vegas"], hand, up)
    assert [plays(one, situation) for one in Character] == done


@pytest.mark.parametrize(("key", "done"), [("vegas", Verb.STAND), ("downtown", Verb.HIT)])
def test_the_mirror_plays_by_the_dealers_rules(key: str, done: Verb) -> None:
    """A soft 17 is hit where dealers hit it."""
    assert plays(Character.MIRROR, first_decision(RULE_SETS[key], "A6", "7")) is done
    assert plays(Character.MIRROR, first_decision(RULE_SETS[key], "A5", "7")) is Verb.HIT


@pytest.mark.parametrize("key", RULE_SETS)
def test_what_some_never_do(key: str) -> None:
    """The Mirror and the Careful put no more on the table and give nothing up; the Careful draws what can't bust."""
    plain = {Verb.HIT, Verb.STAND, Verb.DECLINE}
    for situation in decisions(RULE_SETS[key], seed=31, count=300):
        mirror, careful = (plays(one, situation) for one in (Character.MIRROR, Character.CAREFUL))
        assert {mirror, careful} <= plain
        if careful is Verb.HIT:
            assert situation.soft or situation.points <= 11
