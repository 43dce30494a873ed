"""Achievements, with examples that just earn them and just don't, and dealers' remarks."""

from collections.abc import Iterable, Mapping, Sequence

import pytest

from engine.records.achievements import ACHIEVEMENTS, DAY, YEAR, Search
from engine.records.feats import Feat, Occasion, chosen, feats_of, occasion_of
from engine.records.replay import end_of
from engine.round.moves import parse_move
from engine.round.round import Phase, Round
from engine.rules.cards import parse_card
from engine.rules.options import rules_text
from engine.rules.rule_sets import RULE_SETS
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.achievements import Achievement, Gift, SettledOnce
from engine.values.money import GIFT
from engine.values.played import Ending
from engine.values.tables import Character, ai_player_id
from tests.engine.notation import Script
from tests.engine.restart import NO_USERS, saved_log

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def seen(round_: Round, users: Mapping[int, int] = NO_USERS, number: int = 3) -> TableView:
    text = rules_text(round_.rules)
    return end_of(saved_log(text, round_.stakes, round_.moves, number=number, users=users))


def finished(key: str, seats: int, cards: str, moves: str = "") -> Round:
    """Return the finished round of these seats, cards and moves."""
    stakes = dict.fromkeys(range(1, seats + 1), 10_00)
    shoe = [*map(parse_card, cards.split())]
    script = Script(rule_sets=RULE_SETS, rules=RULE_SETS[key], stakes=stakes, shoe=shoe)
    for move in moves.split(", ") if moves else ():
        script.now().push(parse_move(move))
    assert script.now().phase is Phase.OVER
    assert not script.shoe
    return script.now()


# Moves for splits into three and four hands.
THREE_HANDS = "1 split, 1 split, 1 stand, 1 stand, 1 stand"
FOUR_HANDS = "1 split, 1 split, 1 stand, 1 stand, 1 split, 1 stand, 1 stand"

# Rules and cards (player and dealer in turn, then the rest): a label, the moves, and the achievements.
ROUNDS: Mapping[str, tuple[str, str, set[Feat]]] = {
    "hotseat Th 6c 9d Tc 8d": ("nothing", "1 stand", set()),
    "vegas Ah 5c Kd Td": ("a natural", "", {Feat.NATURAL}),
    "vegas Ah Ac Kd 9d": ("even money", "1 even-money", {Feat.NATURAL}),
    "vegas Ah 5c Kh Td": ("of one suit", "", {Feat.NATURAL, Feat.SUITED_NATURAL}),
    "endless A 5 F F": ("without suits", "", {Feat.NATURAL}),
    "european Ah Kc Kh Ad": ("two naturals", "", {Feat.STAND_OFF}),
    "surrender Ah Tc As Ad Kh 9s": ("21 of a split", "1 split, 1 stand", set()),
    "vegas Ah 5c As Td Kh 9s 2s": ("one split ace with a ten", "1 split", set()),
    "vegas Ah 5c As Td Kh Qs 9s": ("both split aces", "1 split", {Feat.SPLIT_ACES}),
    "hotseat 2h 6c 3d Tc 4c 5s 7h 8d": ("five cards", "1 hit, 1 hit, 1 hit", {Feat.FIVE_CARDS}),
    "hotseat 2h 6c 3d Tc 9c 7h 8d": ("four cards", "1 hit, 1 hit", set()),
    "hotseat 2h 6c 3d Tc 4c 5s 6h 8d": ("and 20", "1 hit, 1 hit, 1 hit, 1 stand", set()),
    "hotseat 2h 6c 2d Tc 2c 3h 3d 3c 6s 8d": (
        *("seven cards", ", ".join(["1 hit"] * 5)),
        {Feat.FIVE_CARDS, Feat.SEVEN_CARDS},
    ),
    "hotseat 7h 6c 7d Tc 7c 8d": ("three sevens", "1 hit", {Feat.THREE_SEVENS}),
    "hotseat 6h 6c 5d Tc Th 8d": ("a double to 21", "1 double", {Feat.DOUBLED_21}),
    "hotseat 6h 6c 5d Tc 9h 8d": ("a double to 20", "1 double", set()),
    "vegas 8h 5c 8c Td 3d 2s 9h 4s 9s": (
        *("a split hand doubled", "1 split, 1 double, 1 hit, 1 stand"),
        {Feat.DOUBLED_SPLIT},
    ),
    "vegas 8h 5c 8c Td 3d 2s 2h 4s 5s": ("in vain", "1 split, 1 double, 1 hit, 1 stand", set()),
    "vegas 8h 5c 8c Td 8d 8s 2h 3h 2d 3d 9s": (
        *("four hands", FOUR_HANDS),
        {Feat.FOUR_HANDS, Feat.LOW},
    ),
    "vegas 8h 7c 8c Td 8d 8s Th Ts 9d Td": ("not all won", FOUR_HANDS, set()),
    "hotseat 5h Tc 6d Td Th": ("21 against 20", "1 hit", {Feat.BY_A_POINT}),
    "hotseat 5h Tc 6d 9d Th": ("21 against 19", "1 hit", set()),
    "private 5h 6d Tc Th Td": ("a dealer of one's own", "1 hit", {Feat.BY_A_POINT}),
    "hotseat 2h 6c Td Tc 8d": ("12 is enough", "1 stand", {Feat.LOW}),
    "hotseat 3h 6c Td Tc 8d": ("13 is enough", "1 stand", set()),
    "vegas Th Ac 9d Kd": ("insured", "1 insure 500", {Feat.INSURED}),
    "vegas Th Ac 9d 8d": ("insured in vain", "1 insure 500, 1 stand", set()),
    "hotseat Th 2c 9d 2d 2h 3s 3d Tc": ("a dealer of six", "1 stand", {Feat.LONG_DEALER}),
    "hotseat Th 2c 9d 2d 6h 5s Tc": ("a dealer of five cards", "1 stand", set()),
}


@pytest.mark.parametrize("dealt", ROUNDS)
def test_rounds_earn_their_achievements(dealt: str) -> None:
    """And no others. Every feat has a round."""
    (_, moves, earned), (key, _, cards) = ROUNDS[dealt], dealt.partition(" ")
    assert feats_of(seen(finished(key, 1, cards, moves))) == {1: earned}
    tested = {feat for *_, earned in ROUNDS.values() for feat in earned}
    assert tested == {*Feat} - {Feat.FULL_TABLE}


STANDS = "1 stand, 2 stand, 3 stand, 4 stand"


@pytest.mark.parametrize(
    ("seats", "cards", "moves", "users", "earned"),
    [
        (4, "Th Ts Td Tc 6c 9h 9s 9d 8h Kc 8d", STANDS, {}, {Feat.FULL_TABLE}),
        (3, "Th Ts Td 6c 9h 9s 9d Kc 8d", STANDS.removesuffix(", 4 stand"), {}, set()),
        (4, "Th Ts Td Tc 6c 9h 9s 9d 6h Kc Qh 8d", STANDS.replace("4 stand", "4 hit"), {}, set()),
        (
            4,
            "Th Ts Td Tc 6c 9h 9s 9d 8h Kc 8d",
            STANDS,
            {4: ai_player_id(7, Character.NOVICE)},
            set(),
        ),
    ],
    ids=["four win", "three of three", "one busts, like the dealer", "one is an AI player"],
)
def test_all_seats_of_a_full_table_win(
    seats: int, cards: str, moves: str, users: dict[int, int], earned: set[Feat]
) -> None:
    found = feats_of(seen(finished("hotseat", seats, cards, moves), users))
    assert found == dict.fromkeys(range(1, seats + 1), earned)


def test_unsettled_rounds_earn_nothing() -> None:
    """Nor do they get a remark, which could reveal a face-down card."""
    view = seen(finished("vegas", 1, "Ah 5c Kd Td"))._replace(last_of_shoe=True)
    for stage in {*Stage} - {Stage.SETTLED}:
        now = view._replace(stage=stage)
        assert (feats_of(now), occasion_of(now)) == ({}, None)


# Dealers' remarks


@pytest.mark.parametrize(
    ("key", "seats", "cards", "moves", "occasion"),
    [
        ("vegas", 1, "8h 5c 8c Td 8d 8s 2h 3h 2d 3d 9s", FOUR_HANDS, Occasion.SPLIT),
        ("vegas", 1, "8h 5c 8c Td 8d 3s 2h 3h 9s", THREE_HANDS, Occasion.SPLIT),
        ("vegas", 1, "8h 7c 8c Td 8d Ts Th 9h", THREE_HANDS, None),
        ("vegas", 1, "8h 5c 8c Td 3d 3s 9s", "1 split, 1 stand, 1 stand", None),
        ("vegas", 2, "Th Ah 5c 9d Kh Td 9s", "1 stand", Occasion.NATURAL),
        ("vegas", 1, "Ah Ac Kd 9d", "1 even-money", Occasion.NATURAL),
        ("hotseat", 2, "Th Ts 9c 9d 9h Td", "1 stand, 2 stand", Occasion.PUSHES),
        ("hotseat", 2, "Th Ts 9c 9d 8h Td", "1 stand, 2 stand", None),
        ("hotseat", 1, "Th 9c 9d Td", "1 stand", None),
    ],
)
def test_the_dealer_remarks_on_few_rounds(
    key: str, seats: int, cards: str, moves: str, occasion: Occasion | None
) -> None:
    """The cut card is the least important occasion."""
    view = seen(finished(key, seats, cards, moves))
    assert occasion_of(view) is occasion
    assert occasion_of(view, came_back=True) is Occasion.COMEBACK
    assert occasion_of(view._replace(last_of_shoe=True)) is (occasion or Occasion.SHUFFLE)


def test_remarks_are_chosen_deterministically_and_evenly() -> None:
    """Computed, so the same on every machine."""
    view = seen(finished("vegas", 1, "Ah 5c Kd Td"))
    by_round = [chosen(view._replace(round_number=number), 3) for number in range(300)]
    assert by_round[1:9] == [2, 2, 1, 1, 0, 0, 2, 0]
    by_table = [chosen(view._replace(table_id=number), 3) for number in range(300)]
    for words in (by_round, by_table):
        assert min(words.count(word) for word in range(3)) > 60


# Careers


WELCOME = Gift(at=0.0, cents=GIFT)


def rounds(nets: Iterable[int], *, rule_set: str = "vegas", naturals: int = 0) -> list[SettledOnce]:
    return [
        SettledOnce(60.0 * n, round_id=n, net=net, naturals=naturals, rule_set=rule_set)
        for n, net in enumerate(nets, start=1)
    ]


def reached(played: Sequence[SettledOnce], *gifts: Gift) -> dict[str, int]:
    found = list(Search().in_career((WELCOME, *gifts), played, ()))
    assert len({achievement.what for achievement in found}) == len(found)
    ends = {one.round_id: one.at for one in played}
    assert all(number and at == ends[number] for _, number, at in found)
    return {what: number or 0 for what, number, _ in found}


def test_rounds_are_counted() -> None:
    """The 100th and 1,000th round; naturals, of which a round may have two; and rounds by the book."""
    assert reached(rounds([0] * 99)) == {}
    assert reached(rounds([0] * 1_001)) == {"rounds-100": 100, "rounds-1000": 1_000}
    assert reached(rounds([0] * 10, naturals=2)) == {}
    assert reached(rounds([0] * 11, naturals=2)) == {"naturals-21": 11}
    played = [one._replace(by_book=one.round_id % 2 == 0) for one in rounds([0] * 201)]
    assert reached(played[:199]) == {"rounds-100": 100}
    assert reached(played) == {"rounds-100": 100, "by-book": 200}


def test_every_rule_set_is_played() -> None:
    """In any order. A rule set that no longer exists does not count."""
    keys = [*RULE_SETS, "forgotten", *RULE_SETS]
    played = [one._replace(rule_set=key) for one, key in zip(rounds([0] * 99), keys, strict=False)]
    assert reached(played[: len(RULE_SETS) - 1]) == {}
    assert reached(played) == {"rule-sets": len(RULE_SETS)}


def test_a_comeback_from_the_donor() -> None:
    """Twice the gift after a donation; money before it does not count."""
    assert reached(rounds([GIFT, 1])) == {}
    donation = Gift(at=90.0, cents=GIFT)
    assert reached(rounds([-GIFT, GIFT - 1, 1, 1]), donation) == {"back": 3}
    assert reached(rounds([2 * GIFT, -3 * GIFT, 0, 0]), donation._replace(at=150.0)) == {}


def test_days_are_counted() -> None:
    """A year since the first round, and seven dailies."""
    first, second = rounds([0, 0])
    assert reached([first, second._replace(at=first.at + YEAR * DAY - 1)]) == {}
    assert reached([first, second._replace(at=first.at + YEAR * DAY)]) == {"year": 2}
    days = [20_000, 20_001, 20_009, 20_010, 20_030, 20_100, 20_400, 20_401]
    assert [*Search().in_career((), (), days[:6])] == []
    for some in (days[:7], days):
        found = [*Search().in_career((), (), some)]
        assert found == [Achievement("dailies", None, 20_400 * 86_400.0)]


def test_progress_is_counted() -> None:
    """Whatever is not reached; money only after a donation."""
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
    donated = Search().progress((WELCOME, Gift(0.0, WELCOME.cents)), rounds([-500]), ())
    assert donated["back"] == (2 * WELCOME.cents - 500, 2 * WELCOME.cents)


def test_saved_rounds_are_replayed() -> None:
    """Unreadable, unfinished and voided rounds earn nothing."""
    dealt = ("deal Ah", "deal Th", "deal 5c", "deal Kh", "deal 9s", "deal Td")
    stakes, users = {1: 500, 2: 500}, {1: 70, 2: 80}
    moves = (*dealt, "2 stand", "reveal", "deal 9c")
    found = Search().in_round(saved_log("vegas", stakes, moves, users=users))
    assert found == {70: {"natural", "suited-natural"}, 80: set()}
    for bad in ((), ("deal Zz",), ("1 stand",), dealt):
        assert Search().in_round(saved_log("vegas", stakes, bad)) == {}
    assert Search().in_round(saved_log("vegas", stakes, moves, Ending.VOIDED)) == {}
    assert {*Search.of_rounds, *Search.of_careers} == {*ACHIEVEMENTS}
