"""The daily ten: its hands, and playing them."""

from itertools import pairwise

import pytest

from engine.advice.daily import HANDS, SQUARES, WEEK, Day, day_of, rules_on, score, square, ten
from engine.advice.daily_hands import (
    CLOSE,
    HandKind,
    first_decision,
    hands_of,
    is_standard,
    kind_of,
)
from engine.coach.chart import chart
from engine.coach.worth import worth
from engine.round.moves import Verb

SECRET = bytes(range(32))
DAYS = range(20_000, 20_007)
TODAY = hands_of(SECRET, 20_000)


def stood(day: Day, hands: int, before: list[Verb] | None = None) -> list[Verb]:
    """Return the decisions of a player who declines and stands for this many hands."""
    moves = list(before or ())
    while len((now := ten(day, moves)).finished) < hands:
        assert now.view
        offers = {kind.verb for kind in now.view.seats[0].offers}
        moves.append(Verb.STAND if Verb.STAND in offers else Verb.DECLINE)
    return moves


def test_each_weekday_has_its_rules() -> None:
    """Seven rule sets repeat weekly. Also squares and scores."""
    assert [day_of(moment) for moment in (0, 86_399.9, 86_400, 1_700_000_000)] == [0, 0, 1, 19_675]
    assert len(WEEK) == len({rules_on(day) for day in range(7)}) == 7
    assert all(rules_on(day) == rules_on(day + 7) for day in DAYS)
    assert [square(lost) for lost in (0, 1, 20_000, 20_001)] == ["g", "y", "y", "r"]
    assert [*SQUARES] == ["g", "y", "r"]
    assert [score(letters) for letters in ("", "gyrg", "g" * 10)] == [0, 2, 10]


def test_the_difficulty_of_the_hands() -> None:
    """Three plain, four for the chart, three close; no deal twice, and no two standard hands in a row."""
    orders = set()
    for rules, day in ((rules_on(number), hands_of(SECRET, number)) for number in DAYS):
        decisions = [one for seed in day.seeds if (one := first_decision(rules, seed))]
        kinds = [kind_of(one) for one in decisions]
        assert [kinds.count(kind) for kind in HandKind] == [3, 4, 3]
        assert len({(one.hand, one.up) for one in decisions}) == len(decisions) == HANDS
        standards = [is_standard(one) for one in decisions]
        assert not any(first and second for first, second in pairwise(standards))
        for one, kind in zip(decisions, kinds, strict=True):
            values = worth(one)
            best, after, *_ = values.values()
            assert (best - after <= CLOSE[1]) == (kind is HandKind.CLOSE)
            assert best - after >= CLOSE[0]
            assert chart(rules).advised(one) is next(iter(values))
        orders.add(tuple(kinds))
    assert len({order[0] for order in orders}) > 1, "the first hand is not always plain"
    assert len(orders) > len(DAYS) // 2


def test_the_hands_follow_from_the_day_and_the_secret() -> None:
    """In every version; the repr shows neither."""
    assert hands_of(SECRET, 20_000) == TODAY
    hands_of.cache_clear()
    assert hands_of(SECRET, 20_000) == TODAY
    others = {*hands_of(SECRET, 20_007).seeds, *hands_of(bytes(32), 20_000).seeds}
    assert not others & {*TODAY.seeds}
    assert repr(TODAY) == "Day(number=20000)"


def test_cards_do_not_depend_on_earlier_hands() -> None:
    view, quick = ten(TODAY, ()).view, stood(TODAY, 1)
    assert view
    hits = Verb.HIT in {kind.verb for kind in view.seats[0].offers}
    slow = stood(TODAY, 1, [Verb.HIT if hits else Verb.DECLINE])
    assert slow != quick
    first, second = (ten(TODAY, stood(TODAY, 2, moves)).finished[1] for moves in (quick, slow))
    assert [*first.cards_out()] == [*second.cards_out()]


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(ValueError, match="even-money"):
        ten(TODAY, [Verb.EVEN_MONEY])
    with pytest.raises(ValueError, match="all hands are played"):
        ten(TODAY, [*stood(TODAY, HANDS), Verb.STAND])


def test_the_hole_card_is_hidden() -> None:
    day = next(hands_of(SECRET, d) for d in DAYS if rules_on(d).hole_card)
    now = ten(day, ())
    assert now.view
    assert now.view.groups[0].dealer.cards[1] is None
    assert (now.finished, now.shown, now.over) == ((), None, False)
    after = ten(day, stood(day, 1))
    assert after.shown
    assert None not in after.shown.groups[0].dealer.cards
    assert ten(day, stood(day, HANDS)).over
