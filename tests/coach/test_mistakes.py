"""Mistakes that are easily made in such sums: each is noticed, because the truth about some small pack is another."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from engine.coach import splitting
from engine.coach.dealer import Dealer
from engine.coach.dealer_hands import BUST, ENDS
from engine.coach.lines import Array
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from tests.coach.brute import asked, dealt, values
from tests.coach.scenes import EXACT, best_split, deal, past_insurance
from tests.coach.situations import seen_in

Mistake = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture
def forget() -> Iterator[Callable[[], None]]:
    """Makes the coach forget what it has found, with a mistake or without."""
    clear = import_module("engine.coach.worth")._of_play.cache_clear
    yield clear
    clear()


def the_peek_twice(patch: pytest.MonkeyPatch) -> None:
    """The second cards of split hands as if nobody had looked, though the dealer's hand is given that there is none."""
    known = Dealer.next_card
    patch.setattr(Dealer, "next_card", lambda self, left: known(replace(self, peeked=False), left))


def left_out_is_bust(patch: pytest.MonkeyPatch) -> None:
    """The dealer's chances are dropped where the player draws, and what is missing is taken for a bust."""
    known = Dealer.ends_by_line

    def dropped(self: Dealer, unseen: Array, count: int, *, exact: bool) -> Array:
        found = known(self, unseen, count, exact=exact)
        found[1:] = np.eye(ENDS)[BUST]
        return found

    patch.setattr(Dealer, "ends_by_line", dropped)


def no_sisters(patch: pytest.MonkeyPatch) -> None:
    """That the other hands drew no pair is a chance, and says nothing about the cards that are left."""

    def alone(worth: Array, pair: Array, most: int) -> list[Array]:
        return [worth * (1 - pair) ** others for others in range(most + 1)]

    patch.setattr(splitting, "_with_others", alone)


def always_again(patch: pytest.MonkeyPatch) -> None:
    """Further pairs are split because they may be."""
    known = splitting._of_words
    most = 2

    def again(any_card: Array, another: Array, pair: Array, limit: int) -> float:
        return known(any_card, another, pair, limit) if limit == most else -np.inf

    patch.setattr(splitting, "_of_words", again)


@pytest.mark.parametrize(
    ("mistake", "key", "hand", "up", "pack"),
    [
        (the_peek_twice, "downtown", "99", "A", "99TTTTATTT8"),
        (left_out_is_bust, "vegas", "88", "6", "88TTTT7TTTT8"),
        (no_sisters, "downtown", "88", "6", "88TTTT7TTTT8"),
        (always_again, "vegas", "88", "T", "88TTTTA7TTT"),
    ],
)
def test_splits(
    mistake: Mistake,
    key: str,
    hand: str,
    up: str,
    pack: str,
    monkeypatch: pytest.MonkeyPatch,
    forget: Callable[[], None],
) -> None:
    """What splitting is worth is another with the mistake, and the truth without it."""
    belief = past_insurance(deal(RULE_SETS[key], hand, up, pack))
    found, truth = best_split(belief)
    assert found == pytest.approx(max(truth), abs=EXACT)
    forget()
    mistake(monkeypatch)
    assert abs(worth(seen_in(belief), exact=True)[Verb.SPLIT] - max(truth)) > 1e-3


@pytest.mark.parametrize(
    ("key", "move", "hand", "up", "lie"),
    [
        ("surrender", Verb.SURRENDER, "T6", "A", {"peeked": True}),
        ("european", Verb.DOUBLE, "56", "T", {"peeked": True}),
        ("vegas", Verb.STAND, "T6", "A", {"peeked": False}),
        ("hotseat", Verb.HIT, "56", "A", {"dealer_natural_beats_21": True}),
        ("bicycle", Verb.HIT, "T6", "A", {"hits_soft_17": True}),
    ],
)
def test_naturals(key: str, move: Verb, hand: str, up: str, lie: dict[str, Any]) -> None:
    """Surrender and doubled bets without a peek, stands with one, naturals against 21, soft 17."""
    belief = past_insurance(deal(RULE_SETS[key], hand, up, "A5566TT8"))
    truth, situation = float(values(belief)[move]), seen_in(belief)
    assert worth(situation, exact=True)[move] == pytest.approx(truth, abs=EXACT)
    assert abs(worth(told(situation, lie), exact=True)[move] - truth) > 1e-3


def told(situation: Any, lie: dict[str, Any]) -> Any:
    """The situation, or its rules, with something in it that is not so."""
    if "peeked" in lie:
        return replace(situation, **lie)
    return replace(situation, rules=replace(situation.rules, **lie))


def test_a_natural_after_a_split_by_the_wrong_rules() -> None:
    """It counts for more than 21 in one rule set alone."""
    rules = replace(RULE_SETS["endless"], max_hands=2)
    belief = deal(rules, "TT", "6", "A9T")
    found, truth = best_split(belief)
    assert found == pytest.approx(max(truth), abs=EXACT)
    wrong = told(seen_in(belief), {"natural_after_split": False})
    assert worth(wrong, exact=True)[Verb.SPLIT] < max(truth) - 1e-3


@pytest.mark.parametrize("lie", [{"ties_lose": False}, {"hits_soft_17": True}])
def test_private_dealers(lie: dict[str, Any]) -> None:
    """Ties lose there, and each dealer plays by the common rules."""
    rules: Rules = RULE_SETS["private"]
    belief = asked(dealt(rules, "T7ATT9", "A5T8TT62", seats=2))
    truth, situation = float(values(belief)[Verb.STAND]), seen_in(belief)
    assert worth(situation, exact=True)[Verb.STAND] == pytest.approx(truth, abs=EXACT)
    assert abs(worth(told(situation, lie), exact=True)[Verb.STAND] - truth) > 1e-3
