"""The daily ten: which hands a day has, and how they are played."""

import pytest

from engine.daily import HANDS, SQUARES, day_of, rules_on, square, ten
from engine.daily.hands import WEEK, dealt
from engine.game import Verb

DAYS = range(20_000, 20_014)


def stood(day: int, hands: int) -> list[Verb]:
    """The decisions of somebody who declines and stands, for so many hands."""
    moves: list[Verb] = []
    while (now := ten(day, moves)).finished < hands:
        assert now.view
        offers = {kind.verb for kind in now.view.seats[0].offers}
        moves.append(Verb.STAND if Verb.STAND in offers else Verb.DECLINE)
    return moves


def cards(day: int, number: int) -> list[str]:
    """The cards that are dealt before the first decision."""
    round_, _ = dealt(day, number)
    return [str(card) for card in round_.cards_out()]


def test_a_day_is_one_of_utc() -> None:
    """Counted from 1970."""
    assert [day_of(moment) for moment in (0, 86_399.9, 86_400, 1_700_000_000)] == [0, 0, 1, 19_675]


def test_each_weekday_has_its_rules() -> None:
    """Seven sets, the same a week later; in all of them there is much to decide."""
    assert len(WEEK) == 7
    assert len({rules_on(day) for day in range(7)}) == 7
    assert all(rules_on(day) == rules_on(day + 7) for day in DAYS)


@pytest.mark.parametrize("day", DAYS)
def test_every_day_has_ten_hands_with_something_to_decide(day: int) -> None:
    """The same for whoever asks; no two of them alike."""
    now = ten(day, ())
    assert (now.finished, now.last, now.shown) == (0, None, None)
    played = ten(day, stood(day, HANDS))
    assert played.over
    assert played.view is None
    assert len({tuple(cards(day, number)) for number in range(HANDS)}) == HANDS
    for number in range(HANDS):
        round_, _ = dealt(day, number)
        assert round_.awaited == {1}
        hand = round_.boxes[0].spots[0].hands[0]
        assert hand.soft or hand.points < 18 or hand.cards[0].points == hand.cards[1].points


def test_the_hands_of_a_day_are_fixed() -> None:
    """Everybody has them, in every version of this program."""
    assert cards(20_000, 0) == ["Jc", "Js", "5s", "Ts"]


def test_cards_do_not_depend_on_earlier_hands() -> None:
    """However the first one was played, the second one begins and goes on the same."""
    day = next(d for d in DAYS if Verb.HIT in offers_of(d, []))
    ends = []
    for first in (stood(day, 1), hit_until_over(day)):
        then = ten(day, first)
        assert then.finished == 1
        after = ten(day, [*first, *stood_on(day, first)])
        assert after.last
        ends.append([str(card) for card in after.last.cards_out()])
    assert ends[0] == ends[1]


def offers_of(day: int, moves: list[Verb]) -> set[Verb]:
    """What can be done after these decisions."""
    view = ten(day, moves).view
    return {kind.verb for kind in view.seats[0].offers} if view else set()


def hit_until_over(day: int) -> list[Verb]:
    """The decisions of somebody who takes cards as long as they can, in the first hand."""
    moves: list[Verb] = []
    while ten(day, moves).finished == 0:
        moves.append(Verb.HIT if Verb.HIT in offers_of(day, moves) else Verb.DECLINE)
    return moves


def stood_on(day: int, before: list[Verb]) -> list[Verb]:
    """The decisions by which the second hand is stood on."""
    moves: list[Verb] = []
    while ten(day, [*before, *moves]).finished == 1:
        free = offers_of(day, [*before, *moves])
        moves.append(Verb.STAND if Verb.STAND in free else Verb.DECLINE)
    return moves


def test_what_can_not_be_done_is_refused() -> None:
    """And nothing comes after the last hand."""
    with pytest.raises(ValueError, match="even-money"):
        ten(20_000, [Verb.EVEN_MONEY])
    with pytest.raises(ValueError, match="all hands are played"):
        ten(20_000, [*stood(20_000, HANDS), Verb.STAND])


def test_nobody_sees_the_hole_card() -> None:
    """As long as the hand is played."""
    day = next(d for d in DAYS if rules_on(d).hole_card)
    now = ten(day, ())
    assert now.view
    assert now.view.boxes[0].dealer.cards[1] is None
    after = ten(day, stood(day, 1))
    assert after.shown
    assert None not in after.shown.boxes[0].dealer.cards


def test_squares() -> None:
    """Best, up to two percent, more."""
    assert [square(lost) for lost in (0, 1, 20_000, 20_001)] == ["g", "y", "y", "r"]
    assert [*SQUARES] == ["g", "y", "r"]
