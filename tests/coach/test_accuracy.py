"""The fast calculation against the exact one, and properties of every value."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from engine.advice.reviews import evaluated_moves as review
from engine.coach.dealer import THIN, Dealer
from engine.coach.lines import LINES, UP_TO
from engine.coach.observed import situation_of
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Deal, Hit, Stand, Verb
from engine.round.round import legal
from engine.rules.cards import FRENCH_DECK, parse_card
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.situations import Played, decisions, first_decision, rounds
from tests.engine.after import after
from tests.engine.games import could_have_been, hidden_at
from tests.engine.rounds_by_side import until
from tests.engine.variants import every_rule_set

PROMISED = 1e-3
"""The largest error in first stakes."""

USUAL = 1e-4
"""In ordinary play."""


def assert_close_to_exact(situation: Situation, within: float = USUAL) -> None:
    """Check values, and that the best moves are the same or equal."""
    quick, exact = worth(situation), worth(situation, exact=True)
    assert quick == pytest.approx(exact, abs=within)
    best = max(exact.values())
    assert best - exact[next(iter(quick))] <= within


@every_rule_set
def test_random_play(rules: Rules) -> None:
    """Several shoes, one to four seats."""
    for situation in decisions(rules, seed=5, count=35):
        assert_close_to_exact(situation)


def test_small_hands_from_a_single_deck() -> None:
    """Where each card counts most."""
    for hand, up in product(("22", "A2", "33", "23"), "2A"):
        assert_close_to_exact(first_decision(RULE_SETS["six-to-five"], hand, up))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [THIN - 8, THIN])
def test_a_shoe_near_its_end(seed: int, count: int) -> None:
    """The fewest cards left in two decks, drawn at random."""
    pack = [points for points in range(1, 11) for _ in range(32 if points == 10 else 8)]
    left = Random(seed).sample(pack, count)
    unseen = tuple(map(left.count, range(1, 11)))
    for hand in ("23", "22"):
        situation = first_decision(RULE_SETS["downtown"], hand, "T")
        alike = unseen[1] if Verb.SPLIT in situation.verbs else 0
        assert_close_to_exact(replace(situation, unseen=unseen, alike=alike), PROMISED)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("key", ["vegas", "endless"])
def test_chances_add_up_to_one(key: str, exact: bool) -> None:
    """The dealer's hands for every line, and the next card."""
    rules = RULE_SETS[key]
    unseen = np.array(first_decision(rules, "T9", "2").unseen, dtype=float)
    possible = (LINES[: UP_TO[9]] <= unseen).all(axis=1)
    for up in range(1, 11):
        dealer = Dealer(rules=rules, up=up, peeked=up in (1, 10))
        found = dealer.ends_by_line(unseen, UP_TO[9], exact=exact)
        assert found[possible].sum(axis=1) == pytest.approx(1, abs=1e-9)
        assert dealer.next_card(unseen).sum() == pytest.approx(1)


def test_standing_comes_first_among_equal_moves() -> None:
    """If every move loses the bet."""
    situation = replace(first_decision(RULE_SETS["hotseat"], "T6", "T"), unseen=(0,) * 9 + (30,))
    assert [*worth(situation)] == [Verb.STAND, Verb.HIT, Verb.DOUBLE]
    assert worth(situation)[Verb.STAND] == worth(situation)[Verb.HIT] == -1


# The information that the coach has


def some_rounds(rules: Rules, count: int, seed: int = 3) -> Iterator[Played]:
    return islice(rounds(rules, seed), count)


@every_rule_set
def test_the_coach_knows_only_open_cards(rules: Rules) -> None:
    """Whatever the face-down cards are. Values are for the legal moves, within the possible results."""
    hidden = 0
    for decided in (one for played in some_rounds(rules, 24) for one in played.decisions):
        situation = decided.situation
        for other in could_have_been(decided.round):
            assert situation_of(other, decided.seat, decided.gone) == situation
        hidden += len(hidden_at(decided.round))
        if rules.decks:
            dealt = Counter(card.points for card in (*decided.gone, *decided.round.cards_out()))
            left = Counter(card.points for card in FRENCH_DECK * rules.decks) - dealt
            unseen = Counter(dict(enumerate(situation.unseen, 1)))
            assert not left - unseen
            assert (unseen - left).total() == len(hidden_at(decided.round))
        found = worth(situation)
        assert {move.verb for move in legal(decided.round, decided.seat)} == found.keys()
        assert [*found.values()] == sorted(found.values(), reverse=True)
        for move, value in found.items():
            hands = (rules.max_hands or 20) if move is Verb.SPLIT else 1
            doubled = 2 if move in (Verb.DOUBLE, Verb.SPLIT) else 1
            assert -hands * doubled <= value <= max(1.5, hands * doubled)
    assert (hidden > 20) is rules.hole_card


@every_rule_set
def test_a_review_knows_no_more_than_the_player(rules: Rules) -> None:
    for played in some_rounds(rules, 12, seed=8):
        now = played.round
        for seat in now.stakes:
            mine = [decided for decided in played.decisions if decided.seat == seat]
            found = review(rules, now.stakes, now.moves, seat, played.gone)
            assert [one.move for one in found] == [decided.move for decided in mine]
            for one, decided in zip(found, mine, strict=True):
                assert one.values == worth(decided.situation)


def test_a_shoe_that_is_about_to_run_out() -> None:
    """With eleven cards left the discards count as unseen."""
    now = until(RULE_SETS["downtown"], "88", "6T")
    gone = [*(Counter(FRENCH_DECK * 2) - Counter(now.cards_out())).elements()]
    counts = [sum(situation_of(now, 1, gone[:many]).unseen) for many in (0, -20, -12, -11, None)]
    assert counts == [104 - 3, 21, 13, 104 - 3, 104 - 3]
    later = after(now, Hit(1), Deal(parse_card("2h")))
    assert sum(situation_of(later, 1, gone).unseen) == 104 - 4


def test_a_situation_needs_a_decision() -> None:
    now = until(RULE_SETS["vegas"], "88", "6T")
    assert situation_of(now, 1).hand == (8, 8)
    for decision, seat in ((now, 2), (after(now, Stand(1)), 1)):
        with pytest.raises(ValueError, match="nothing to decide"):
            situation_of(decision, seat)
