"""What the coach is told, and what it is not."""

import pickle
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.coach.review import review
from engine.coach.situation import situation_of
from engine.coach.worth import worth
from engine.round.moves import Deal, Hit
from engine.round.round import Round, legal
from engine.rules.cards import FRENCH_DECK, parse_card
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.situations import Played, hidden, rounds, with_other_cards

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())


def some_rounds(rules: Rules, count: int, seed: int = 3) -> Iterator[Played]:
    """Rounds of random play."""
    for _, played in zip(range(count), rounds(rules, seed), strict=False):
        yield played


@every_rule_set
def test_the_moves_are_the_legal_ones(rules: Rules) -> None:
    """What is worth something is what the round offers, whatever is asked."""
    for played in some_rounds(rules, 30):
        for decided in played.decisions:
            offered = {move.verb for move in legal(decided.round, decided.seat)}
            assert worth(decided.situation).keys() == offered


@pytest.mark.parametrize("key", [key for key, rules in RULE_SETS.items() if rules.decks])
def test_all_cards_are_somewhere(key: str) -> None:
    """What is unseen is the whole shoe, less the cards that lay open: the face-down ones are in it."""
    rules = RULE_SETS[key]
    for played in some_rounds(rules, 40):
        for decided in played.decisions:
            dealt_ = Counter(card.points for card in (*decided.gone, *decided.round.cards_out()))
            left = Counter(card.points for card in FRENCH_DECK * (rules.decks or 0)) - dealt_
            unseen = Counter(dict(enumerate(decided.situation.unseen, 1)))
            face_down = unseen - left
            assert not left - unseen
            assert face_down.total() == len(hidden(decided.round))


@pytest.mark.parametrize("key", ["hotseat", "bicycle", "surrender", "vegas", "downtown"])
def test_cards_that_lie_face_down_change_nothing(key: str) -> None:
    """Hole cards and doubles face down: the coach says the same whatever they are."""
    tried = 0
    for played in some_rounds(RULE_SETS[key], 60):
        for decided in played.decisions:
            for other in with_other_cards(decided):
                tried += 1
                assert situation_of(other, decided.seat, decided.gone) == decided.situation
    assert tried > 200


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


def test_what_comes_when_a_shoe_runs_out() -> None:
    """What is left of it is known, and the discards follow; then nothing but the hole card is missing."""
    rules = RULE_SETS["downtown"]
    now = Round.start(rules, {1: 1000})
    for text in ("8h", "6c", "8d", "Tc"):
        now.push(Deal(parse_card(text)))
    on_table = [parse_card(text) for text in ("8h", "6c", "8d")]
    gone = list((Counter(FRENCH_DECK * 2) - Counter([*on_table, parse_card("Tc")])).elements())
    known = situation_of(now, 1, gone[:-11])
    assert (sum(known.unseen), known.left, sum(known.discards)) == (12, 11, len(gone) - 11)
    assert situation_of(now, 1, gone[:-20]).left is None
    assert sum(situation_of(now, 1, gone[:-20]).unseen) == 21
    assert sum(situation_of(now, 1).unseen) == 104 - 3
    for hand in (Hit(1), Deal(parse_card("2h"))):
        now.push(hand)
    out = situation_of(now, 1, gone)
    assert (out.unseen, out.left) == ((0,) * 9 + (1,), 0)
    assert sum(out.discards) == len(gone) - 1


def test_a_situation_goes_to_another_process() -> None:
    """And what comes back is said of the same one."""
    for played in some_rounds(RULE_SETS["vegas"], 3):
        for decided in played.decisions:
            there = pickle.loads(pickle.dumps(decided.situation))
            assert there == decided.situation
            assert pickle.loads(pickle.dumps(worth(there))) == worth(decided.situation)


def test_nothing_to_decide() -> None:
    """Who is not asked has no situation."""
    now = Round.start(RULE_SETS["vegas"], {1: 1000, 2: 1000})
    with pytest.raises(ValueError, match="nothing to decide"):
        situation_of(now, 1)
    for text in ("8h", "9h", "6c", "8d", "9d", "Tc"):
        now.push(Deal(parse_card(text)))
    assert situation_of(now, 1).hand == (8, 8)
    for seat in (2, 3):
        with pytest.raises(ValueError, match="nothing to decide"):
            situation_of(now, seat)
