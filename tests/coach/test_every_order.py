"""The coach beside every order of a small pack's cards, played through the engine: equal to twelve digits."""

from dataclasses import replace

import pytest

from engine.coach import worth
from engine.game import INSURANCE, DeclineInsurance, Hit, Verb
from engine.rules import RULE_SETS, Rules
from tests.coach.brute import Belief, asked, dealt, moved, split_by_own_cards, values
from tests.coach.situations import by_own_cards, seen_in

EXACT = 1e-12

every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS.keys())


def deal(rules: Rules, hand: str, up: str, pack: str) -> Belief:
    """Rounds in which one seat has this hand, and decides or answers whether it insures."""
    one, other = hand[0], hand[1]
    cards = (one, other, up) if rules.dealer_each else (one, up, other)
    return asked(dealt(rules, "".join(cards), pack))


def past_insurance(belief: Belief) -> Belief:
    """The same once insurance is declined, where it is offered."""
    if belief and belief[0].round.phase is INSURANCE:
        return moved(belief, DeclineInsurance(1))
    return belief


def assert_exact(belief: Belief) -> None:
    """Each move is worth what every order of the cards says, splitting apart."""
    found, wanted = worth(seen_in(belief), exact=True), values(belief)
    assert found.keys() - {Verb.SPLIT} == wanted.keys()
    for move, value in wanted.items():
        assert found[move] == pytest.approx(float(value), abs=EXACT), move


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


@every_rule_set
@pytest.mark.parametrize(
    ("hand", "up", "then"),
    [("23", "T", "5"), ("23", "A", "T"), ("A2", "6", "T"), ("44", "9", "26")],
)
def test_later_decisions(rules: Rules, hand: str, up: str, then: str) -> None:
    """A hand of three cards and more: nothing is left but to hit and to stand."""
    if rules.decks is None:
        pytest.skip("the endless deck has no other cards later")
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


def best_split(belief: Belief) -> tuple[float, list[float]]:
    """What splitting is worth by the coach, and in truth with two, three, … hands at the most."""
    situation = seen_in(belief)
    policy, most = by_own_cards(situation), situation.rules.max_hands or 4
    limits = range(2, most + 1) if situation.hand[0] != 1 else [2]
    truth = [float(split_by_own_cards(belief, policy, limit)) for limit in limits]
    return worth(situation, exact=True)[Verb.SPLIT], truth


@pytest.mark.parametrize("key", ["bicycle", "surrender", "vegas", "downtown", "european"])
@pytest.mark.parametrize(("hand", "up", "pack"), SPLITS)
def test_splits(key: str, hand: str, up: str, pack: str) -> None:
    """All hands of a pair, each played on its own cards, with as many splits as are good."""
    found, truth = best_split(past_insurance(deal(RULE_SETS[key], hand, up, pack)))
    assert found == pytest.approx(max(truth), abs=EXACT)


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
    for hand in ("88", "22", "99"):
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
