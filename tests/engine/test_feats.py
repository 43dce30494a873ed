"""What a round earns its seats: each feat by a round that has it, and by one that just has not."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai_players.characters import Character, member_id
from engine.records.feats import Feat, feats_of
from engine.records.replay import end_of
from engine.round.moves import Deal, Reveal, parse_move
from engine.round.payout import settle
from engine.round.phases import NextCard, NextReveal, Turns
from engine.round.round import Round
from engine.rules.cards import parse_card
from engine.rules.options import rules_text
from engine.rules.rule_sets import RULE_SETS
from engine.rules.rules import Rules
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Ending, KeptMove, KeptRound
from engine.values.rounds import DealtSeat
from tests.engine.games import MODERATE, games, played_out
from tests.engine.test_round_properties import by_group

pytestmark = pytest.mark.usefixtures("variants_at_tables")

ALL = set(Feat)


def seen(
    round_: Round,
    *,
    table_id: int = 7,
    number: int = 3,
    users: Mapping[int, int] = MappingProxyType({}),
) -> TableView:
    """The end of a round as people see it; a seat is that of the user of its number, where `users` names no other."""
    kept = KeptRound(
        round_id=1,
        table_id=table_id,
        number=number,
        channel_id=1,
        guild_id=1,
        rules=rules_text(round_.rules),
        ending=Ending.SETTLED,
        ended_at=9.0,
        dealt=tuple(
            DealtSeat(seat=seat, user_id=users.get(seat, seat), stake=cents)
            for seat, cents in round_.stakes.items()
        ),
        moves=tuple(KeptMove(str(move), 5.0) for move in round_.moves),
    )
    return end_of(kept)


def finished(key: str, seats: int, cards: str, moves: str = "") -> Round:
    """A round of so many seats with these cards; the players' moves by commas. All of both are used."""
    now = Round.start(RULE_SETS[key], dict.fromkeys(range(1, seats + 1), 10_00))
    coming, wanted = iter(cards.split()), iter(moves.split(", ") if moves else ())
    while now.awaits is not None:
        match now.awaits:
            case NextCard():
                now.push(Deal(parse_card(next(coming))))
            case NextReveal():
                now.push(Reveal())
            case Turns():
                now.push(parse_move(next(wanted)))
    assert [*coming, *wanted] == []
    return now


# The cards of a player and the dealer in turn, then those that follow.
ROUNDS: Mapping[str, tuple[Round, set[Feat]]] = {
    "nothing": (finished("hotseat", 1, "Th 6c 9d Tc 8d", "1 stand"), set()),
    "a natural": (finished("vegas", 1, "Ah 5c Kd Td"), {Feat.NATURAL}),
    "even money": (
        finished("vegas", 1, "Ah Ac Kd 9d", "1 even-money"),
        {Feat.NATURAL},
    ),
    "a natural of one suit": (
        finished("vegas", 1, "Ah 5c Kh Td"),
        {Feat.NATURAL, Feat.SUITED_NATURAL},
    ),
    "a natural without suits": (finished("endless", 1, "A 5 F F"), {Feat.NATURAL}),
    "two naturals": (finished("european", 1, "Ah Kc Kh Ad"), {Feat.STAND_OFF}),
    "an ace and a ten of a split": (
        finished("vegas", 1, "Ah 5c As Td Kh 9s 2s", "1 split"),
        set(),
    ),
    "both split aces": (
        finished("vegas", 1, "Ah 5c As Td Kh Qs 9s", "1 split"),
        {Feat.SPLIT_ACES},
    ),
    "five cards": (
        finished("hotseat", 1, "2h 6c 3d Tc 4c 5s 7h 8d", "1 hit, 1 hit, 1 hit"),
        {Feat.FIVE_CARDS},
    ),
    "four cards": (finished("hotseat", 1, "2h 6c 3d Tc 9c 7h 8d", "1 hit, 1 hit"), set()),
    "five cards and 20": (
        finished("hotseat", 1, "2h 6c 3d Tc 4c 5s 6h 8d", "1 hit, 1 hit, 1 hit, 1 stand"),
        set(),
    ),
    "seven cards": (
        finished("hotseat", 1, "2h 6c 2d Tc 2c 3h 3d 3c 6s 8d", ", ".join(["1 hit"] * 5)),
        {Feat.FIVE_CARDS, Feat.SEVEN_CARDS},
    ),
    "three sevens": (finished("hotseat", 1, "7h 6c 7d Tc 7c 8d", "1 hit"), {Feat.THREE_SEVENS}),
    "a double that makes 21": (
        finished("hotseat", 1, "6h 6c 5d Tc Th 8d", "1 double"),
        {Feat.DOUBLED_21},
    ),
    "a double that makes 20": (finished("hotseat", 1, "6h 6c 5d Tc 9h 8d", "1 double"), set()),
    "a split hand doubled": (
        finished("vegas", 1, "8h 5c 8c Td 3d 2s 9h 4s 9s", "1 split, 1 double, 1 hit, 1 stand"),
        {Feat.DOUBLED_SPLIT},
    ),
    "a split hand doubled in vain": (
        finished("vegas", 1, "8h 5c 8c Td 3d 2s 2h 4s 5s", "1 split, 1 double, 1 hit, 1 stand"),
        set(),
    ),
    "four hands": (
        finished(
            "vegas",
            1,
            "8h 5c 8c Td 8d 8s 2h 3h 2d 3d 9s",
            "1 split, 1 split, 1 stand, 1 stand, 1 split, 1 stand, 1 stand",
        ),
        {Feat.FOUR_HANDS, Feat.LOW},
    ),
    "four hands, not all won": (
        finished(
            "vegas",
            1,
            "8h 7c 8c Td 8d 8s Th Ts 9d Td",
            "1 split, 1 split, 1 stand, 1 stand, 1 split, 1 stand, 1 stand",
        ),
        set(),
    ),
    "21 against 20": (finished("hotseat", 1, "5h Tc 6d Td Th", "1 hit"), {Feat.BY_A_POINT}),
    "21 against 19": (finished("hotseat", 1, "5h Tc 6d 9d Th", "1 hit"), set()),
    "12 is enough": (finished("hotseat", 1, "2h 6c Td Tc 8d", "1 stand"), {Feat.LOW}),
    "13 is enough": (finished("hotseat", 1, "3h 6c Td Tc 8d", "1 stand"), set()),
    "insured": (finished("vegas", 1, "Th Ac 9d Kd", "1 insure 500"), {Feat.INSURED}),
    "insured in vain": (finished("vegas", 1, "Th Ac 9d 8d", "1 insure 500, 1 stand"), set()),
    "a dealer of six cards": (
        finished("hotseat", 1, "Th 2c 9d 2d 2h 3s 3d Tc", "1 stand"),
        {Feat.LONG_DEALER},
    ),
    "a dealer of five cards": (
        finished("hotseat", 1, "Th 2c 9d 2d 6h 5s Tc", "1 stand"),
        set(),
    ),
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_seat_earns_what_it_has_done(name: str) -> None:
    """And nothing beside it."""
    round_, earned = ROUNDS[name]
    assert feats_of(seen(round_)) == {1: earned}


@pytest.mark.parametrize(
    ("fourth", "earned"), [("8h", {Feat.FULL_TABLE}), ("5h", {Feat.FULL_TABLE}), (None, set())]
)
def test_everybody_at_a_full_table_wins(fourth: str | None, earned: set[Feat]) -> None:
    """Four seats; of three it is nothing special."""
    first, second = ["Th", "Ts", "Td", "Tc"], ["9h", "9s", "9d", fourth or ""]
    seats = 4 if fourth else 3
    cards = [*first[:seats], "6c", *second[:seats], "Kc", "8d"]
    stands = ", ".join(f"{seat} stand" for seat in range(1, seats + 1))
    found = feats_of(seen(finished("hotseat", seats, " ".join(cards), stands)))
    assert found == dict.fromkeys(range(1, seats + 1), earned)


def test_a_player_of_the_house_fills_no_table() -> None:
    """Four have won, but only three of them are people."""
    cards = "Th Ts Td Tc 6c 9h 9s 9d 8h Kc 8d"
    round_ = finished("hotseat", 4, cards, "1 stand, 2 stand, 3 stand, 4 stand")
    found = feats_of(seen(round_, users={4: member_id(7, Character.NOVICE)}))
    assert found == {1: set(), 2: set(), 3: set(), 4: set()}


def test_one_who_loses_spoils_it() -> None:
    """Who busts has lost, even where the dealer busts, too."""
    cards = "Th Ts Td Tc 6c 9h 9s 9d 6h Kc Qh 8d"
    round_ = finished("hotseat", 4, cards, "1 stand, 2 stand, 3 stand, 4 hit")
    assert feats_of(seen(round_)) == {1: set(), 2: set(), 3: set(), 4: set()}


def test_there_is_a_round_for_each_feat() -> None:
    """Above; a new one needs one, too."""
    shown = {feat for _, earned in ROUNDS.values() for feat in earned}
    assert shown | {Feat.FULL_TABLE} == ALL


@by_group
@MODERATE
@given(data=st.data())
def test_every_round_can_be_looked_through(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """By all rules: each seat has its feats, and what needs a won bet is not earned by those who have won none."""
    over = played_out(data.draw(games(group)))
    found = feats_of(seen(over))
    assert sorted(found) == sorted(over.stakes)
    won = {outcome.seat for outcome in settle(over) if outcome.net > 0}
    by_winning = {Feat.NATURAL, Feat.LOW, Feat.FOUR_HANDS, Feat.BY_A_POINT, Feat.LONG_DEALER}
    assert all(seat in won for seat, earned in found.items() if earned & by_winning)


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.SETTLED])
def test_a_round_that_is_not_settled_has_earned_nothing(stage: Stage) -> None:
    """Its cards may lie face down, or an admin has ended it."""
    natural, _ = ROUNDS["a natural"]
    assert feats_of(seen(natural)._replace(stage=stage)) == {}
