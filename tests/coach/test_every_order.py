"""The coach against every order of a small pack, to twelve digits."""

from dataclasses import replace

import pytest

from engine.coach.chart import chart, plan_of
from engine.coach.worth import by_plan, worth
from engine.round.moves import DeclineInsurance, Hit, Split, Stand, Verb
from engine.round.round import INSURANCE
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.brute import Belief, Player, at_decision, dealt, moved, split_by_own_cards
from tests.coach.situations import by_own_cards, by_the_chart, seen_in
from tests.engine.variants import VARIANTS, every_rule_set

SHOES = {key: rules for key, rules in RULE_SETS.items() if rules.decks}
every_shoe = pytest.mark.parametrize("rules", SHOES.values(), ids=SHOES.keys())

EXACT = 1e-12


def deal(rules: Rules, hand: str, up: str, pack: str) -> Belief:
    """Return a belief in which one seat has this hand and decides."""
    one, other = hand[0], hand[1]
    cards = (one, other, up) if rules.dealer_each else (one, up, other)
    return at_decision(dealt(rules, "".join(cards), pack))


def past_insurance(belief: Belief) -> Belief:
    """Return the belief after declining insurance, if offered."""
    if belief and belief[0].round.phase is INSURANCE:
        return moved(belief, DeclineInsurance(1))
    return belief


def assert_exact(belief: Belief) -> None:
    """Check the worth of each move except splitting."""
    found, wanted = worth(seen_in(belief), exact=True), Player().values(belief)
    assert found.keys() - {Verb.SPLIT} == wanted.keys()
    for move, value in wanted.items():
        assert found[move] == pytest.approx(float(value), abs=EXACT), move


def best_split(belief: Belief) -> tuple[float, list[float]]:
    """Return the coach's worth of splitting, and the enumerated ones with at most two, three, … hands."""
    situation = seen_in(belief)
    policy, most = by_own_cards(situation), situation.rules.max_hands or 4
    limits = range(2, most + 1) if situation.hand[0] != 1 else [2]
    truth = [float(split_by_own_cards(belief, policy, limit)) for limit in limits]
    return worth(situation, exact=True)[Verb.SPLIT], truth


HANDS = [
    *(("8T", "8", "A5669TT9"), ("TA", "6", "A5T8TT92"), ("A7", "A", "58TT9TA")),
    *(("56", "T", "A568TT92"), ("T6", "T", "AA58TT92"), ("T6", "A", "A558TT92")),
    *(("AT", "A", "A558TT92"), ("A6", "T", "35TT89AT"), ("92", "A", "A29TTT86")),
]


@every_rule_set
def test_the_first_decision(rules: Rules) -> None:
    """Insurance and even money included."""
    for hand, up, pack in HANDS:
        belief = deal(rules, hand, up, pack if rules.decks else "59TT")
        for one in (belief, past_insurance(belief)):
            if one:  # the seat decides
                assert_exact(one)


@every_shoe
def test_later_decisions(rules: Rules) -> None:
    """Three cards and more."""
    for hand, up, then in (("23", "T", "5"), ("23", "A", "T"), ("A2", "6", "T"), ("44", "9", "26")):
        belief = past_insurance(deal(rules, hand, up, "A2568TTT9"))
        for card in then:
            belief = moved(belief, Hit(1), card)
        assert worth(seen_in(belief)).keys() == {Verb.HIT, Verb.STAND}
        assert_exact(belief)


SPLITS = [
    *(("88", "6", "88TTTT7TTTT8"), ("88", "T", "88TTTTA7TTT")),
    *(("99", "A", "99TTTTATTT8"), ("AA", "T", "ATTT99567")),
]


@pytest.mark.parametrize("key", ["bicycle", "surrender", "vegas", "downtown", "european"])
def test_splits(key: str) -> None:
    """By own cards with the best number of splits, and by the chart."""
    for hand, up, pack in SPLITS:
        belief = past_insurance(deal(RULE_SETS[key], hand, up, pack))
        found, truth = best_split(belief)
        assert found == pytest.approx(max(truth), abs=EXACT)
        situation, most = seen_in(belief), RULE_SETS[key].max_hands or 4
        planned = by_plan(situation, Verb.SPLIT, plan_of(chart(situation.rules), situation.up))
        by_chart = split_by_own_cards(belief, by_the_chart(situation), most)
        assert planned == pytest.approx(by_chart, abs=EXACT)


@pytest.mark.parametrize("key", ["bicycle", "surrender", "vegas", "european"])
@pytest.mark.parametrize("up", ["6", "A"])
def test_the_last_hand_of_a_split(key: str, up: str) -> None:
    """The other hand's cards are known; it has the same value for every move here."""
    belief = past_insurance(deal(RULE_SETS[key], "88", up, "3TTT57A9T"))
    belief = moved(belief, Split(1), "T", "3", Stand(1))
    found, truth = worth(seen_in(belief), exact=True), Player().values(belief)
    assert found.keys() == truth.keys()
    sister = {move: float(truth[move]) - found[move] for move in found}
    assert [*sister.values()] == pytest.approx([sister[Verb.STAND]] * len(sister), abs=EXACT)
    assert abs(sister[Verb.STAND]) > 0.01


@pytest.mark.parametrize("limit", [2, 3])
@pytest.mark.parametrize("up", ["6", "T", "A"])
def test_a_natural_of_a_split_ten(limit: int, up: str) -> None:
    """Where the rules say so; never on a split ace."""
    rules = replace(RULE_SETS["endless"], max_hands=limit)
    for hand in ("TT", "AA"):
        found, truth = best_split(deal(rules, hand, up, "A9T"))
        assert found == pytest.approx(max(truth), abs=EXACT)


def test_unlimited_splits() -> None:
    """Like a limit that is hardly ever reached."""
    endless = RULE_SETS["endless"]
    for hand in ("88", "TT"):
        situation = seen_in(deal(endless, hand, "6", "A23456789TTTT"))
        limited = replace(situation, rules=replace(endless, max_hands=25))
        without, within = (worth(each)[Verb.SPLIT] for each in (situation, limited))
        assert without == pytest.approx(within, abs=EXACT)


def test_other_seats_draw_first() -> None:
    """Their cards are as unknown as the dealer's; private dealers share a deck."""
    assert_exact(at_decision(dealt(RULE_SETS["surrender"], "T5969", "A5T8TT92T", seats=2)))
    for up in "6T":
        belief = at_decision(dealt(RULE_SETS["private"], f"T4{up}T39", "A5T8TT92", seats=2))
        assert_exact(belief)
        assert_exact(moved(belief, Hit(1), "2"))


VARIANTS_WITH_DECKS = {key: rules for key, rules in VARIANTS.items() if rules.decks}
variant_rules = pytest.mark.parametrize(
    "rules", VARIANTS_WITH_DECKS.values(), ids=VARIANTS_WITH_DECKS.keys()
)


@variant_rules
def test_variants(rules: Rules) -> None:
    for hand, up in (("T6", "A"), ("56", "T"), ("AT", "A")):
        belief = deal(rules, hand, up, "A57TTT8")
        for one in (belief, past_insurance(belief)):
            if one:  # the seat decides
                assert_exact(one)
    found, truth = best_split(past_insurance(deal(rules, "TT", "6", "TJT9J58T")))
    assert found == pytest.approx(max(truth), abs=EXACT)
