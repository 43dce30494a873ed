"""What in a round deserves a word of the dealer, and which."""

from collections import Counter

import pytest

from engine.records.occasions import Occasion, chosen, occasion_of
from engine.round.round import Round

from .test_feats import finished, seen

FOUR_HANDS = finished(
    "vegas",
    1,
    "8h 5c 8c Td 8d 8s 2h 3h 2d 3d 9s",
    "1 split, 1 split, 1 stand, 1 stand, 1 split, 1 stand, 1 stand",
)
THREE_HANDS = finished(
    "vegas",
    1,
    "8h 5c 8c Td 8d 3s 2h 3h 9s",
    "1 split, 1 split, 1 stand, 1 stand, 1 stand",
)
ONE_IS_LOST = finished(
    "vegas",
    1,
    "8h 7c 8c Td 8d Ts Th 9h",
    "1 split, 1 split, 1 stand, 1 stand, 1 stand",
)
TWO_HANDS = finished("vegas", 1, "8h 5c 8c Td 3d 3s 9s", "1 split, 1 stand, 1 stand")
NATURAL = finished("vegas", 2, "Th Ah 5c 9d Kh Td 9s", "1 stand")
EVEN_MONEY = finished("vegas", 1, "Ah Ac Kd 9d", "1 even-money")
ALL_TIE = finished("hotseat", 2, "Th Ts 9c 9d 9h Td", "1 stand, 2 stand")
ONE_TIES = finished("hotseat", 2, "Th Ts 9c 9d 8h Td", "1 stand, 2 stand")
ALONE_AND_TIES = finished("hotseat", 1, "Th 9c 9d Td", "1 stand")


@pytest.mark.parametrize(
    ("round_", "occasion"),
    [
        (FOUR_HANDS, Occasion.SPLIT),
        (THREE_HANDS, Occasion.SPLIT),
        (ONE_IS_LOST, None),
        (TWO_HANDS, None),
        (NATURAL, Occasion.NATURAL),
        (EVEN_MONEY, Occasion.NATURAL),
        (ALL_TIE, Occasion.PUSHES),
        (ONE_TIES, None),
        (ALONE_AND_TIES, None),
    ],
)
def test_few_rounds_deserve_a_word(round_: Round, occasion: Occasion | None) -> None:
    """Where nothing else does, the cut card does; and never two of them."""
    view = seen(round_)
    assert occasion_of(view) is occasion
    assert occasion_of(view._replace(last_of_shoe=True)) is (occasion or Occasion.SHUFFLE)


@pytest.mark.parametrize("round_", [FOUR_HANDS, NATURAL, ALL_TIE])
def test_nothing_is_said_before_the_end(round_: Round) -> None:
    """A word could tell what a hidden card is."""
    view = seen(round_)
    for stage in type(view.stage):
        if stage is not view.stage:
            assert occasion_of(view._replace(stage=stage, last_of_shoe=True)) is None


def test_the_same_round_has_the_same_word() -> None:
    """On every machine, in every process: these are figures, and not a draw."""
    said = [chosen(seen(NATURAL, number=number), 3) for number in range(1, 9)]
    assert said == [2, 2, 1, 1, 0, 0, 2, 0]


def test_every_word_has_its_turn() -> None:
    """About as often as the others, at one table and at many."""
    view = seen(NATURAL)
    at_one = Counter(chosen(view._replace(round_number=number), 3) for number in range(300))
    at_many = Counter(chosen(view._replace(table_id=number), 3) for number in range(300))
    for counted in (at_one, at_many):
        assert sorted(counted) == [0, 1, 2]
        assert min(counted.values()) > 60
