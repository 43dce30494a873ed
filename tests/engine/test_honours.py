"""What many rounds earn together, and what a kept round says."""

from collections.abc import Iterable, Sequence

import pytest

from engine.records.honours import DAY, HONOURS, YEAR, Milestone, Search
from engine.rules.rule_sets import RULE_SETS
from engine.values.money import GIFT
from engine.values.played import Ending, Gift, Honour, KeptMove, KeptRound, SettledOnce
from engine.values.rounds import DealtSeat

ANN, BEN = 7, 8
WELCOME = Gift(at=0.0, cents=GIFT)


def rounds(nets: Iterable[int], *, rule_set: str = "vegas", naturals: int = 0) -> list[SettledOnce]:
    """A round a minute, with these results in cents."""
    return [
        SettledOnce(60.0 * n, round_id=n, net=net, naturals=naturals, rule_set=rule_set)
        for n, net in enumerate(nets, start=1)
    ]


def reached(played: Sequence[SettledOnce], *gifts: Gift) -> dict[str, int]:
    """What is reached, with the number of the round."""
    found = list(Search().in_career((WELCOME, *gifts), played, ()))
    assert len({honour.what for honour in found}) == len(found)
    ends = {one.round_id: one.at for one in played}
    assert all(number and at == ends[number] for _, number, at in found)
    return {what: number or 0 for what, number, _ in found}


def test_rounds_are_counted() -> None:
    """The hundredth and the thousandth."""
    assert reached(rounds([0] * 99)) == {}
    assert reached(rounds([0] * 1_001)) == {"rounds-100": 100, "rounds-1000": 1_000}


def test_naturals_are_counted() -> None:
    """Two hands of a round may have one each."""
    assert reached(rounds([0] * 10, naturals=2)) == {}
    assert reached(rounds([0] * 11, naturals=2)) == {"naturals-21": 11}


def test_every_rule_set_once() -> None:
    """In any order, however often; one that is no more counts as none."""
    keys = [*RULE_SETS, "forgotten", *RULE_SETS]
    played = [one._replace(rule_set=key) for one, key in zip(rounds([0] * 99), keys, strict=False)]
    assert reached(played[: len(RULE_SETS) - 1]) == {}
    assert reached(played) == {"rule-sets": len(RULE_SETS)}


def test_back_from_the_donor() -> None:
    """Twice the gift after a donation; who never needed one has not been away."""
    assert reached(rounds([GIFT, 1])) == {}
    donation = Gift(at=90.0, cents=GIFT)
    assert reached(rounds([-GIFT, GIFT - 1, 1, 1]), donation) == {"back": 3}


def test_what_was_had_before_a_donation_is_no_comeback() -> None:
    """The balance of earlier days, and the gift alone, are not."""
    donation = Gift(at=150.0, cents=GIFT)
    assert reached(rounds([2 * GIFT, -3 * GIFT, 0, 0]), donation) == {}


def test_a_year_later() -> None:
    """However few rounds lie between."""
    first, second = rounds([0, 0])
    assert reached([first, second._replace(at=first.at + YEAR * DAY - 1)]) == {}
    assert reached([first, second._replace(at=first.at + YEAR * DAY)]) == {"year": 2}


def test_rounds_by_the_book_are_counted() -> None:
    """In all, whatever lies between them; one that is not judged, or was played otherwise, does not count."""
    played = [one._replace(by_book=one.round_id % 2 == 0) for one in rounds([0] * 201)]
    assert reached(played[:199]) == {"rounds-100": 100}
    assert reached(played) == {"rounds-100": 100, "by-book": 200}


def test_dailies_are_counted() -> None:
    """Seven of them, on whatever days; no round has earned it."""
    days = [20_000, 20_001, 20_009, 20_010, 20_030, 20_100, 20_400, 20_401]
    assert [*Search().in_career((), (), days[:6])] == []
    for some in (days[:7], days):
        assert [*Search().in_career((), (), some)] == [Honour("dailies", None, 20_400 * 86_400.0)]


def test_who_is_on_the_way_is_told_how_far() -> None:
    """By what would be reached: rounds, blackjacks, days, rule sets, dailies, and money once the donor has helped."""
    played = rounds([0] * 40, naturals=1)
    ahead = Search().progress((WELCOME,), played, (20_000, 20_001))
    days = int((played[-1].at - played[0].at) // 86_400)
    assert ahead == {
        "rounds-100": (40, 100),
        "rounds-1000": (40, 1_000),
        "naturals-21": (40, 21),
        "rule-sets": (len({one.rule_set for one in played}), len(RULE_SETS)),
        "year": (days, 365),
        "by-book": (0, 100),
        "dailies": (2, 7),
    }
    helped = Search().progress((WELCOME, Gift(0.0, WELCOME.cents)), rounds([-500]), ())
    assert helped["back"] == (2 * WELCOME.cents - 500, 2 * WELCOME.cents)


def kept(*moves: str, ending: Ending = Ending.SETTLED) -> KeptRound:
    """A round of Ann and Ben."""
    return KeptRound(
        round_id=1,
        table_id=1,
        number=1,
        channel_id=1,
        guild_id=1,
        rules="vegas",
        ending=ending,
        ended_at=60.0,
        dealt=tuple(
            DealtSeat(seat=seat, user_id=user, stake=500) for seat, user in ((1, ANN), (2, BEN))
        ),
        moves=tuple(KeptMove(text, 50.0) for text in moves),
    )


def test_a_kept_round_is_played_again() -> None:
    """Its players have what they have earned, by user id."""
    dealt = ("deal Ah", "deal Th", "deal 5c", "deal Kh", "deal 9s", "deal Td")
    found = Search().in_round(kept(*dealt, "2 stand", "reveal", "deal 9c"))
    assert found == {ANN: {"natural", "suited-natural"}, BEN: set()}


@pytest.mark.parametrize("moves", [(), ("deal Zz",), ("1 stand",), ("deal Ah",)])
def test_a_log_that_can_not_be_played_has_earned_nothing(moves: tuple[str, ...]) -> None:
    """Nor has a round that an admin has ended; the search goes on."""
    assert Search().in_round(kept(*moves)) == {}
    assert Search().in_round(kept(*moves, ending=Ending.VOIDED)) == {}


def test_keys_are_one_each() -> None:
    """They are kept, and are those of sentences."""
    search = Search()
    assert len(set(HONOURS)) == len(HONOURS) == 23
    assert {*search.of_rounds, *search.of_careers} == set(HONOURS)
    assert set(Milestone) == search.of_careers
