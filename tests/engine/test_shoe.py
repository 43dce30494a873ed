"""The shoe: a pure function of its seed, fair, whole, and never dealing a card that lies on the table."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.round.shoe import SEED_BYTES, Shoe, ShoeEmpty, Stream, shuffled
from engine.rules.cards import FRENCH_DECK, PLAIN_SUIT, Card, Rank
from engine.rules.rule_sets import HOTSEAT, PRIVATE, RULE_SETS
from engine.rules.rules import Rules
from tests.engine.games import MODERATE, seed_bytes
from tests.engine.variants import CASINO, EVERY, WITHOUT_END

SEED = bytes(range(SEED_BYTES))


def drawn(shoe: Shoe, count: int) -> tuple[list[Card], Shoe]:
    """So many cards, of which none comes back, and the shoe without them."""
    cards: list[Card] = []
    left = shoe.copy()
    for _ in range(count):
        cards.append(left.draw(lambda: cards))
    return cards, left


def chi_square(counts: list[int], expected: float) -> float:
    """How far counts are from what is expected of each."""
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
def test_the_same_seed_gives_the_same_shoe(rules: Rules) -> None:
    """A shoe is a pure function of its seed, and another seed gives another shoe."""
    cards, _ = drawn(Shoe.fresh(rules, SEED), 40)
    again, _ = drawn(Shoe.fresh(rules, SEED), 40)
    other, _ = drawn(Shoe.fresh(rules, SEED[::-1]), 40)
    assert cards == again
    assert cards != other


def test_the_order_of_a_known_seed() -> None:
    """Journals name shoes by seed, so the cards of a seed never change from one version to the next."""
    cards, _ = drawn(Shoe.fresh(PRIVATE, SEED), 8)
    assert " ".join(map(str, cards)) == "Jc Kh Jh 8s Qd Tc 3c 2c"
    cards, _ = drawn(Shoe.fresh(WITHOUT_END, SEED), 8)
    assert " ".join(map(str, cards)) == "A F F F 2 5 4 8"


@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
def test_a_shoe_is_made_of_whole_decks(rules: Rules) -> None:
    """Not a card too few or too many: each of the 52 once a deck."""
    shoe = Shoe.fresh(rules, SEED)
    if rules.decks is None:
        assert (shoe.order, shoe.left) == ((), None)
    else:
        assert Counter(shoe.order) == Counter(FRENCH_DECK * rules.decks)
        assert shoe.left == rules.decks * 52


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    """A seed of another length is refused."""
    with pytest.raises(ValueError, match="32 bytes"):
        Shoe.fresh(HOTSEAT, bytes(length))


@pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
@pytest.mark.parametrize("dealt", [0, 1, 51, 52, 60])
def test_a_rebuilt_shoe_is_the_one_that_was_drawn_from(rules: Rules, dealt: int) -> None:
    """After a restart the very same cards are left, and the cut card is where it was."""
    if rules.decks is not None:
        dealt = min(dealt, rules.decks * 52)
    _, shoe = drawn(Shoe.fresh(rules, SEED), dealt)
    assert shoe == Shoe.rebuilt(rules, SEED, dealt)


@pytest.mark.parametrize(("rules", "dealt"), [(HOTSEAT, -1), (PRIVATE, 53), (HOTSEAT, 417)])
def test_no_shoe_has_dealt_more_cards_than_it_had(rules: Rules, dealt: int) -> None:
    """A count that no shoe can have reached is refused."""
    with pytest.raises(ValueError, match="can't have dealt"):
        Shoe.rebuilt(rules, SEED, dealt)


@MODERATE
@given(seed=st.integers(0, 2**64), in_play=st.integers(1, 51))
def test_only_discards_are_shuffled_in_mid_round(seed: int, in_play: int) -> None:
    """When the shoe runs out, the cards on the table stay there and all others come again, each once.

    Elsewhere a reshuffle in mid-round brought cards in play back.
    """
    _, shoe = drawn(Shoe.fresh(PRIVATE, seed_bytes(seed)), 52)
    assert shoe.left == 0
    table = list(shoe.order[:in_play])
    again: list[Card] = []
    for _ in range(52 - in_play):
        again.append(shoe.draw(lambda: [*table, *again]))
    assert Counter(again) + Counter(table) == Counter(FRENCH_DECK)
    with pytest.raises(ShoeEmpty):
        shoe.draw(lambda: [*table, *again])


def test_discards_of_several_decks_keep_their_count() -> None:
    """Of a card that lies on the table twice, the other six of eight decks come again."""
    _, shoe = drawn(Shoe.fresh(HOTSEAT, SEED), 416)
    card = FRENCH_DECK[0]
    again = [card, card]
    for _ in range(414):
        again.append(shoe.draw(lambda: again[:2]))
    assert Counter(again) == Counter(FRENCH_DECK * 8)


def test_after_a_reshuffle_in_mid_round_the_shoe_is_spent() -> None:
    """A shoe of discards is not a whole one: after the round it is shuffled anew."""
    _, shoe = drawn(Shoe.fresh(HOTSEAT, SEED), 416)
    shoe.draw(lambda: FRENCH_DECK)
    assert shoe.needs_shuffle


@pytest.mark.parametrize("rules", [HOTSEAT, CASINO], ids=["hotseat", "casino"])
def test_the_cut_card_lies_in_its_range(rules: Rules) -> None:
    """From 60 to 80 cards from the bottom; every place in the range is reached, the ends too."""
    assert rules.decks is not None
    below = Counter(
        rules.decks * 52 - (Shoe.fresh(rules, seed_bytes(seed)).cut_card_at or 0)
        for seed in range(250)
    )
    assert sorted(below) == list(range(60, 81))
    assert chi_square([*below.values()], 250 / 21) < 45.3  # 20 degrees of freedom, p = 0.001


def test_the_shoe_is_spent_exactly_when_the_cut_card_comes_out() -> None:
    """Not a card earlier, and from then on."""
    shoe = Shoe.fresh(HOTSEAT, SEED)
    at = shoe.cut_card_at
    assert at is not None
    _, before = drawn(shoe, at - 1)
    assert not before.spent
    assert not before.needs_shuffle
    _, after = drawn(before, 1)
    assert after.spent
    assert after.needs_shuffle
    assert drawn(after, 1)[1].spent


@pytest.mark.parametrize("cards", [-1, 0, 1])
def test_a_rebuilt_shoe_knows_whether_the_cut_card_has_come_out(cards: int) -> None:
    """A restart around the cut card neither forgets nor hurries the shuffle."""
    shoe = Shoe.fresh(HOTSEAT, SEED)
    assert shoe.cut_card_at is not None
    _, shoe = drawn(shoe, shoe.cut_card_at + cards)
    assert shoe == Shoe.rebuilt(HOTSEAT, SEED, shoe.dealt)


def test_a_deck_for_one_round_is_shuffled_after_its_first_card() -> None:
    """Fresh before every round, and not before a round that has not begun."""
    shoe = Shoe.fresh(PRIVATE, SEED)
    assert not shoe.needs_shuffle
    shoe.draw(tuple)
    assert shoe.needs_shuffle
    assert not shoe.spent


def test_an_infinite_deck_is_never_shuffled() -> None:
    """Each card is drawn with replacement, and none is ever missing."""
    _, shoe = drawn(Shoe.fresh(WITHOUT_END, SEED), 600)
    assert not shoe.needs_shuffle
    assert shoe.left is None


def test_the_frequencies_of_an_infinite_deck() -> None:
    """A ten-valued card four times in thirteen, every other rank once."""
    cards, _ = drawn(Shoe.fresh(WITHOUT_END, SEED), 1_300)
    found = Counter(card.rank for card in cards)
    assert set(found) == {card.rank for card in PLAIN_SUIT}
    faces = found.pop(Rank.FACE)
    assert chi_square([faces], 400) + chi_square([*found.values()], 100) < 27.9  # 9, p = 0.001


@pytest.mark.parametrize("size", [3, 4])
def test_every_order_is_equally_likely(size: int) -> None:
    """Over many seeds a small deck comes out in every order about as often."""
    orders = Counter(
        shuffled(range(size), Stream(seed_bytes(seed), "shuffle")) for seed in range(2_400)
    )
    every = list(permutations(range(size)))
    limit = {3: 20.5, 4: 49.7}[size]  # 5 and 23 degrees of freedom, p = 0.001
    assert chi_square([orders[order] for order in every], 2_400 / len(every)) < limit


def test_every_card_is_as_likely_on_top() -> None:
    """Shuffled and cut, each of the 52 comes out first about as often."""
    first = Counter(Shoe.fresh(PRIVATE, seed_bytes(seed)).order[0] for seed in range(1_040))
    assert chi_square([first[card] for card in FRENCH_DECK], 20) < 89.0  # 51, p < 0.001


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 416, 1_000])
def test_a_stream_stays_below_its_bound(bound: int) -> None:
    """Every number from 0 up to the bound, and none beyond."""
    stream = Stream(SEED, "numbers")
    found = {stream.below(bound) for _ in range(bound * 12)}
    assert found == set(range(bound))


def test_streams_of_different_purposes_differ() -> None:
    """Where the deck is cut says nothing about where the cut card lies."""
    one, other = Stream(SEED, "cut"), Stream(SEED, "cut card")
    assert [one.below(416) for _ in range(8)] != [other.below(416) for _ in range(8)]


@pytest.mark.parametrize(
    "rules", [rules for rules in RULE_SETS.values() if rules.dealer_each], ids=lambda r: r.key
)
def test_one_deck_is_enough_for_a_full_table(rules: Rules) -> None:
    """Four players and their dealers can't use up the deck, whatever is drawn.

    Before its last card a player's hand is worth 20 at most, a dealer's 16: so many points, in the lowest cards there
    are, and a last card for every hand.
    """
    assert rules.decks is not None
    assert rules.max_hands == 1
    points = rules.seats * (20 + 16)
    cards = 2 * rules.seats
    for value in sorted(card.points for card in FRENCH_DECK * rules.decks):
        points -= value
        if points < 0:
            break
        cards += 1
    assert cards <= 40 < 52


def test_a_copy_is_drawn_from_by_itself() -> None:
    """Drawing leaves the shoe that was copied as it was: if the round can't be saved, the card was not drawn."""
    shoe, before = Shoe.fresh(HOTSEAT, SEED), Shoe.fresh(HOTSEAT, SEED)
    first = shoe.copy().draw(tuple)
    assert shoe == before
    assert shoe.draw(tuple) == first
