"""The reasons of the coach: their figures are right, and decide for the best move."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from engine.coach.reasons import InHundred, Pattern, Reason, reason
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.reasons import faults
from tests.coach.situations import decided, first_decision

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())

VEGAS = RULE_SETS["vegas"]

DECISIONS = 60
"""Of random play by each rule set, of one to four seats, through several shoes; and as many out of thinner ones."""

THOROUGH = 4
"""Of which everything is played that the hand can draw."""


def thinned(situation: Situation, rng: Random) -> Situation:
    """The same when most of the unseen cards have come out in earlier rounds, and the shoe is still long enough."""
    if situation.rules.decks is None or situation.left is not None:
        return situation
    most = sum(situation.unseen)
    kept = rng.sample(range(1, 11), min(most, rng.randint(30, 45)), counts=situation.unseen)
    unseen = tuple(map(Counter(kept).__getitem__, range(1, 11)))
    return replace(
        situation, unseen=unseen, alike=min(situation.alike, unseen[situation.hand[0] - 1])
    )


def is_short(situation: Situation) -> bool:
    """Whether all that the hand can draw is played in no time."""
    return situation.left is None and (sum(situation.hand) >= 13 or situation.rules.decks is None)


@every_rule_set
def test_every_reason_is_right_and_decides(rules: Rules) -> None:
    """Of the next best move, and of the one that was made, whatever is left of the shoe."""
    rng, thorough = Random(rules.key), 0
    told: Counter[Pattern] = Counter()
    for one in decided(rules, 11, DECISIONS):
        for situation in (one.situation, thinned(one.situation, rng)):
            values = worth(situation)
            is_thorough = thorough < THOROUGH and is_short(situation)
            thorough += is_thorough
            for made in (None, one.move.verb):
                why = reason(situation, values, made)
                if why is None:
                    assert len(values) == 1
                    continue
                told[why.pattern] += 1
                wrong = [*faults(situation, values, why, thorough=is_thorough)]
                assert not wrong, (situation, why)
    assert thorough == THOROUGH
    assert told[Pattern.BUSTS] + told[Pattern.ODDS] + told[Pattern.ONE_CARD] > DECISIONS
    assert told[Pattern.VALUES] < sum(told.values()) / 20


def why_of(hand: str, up: str, rules: Rules = VEGAS, made: Verb | None = None) -> Reason:
    """The reason for the best first move."""
    situation = first_decision(rules, hand, up)
    found = reason(situation, worth(situation), made)
    assert found
    return found


def test_a_stiff_hand_stands_because_somebody_else_busts() -> None:
    """Both figures are told."""
    why = why_of("T4", "5")
    assert (why.pattern, why.best, why.other) == (Pattern.BUSTS, Verb.STAND, Verb.HIT)
    assert (why.dealer_busts, why.card_busts) == (42, 46)


def test_who_cannot_bust_hits() -> None:
    """Below 17 a card can only help then."""
    for hand in ("52", "A5"):
        why = why_of(hand, "T", made=Verb.STAND)
        assert (why.pattern, why.best, why.card_busts) == (Pattern.BUSTS, Verb.HIT, 0)


def test_a_hand_that_may_get_worse_is_told_what_it_wins() -> None:
    """A soft 18 beside a nine, and a hard 17."""
    hit, stand = why_of("A7", "9"), why_of("T7", "T", RULE_SETS["downtown"])
    assert (hit.pattern, hit.best) == (stand.pattern, Verb.HIT) == (Pattern.ODDS, Verb.HIT)
    assert stand.best is Verb.STAND
    assert stand.best_odds.wins > stand.other_odds.wins


def test_a_double_is_one_card_for_two_bets() -> None:
    """It may win no more often than hitting does."""
    why = why_of("65", "6")
    assert (why.pattern, why.other) == (Pattern.ONE_CARD, Verb.HIT)
    assert why.best_odds.wins <= why.other_odds.wins


def test_what_is_decided_among_hands_and_halves() -> None:
    """Splits by what both bring; surrender where it is a thought, else the next move is spoken of."""
    assert why_of("88", "T").other is Verb.SURRENDER
    assert why_of("88", "6").pattern is Pattern.SPLIT
    assert (why_of("T6", "T").pattern, why_of("T6", "T").best) == (Pattern.HALF, Verb.SURRENDER)
    assert why_of("T9", "6").pattern is Pattern.ODDS
    assert why_of("T9", "6", made=Verb.SURRENDER).pattern is Pattern.HALF


def test_surrender_costs_more_where_a_natural_takes_all() -> None:
    """Without a peek."""
    situation = replace(first_decision(RULE_SETS["surrender"], "T6", "T"), peeked=False)
    why = reason(situation, worth(situation))
    assert why
    assert why.best is Verb.SURRENDER
    assert why.best_value < -530


def insured(rules: Rules, hand: str, unseen: tuple[int, ...] | None = None) -> Reason:
    """The reason for the best answer to insurance."""
    rounds = (one for seed in range(1, 40) for one in decided(rules, seed, 400))
    points = tuple(sorted(10 if one == "T" else 1 if one == "A" else int(one) for one in hand))
    asked = next(
        one.situation
        for one in rounds
        if one.situation.insurance is not None and one.situation.hand == points
    )
    asked = replace(asked, unseen=unseen or asked.unseen)
    found = reason(asked, worth(asked))
    assert found
    return found


def test_an_offer_is_judged_by_the_chance_of_a_natural() -> None:
    """Insurance pays from a third on, even money earlier where a natural pays less."""
    rich = (1, 1, 1, 1, 1, 1, 1, 1, 1, 40)
    poor = (4, 4, 4, 4, 4, 4, 4, 4, 4, 8)
    for unseen, best in ((rich, Verb.INSURE), (poor, Verb.DECLINE)):
        why = insured(VEGAS, "T9", unseen)
        assert (why.pattern, why.best, why.pays_from) == (Pattern.OFFER, best, 333)
    six_to_five = insured(RULE_SETS["six-to-five"], "AT", (3, 4, 4, 4, 4, 4, 4, 4, 4, 15))
    assert (six_to_five.best, six_to_five.pays_from) == (Verb.EVEN_MONEY, 167)


def test_an_equal_choice_is_called_so() -> None:
    """Where both come to the same by the figures that are told, no figure decides."""
    situation = first_decision(VEGAS, "T4", "5")
    why = reason(situation, {Verb.STAND: -0.1001, Verb.HIT: -0.1004})
    assert why
    assert (why.pattern, why.best_value) == (Pattern.VALUES, why.other_value)
    assert why.best_odds == InHundred(0, 0)


def test_a_shoe_that_runs_out_is_spoken_of_by_values() -> None:
    """How often the hand wins then is not worked out."""
    rounds = decided(RULE_SETS["private"], 5, 4_000)
    last = [one.situation for one in rounds if one.situation.left is not None]
    for situation in islice(last, 20):
        why = reason(situation, worth(situation))
        assert why
        assert why.pattern is Pattern.VALUES
