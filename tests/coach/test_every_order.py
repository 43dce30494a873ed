"""The coach beside every order of a small pack's cards, played through the engine: equal to twelve digits."""

from dataclasses import replace

import pytest

from engine.coach.worth import worth
from engine.round.moves import Hit, Split, Stand, Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.brute import asked, dealt, moved, values
from tests.coach.scenes import EXACT, assert_exact, best_split, deal, past_insurance
from tests.coach.situations import seen_in
from tests.engine.variants import VARIANTS

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())

SHOES = {key: rules for key, rules in RULE_SETS.items() if rules.decks}
every_shoe = pytest.mark.parametrize("rules", SHOES.values(), ids=SHOES.keys())


HANDS = [
    ("8T", "8", "A5669TT9"),
    ("TA", "6", "A5T8TT92"),
    ("A7", "A", "58TT9TA"),
    ("56", "T", "A568TT92"),
    ("T6", "T", "AA58TT92"),
    ("T6", "A", "A558TT92"),
    ("AT", "A", "A558TT92"),
    ("A6", "T", "35TT89AT"),
    ("92", "A", "A29TTT86"),
]


@every_rule_set
@pytest.mark.parametrize(("hand", "up", "pack"), HANDS)
def test_the_first_decision(rules: Rules, hand: str, up: str, pack: str) -> None:
    """Hitting, standing, doubling, surrender, insurance and even money, with everything that may come after."""
    belief = deal(rules, hand, up, pack if rules.decks else "59TT")
    if belief:  # there is something to decide
        assert_exact(belief)
    if after := past_insurance(belief):
        assert_exact(after)


@every_shoe
@pytest.mark.parametrize(
    ("hand", "up", "then"),
    [("23", "T", "5"), ("23", "A", "T"), ("A2", "6", "T"), ("44", "9", "26")],
)
def test_later_decisions(rules: Rules, hand: str, up: str, then: str) -> None:
    """A hand of three cards and more: nothing is left but to hit and to stand."""
    belief = past_insurance(deal(rules, hand, up, "A2568TTT9"))
    for card in then:
        belief = moved(belief, Hit(1), card)
    assert worth(seen_in(belief)).keys() == {Verb.HIT, Verb.STAND}
    assert_exact(belief)


SPLITS = [
    ("88", "6", "88TTTT7TTTT8"),
    ("88", "T", "88TTTTA7TTT"),
    ("99", "A", "99TTTTATTT8"),
    ("AA", "T", "ATTT99567"),
    ("TT", "6", "TTT99TT5T8"),
]


@pytest.mark.parametrize("key", ["bicycle", "surrender", "vegas", "downtown", "european"])
@pytest.mark.parametrize(("hand", "up", "pack"), SPLITS)
def test_splits(key: str, hand: str, up: str, pack: str) -> None:
    """All hands of a pair, each played on its own cards, with as many splits as are good."""
    found, truth = best_split(past_insurance(deal(RULE_SETS[key], hand, up, pack)))
    assert found == pytest.approx(max(truth), abs=EXACT)


@pytest.mark.parametrize("key", ["bicycle", "surrender", "vegas", "european"])
@pytest.mark.parametrize("up", ["6", "A"])
def test_the_last_hand_of_a_split(key: str, up: str) -> None:
    """When the other hand is played, its cards are known, and what it brings is the same whatever is done here."""
    belief = past_insurance(deal(RULE_SETS[key], "88", up, "3TTT57A9T"))
    belief = moved(belief, Split(1), "T", "3", Stand(1))
    found, truth = worth(seen_in(belief), exact=True), values(belief)
    assert found.keys() == truth.keys()
    sister = {move: float(truth[move]) - found[move] for move in found}
    assert [*sister.values()] == pytest.approx([sister[Verb.STAND]] * len(sister), abs=EXACT)
    assert abs(sister[Verb.STAND]) > 0.01


@pytest.mark.parametrize("limit", [2, 3])
@pytest.mark.parametrize("up", ["6", "T", "A"])
def test_a_natural_of_a_split_ten(limit: int, up: str) -> None:
    """Where it counts for more than 21 it is paid as one; a card drawn to a split ace never makes one."""
    rules = replace(RULE_SETS["endless"], max_hands=limit)
    for hand in ("TT", "AA"):
        found, truth = best_split(deal(rules, hand, up, "A9T"))
        assert found == pytest.approx(max(truth), abs=EXACT)


def test_splitting_without_end() -> None:
    """As often as luck has it: as with a limit that is hardly ever reached."""
    endless = RULE_SETS["endless"]
    for hand in ("88", "TT"):
        situation = seen_in(deal(endless, hand, "6", "A23456789TTTT"))
        limited = replace(situation, rules=replace(endless, max_hands=25))
        without, within = (worth(each)[Verb.SPLIT] for each in (situation, limited))
        assert without == pytest.approx(within, abs=EXACT)


@pytest.mark.parametrize("up", ["6", "T"])
def test_private_dealers_share_a_deck(up: str) -> None:
    """Each against an upcard of their own; the other seat's cards are seen, and what it draws later is not."""
    rules = RULE_SETS["private"]
    assert rules.dealer_each
    belief = asked(dealt(rules, f"T4{up}T39", "A5T8TT92", seats=2))
    assert_exact(belief)
    assert_exact(moved(belief, Hit(1), "2"))


def test_other_seats_draw_first() -> None:
    """The cards that they draw are as unknown as the dealer's."""
    rules = RULE_SETS["surrender"]
    belief = asked(dealt(rules, "T5969", "A5T8TT92T", seats=2))
    assert_exact(belief)


ODD = {key: rules for key, rules in VARIANTS.items() if rules.decks}
odd_rules = pytest.mark.parametrize("rules", ODD.values(), ids=ODD.keys())


@odd_rules
@pytest.mark.parametrize(("hand", "up"), [("T6", "A"), ("56", "T"), ("A8", "6"), ("AT", "A")])
def test_rules_that_no_table_has(rules: Rules, hand: str, up: str) -> None:
    """Other combinations of cells are worth what they pay, too."""
    belief = deal(rules, hand, up, "A57TTT8")
    for asked_ in (belief, past_insurance(belief)):
        if asked_:  # there is something to decide
            assert_exact(asked_)


@odd_rules
@pytest.mark.parametrize(("hand", "up", "pack"), [("88", "T", "8TTA7TT9"), ("TT", "6", "TJT9J58T")])
def test_splits_that_no_table_has(rules: Rules, hand: str, up: str, pack: str) -> None:
    """By rank, where a jack makes no pair with a ten; against a dealer of one's own; without a hole card."""
    belief = past_insurance(deal(rules, hand, up, pack))
    found, truth = best_split(belief)
    assert found == pytest.approx(max(truth), abs=EXACT)
