"""The quick way beside the exact one, and what has to be true of every value."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from engine.advice.reviews import reviewed as review
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
"""How far the quick way may be from the exact one, in first stakes."""

USUAL = 1e-4
"""How far it is in play."""


def assert_quick_enough(situation: Situation, within: float = USUAL) -> None:
    """Nearly the same values, and no other best move but one that is as good."""
    quick, exact = worth(situation), worth(situation, exact=True)
    assert quick == pytest.approx(exact, abs=within)
    best = max(exact.values())
    assert best - exact[next(iter(quick))] <= within


@every_rule_set
def test_what_comes_up_in_play(rules: Rules) -> None:
    """Random play through several shoes, one to four seats."""
    for situation in decisions(rules, seed=5, count=35):
        assert_quick_enough(situation)


def test_hands_that_can_draw_most() -> None:
    """Small cards out of a single deck, where each card counts most."""
    for hand, up in product(("22", "A2", "33", "23"), "2A"):
        assert_quick_enough(first_decision(RULE_SETS["six-to-five"], hand, up))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [THIN - 8, THIN])
def test_a_shoe_near_its_end(seed: int, count: int) -> None:
    """So few cards as there may be when two decks run out, drawn at random: a thousandth is promised."""
    pack = [points for points in range(1, 11) for _ in range(32 if points == 10 else 8)]
    left = Random(seed).sample(pack, count)
    unseen = tuple(map(left.count, range(1, 11)))
    for hand in ("23", "22"):
        situation = first_decision(RULE_SETS["downtown"], hand, "T")
        alike = unseen[1] if Verb.SPLIT in situation.verbs else 0
        assert_quick_enough(replace(situation, unseen=unseen, alike=alike), PROMISED)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("key", ["vegas", "endless"])
def test_the_dealer_ends_somehow(key: str, exact: bool) -> None:
    """All chances together are certain, for every line that can be drawn, and so is the next card's."""
    rules = RULE_SETS[key]
    unseen = np.array(first_decision(rules, "T9", "2").unseen, dtype=float)
    possible = (LINES[: UP_TO[9]] <= unseen).all(axis=1)
    for up in range(1, 11):
        dealer = Dealer(rules=rules, up=up, peeked=up in (1, 10))
        found = dealer.ends_by_line(unseen, UP_TO[9], exact=exact)
        assert found[possible].sum(axis=1) == pytest.approx(1, abs=1e-9)
        assert dealer.next_card(unseen).sum() == pytest.approx(1)


def test_among_equals_the_quieter_move_comes_first() -> None:
    """Where all is lost whatever is done, one stands."""
    situation = replace(first_decision(RULE_SETS["hotseat"], "T6", "T"), unseen=(0,) * 9 + (30,))
    assert [*worth(situation)] == [Verb.STAND, Verb.HIT, Verb.DOUBLE]
    assert worth(situation)[Verb.STAND] == worth(situation)[Verb.HIT] == -1


# What the coach is told, and what it is not


def some_rounds(rules: Rules, count: int, seed: int = 3) -> Iterator[Played]:
    return islice(rounds(rules, seed), count)


@every_rule_set
def test_the_coach_is_told_what_lies_open(rules: Rules) -> None:
    """What is unseen is the whole shoe, less the cards that lay open: whatever lies face down, it is the same.

    What is worth something is what the round offers; no move brings more than can be won, or loses more.
    """
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
    """Cards that came later change nothing of what a decision was worth."""
    for played in some_rounds(rules, 12, seed=8):
        now = played.round
        for seat in now.stakes:
            mine = [decided for decided in played.decisions if decided.seat == seat]
            found = review(rules, now.stakes, now.moves, seat, played.gone)
            assert [one.move for one in found] == [decided.move for decided in mine]
            for one, decided in zip(found, mine, strict=True):
                assert one.values == worth(decided.situation)


def test_a_shoe_that_is_about_to_run_out() -> None:
    """With eleven cards left for the hand and its dealer the discards may come, and once they do, they all may."""
    now = until(RULE_SETS["downtown"], "88", "6T")
    gone = [*(Counter(FRENCH_DECK * 2) - Counter(now.cards_out())).elements()]
    counts = [sum(situation_of(now, 1, gone[:many]).unseen) for many in (0, -20, -12, -11, None)]
    assert counts == [104 - 3, 21, 13, 104 - 3, 104 - 3]
    later = after(now, Hit(1), Deal(parse_card("2h")))
    assert sum(situation_of(later, 1, gone).unseen) == 104 - 4


def test_nothing_to_decide() -> None:
    now = until(RULE_SETS["vegas"], "88", "6T")
    assert situation_of(now, 1).hand == (8, 8)
    for asked, seat in ((now, 2), (after(now, Stand(1)), 1)):
        with pytest.raises(ValueError, match="nothing to decide"):
            situation_of(asked, seat)
