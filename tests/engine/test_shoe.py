"""The shoe: deterministic for a seed, fair, complete, and never dealing a card that is on the table."""

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from engine.round.shoe import SEED_BYTES, Shoe, ShoeEmpty, Stream, shuffled
from engine.rules.cards import FRENCH_DECK, Card
from engine.rules.rule_sets import DOWNTOWN, HOTSEAT, PRIVATE
from engine.rules.rules import Rules
from tests.engine.games import seed_bytes
from tests.engine.variants import EVERY, WITHOUT_END

SEED = bytes(range(SEED_BYTES))


def drawn(shoe: Shoe, count: int) -> tuple[list[Card], Shoe]:
    """Return this many cards, and the shoe without them."""
    cards: list[Card] = []
    left = shoe.copy()
    for _ in range(count):
        cards.append(left.draw(lambda: cards))
    return cards, left


def test_the_order_of_a_known_seed() -> None:
    """Saved tables name shoes by seed, so the order must never change."""
    cards, _ = drawn(Shoe.fresh(PRIVATE, SEED), 8)
    assert " ".join(map(str, cards)) == "Jc Kh Jh 8s Qd Tc 3c 2c"
    cards, _ = drawn(Shoe.fresh(WITHOUT_END, SEED), 8)
    assert " ".join(map(str, cards)) == "A F F F 2 5 4 8"


@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
def test_a_rebuilt_shoe_equals_the_original(rules: Rules) -> None:
    """The same cards remain, and the cut card is in place."""
    fresh = Shoe.fresh(rules, SEED)
    cut = fresh.cut_card_at or 20
    for dealt in (0, 1, 51, 52, cut - 1, cut, cut + 1):
        cards, shoe = drawn(fresh, dealt)
        assert shoe == Shoe.rebuilt(rules, SEED, dealt)
        assert cards == drawn(Shoe.fresh(rules, SEED), dealt)[0]
    assert drawn(fresh, 40)[0] != drawn(Shoe.fresh(rules, SEED[::-1]), 40)[0]


@pytest.mark.parametrize("rules", [PRIVATE, DOWNTOWN], ids=["private", "downtown"])
@pytest.mark.parametrize("in_play", [1, 20, 51])
def test_only_discards_are_shuffled_in_mid_round(rules: Rules, in_play: int) -> None:
    """Cards on the table stay."""
    whole = Counter(FRENCH_DECK * (rules.decks or 0))
    _, shoe = drawn(Shoe.fresh(rules, seed_bytes(in_play)), whole.total())
    assert shoe.left == 0
    table = list(shoe.order[:in_play])
    while len(table) < whole.total():
        table.append(shoe.draw(lambda: table))
    assert Counter(table) == whole
    assert shoe.needs_shuffle
    with pytest.raises(ShoeEmpty):
        shoe.draw(lambda: table)


def test_the_shoe_is_spent_exactly_when_the_cut_card_comes_out() -> None:
    """A single-round shoe after its first card, an infinite one never."""
    shoe = Shoe.fresh(HOTSEAT, SEED)
    found = [drawn(shoe, (shoe.cut_card_at or 0) + more)[1] for more in (-1, 0, 1)]
    assert (
        [one.spent for one in found] == [one.needs_shuffle for one in found] == [False, True, True]
    )
    one_round = [drawn(Shoe.fresh(PRIVATE, SEED), count)[1] for count in (0, 1)]
    assert [(one.spent, one.needs_shuffle) for one in one_round] == [(False, False), (False, True)]
    assert not drawn(Shoe.fresh(WITHOUT_END, SEED), 600)[1].needs_shuffle


@pytest.mark.parametrize(("size", "limit"), [(3, 20.5), (4, 49.7)])
def test_every_order_is_equally_likely(size: int, limit: float) -> None:
    """Chi-squared at p = 0.001 over many seeds of a small deck."""
    orders = Counter(
        shuffled(range(size), Stream(seed_bytes(seed), "shuffle")) for seed in range(2_400)
    )
    expected = 2_400 / factorial(size)
    every = permutations(range(size))
    assert sum((orders[order] - expected) ** 2 / expected for order in every) < limit


def test_a_stream_stays_below_its_bound() -> None:
    for bound in (1, 2, 3, 52, 416, 1_000):
        stream = Stream(SEED, "numbers")
        assert {stream.below(bound) for _ in range(bound * 12)} == set(range(bound))
