"""Replays of saved rounds: their steps, visible cards and results."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.records.counting import logged_results
from engine.records.replay import CannotReplay, Replay, Step
from engine.round.costs_and_payouts import OutcomeReason, seat_results, settle
from engine.round.moves import Deal, Double, Hit, Split, parse_move
from engine.round.round import Phase, Round, Turns, fold
from engine.rules.options import rules_text
from engine.table.state import Stage
from engine.table.view import TableView
from engine.table.viewing import view_of
from engine.values.played import Ending, SavedMove, SavedRound
from engine.values.rounds import SeatResult
from tests.engine.games import Game, could_have_been, every_game, played, played_out
from tests.engine.restart import saved_log
from tests.engine.scripts import scripted
from tests.engine.sitting import ANN, BEN, Sitting, dealt, together, turns

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def saved_round(round_: Round, ending: Ending = Ending.SETTLED) -> SavedRound:
    users = {seat: seat + 100 for seat in round_.stakes}
    text = rules_text(round_.rules)
    return saved_log(text, round_.stakes, round_.moves, ending, number=12, users=users)


def steps(round_: Round, ending: Ending = Ending.SETTLED) -> list[Step]:
    replay = Replay(saved_round(round_, ending))
    return [replay.step(number) for number in range(len(replay))]


def cards_of(view: TableView) -> int:
    hands = [hand.cards for seat in view.seats for hand in seat.hands]
    return sum(map(len, [*hands, *(group.dealer.cards for group in view.groups)]))


def on_the_table(view: TableView) -> tuple[object, ...]:
    return view.phase, view.groups, tuple(seat.hands for seat in view.seats)


@every_game
def test_a_step_is_a_decision_or_a_dealers_action(game: Game) -> None:
    """With its cards, from the deal to the settlement. The hole card is hidden while players decide."""
    over = played_out(game)
    replayed = steps(over)
    for before, step in pairwise(replayed):
        brought = cards_of(step.view) - cards_of(before.view)
        match step.move:
            case Hit() | Double():
                assert brought == 1
            case Split():
                assert brought == 2
            case Deal():
                assert (brought, before.view.phase) == (1, Phase.DEALER)
            case _:
                assert step.move is not None
                assert brought == 0
    for view in (step.view for step in replayed):
        hole_card_hidden = view.phase in (Phase.INSURANCE, Phase.PLAYING) and over.rules.hole_card
        assert (
            None in view.groups[0].dealer.cards
        ) is hole_card_hidden or view.phase is Phase.DEALER
        assert (view.shuffled, view.seal, view.last_of_shoe) == (False, None, False)
        assert (view.deadline, {seat.deadline for seat in view.seats}) == (None, {None})
    made = [step.move for step in replayed[1:]]
    decided = [move for move in over.moves if not isinstance(move, Deal)]
    assert [move for move in made if not isinstance(move, Deal)] == decided
    assert {step.view.stage for step in replayed[:-1]} <= {Stage.PLAYING}
    assert replayed[0].move is None or not made
    last = replayed[-1].view
    assert (last.stage, last.phase) == (Stage.SETTLED, Phase.OVER)
    assert cards_of(last) == len([*over.cards_out()])
    shown = {outcome for seat in last.seats for outcome in seat.settled}
    assert shown == {*settle(over)}


@every_game
def test_a_voided_round_reveals_no_hidden_card(game: Game) -> None:
    """Whatever the face-down cards are."""
    for now in [now for now in played(game) if isinstance(now.awaits, Turns)][::3]:
        replayed = steps(now, Ending.VOIDED)
        assert (replayed[-1].view.stage, replayed[-1].move, replayed[-1].at) == (
            Stage.VOIDED,
            None,
            5_000.0,
        )
        assert on_the_table(replayed[-1].view) == on_the_table(replayed[-2].view)
        for other in could_have_been(now):
            assert steps(other, Ending.VOIDED) == replayed


@pytest.mark.parametrize("sitting", [turns, together], ids=["turns", "together"])
def test_a_replay_matches_the_live_frames(sitting: Callable[[], Sitting]) -> None:
    """In the same order; the last card and the settlement are one step."""
    table = sitting()
    for user, verb in ((ANN, "hit"), (ANN, "stand"), (BEN, "stand")):
        table.move(user, verb)
    every = [frame for decision in table.decisions for frame in dealt(decision)]
    frames = [
        one for one in every if one.stage is Stage.SETTLED or (one.round and one.round.awaits)
    ]
    live = [on_the_table(view_of(frame, {})) for frame in frames]
    log = table.journal
    over = fold(
        table.state.rules,
        {seat.seat: seat.stake for seat in log.ended[-1].dealt},
        map(parse_move, log.ended[-1].moves),
    )
    replayed = iter([on_the_table(step.view) for step in steps(over)])
    assert len(live) > 3
    assert all(seen in replayed for seen in live)


BROKEN: dict[str, dict[str, object]] = {
    "unknown rules": {"rules": "whist"},
    "an unreadable move": {"moves": (SavedMove("deal Zz", 1.0),)},
    "an illegal move": {"moves": (SavedMove("1 stand", 1.0),)},
    "a log that stops early": {"moves": (SavedMove("deal Ah", 1.0),)},
    "no seats": {"dealt": ()},
    "a voided round that is finished": {"ending": Ending.VOIDED},
}


@pytest.mark.parametrize("changes", BROKEN.values(), ids=BROKEN)
def test_invalid_logs_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(CannotReplay, match=r"^round 12 "):
        Replay(replace(saved_round(scripted("hotseat_dealer_busts")), **changes))


# Results from the log of a settled round


LOG = ("deal 9h", "deal 9d", "deal Th", "deal Kd", "1 stand", "reveal")


@pytest.mark.parametrize(
    ("script", "naturals", "reason"),
    [
        ("vegas_even_money", 1, OutcomeReason.EVEN_MONEY),
        ("vegas_natural_odd_cents", 1, OutcomeReason.NATURAL),
        ("european_naturals_push", 0, OutcomeReason.PUSH),
    ],
)
def test_paid_naturals_are_counted(script: str, naturals: int, reason: OutcomeReason) -> None:
    """Including even money, but not a tie of naturals."""
    outcomes = settle(scripted(script))
    first = [o for o in outcomes if o.reason is reason][:1]
    (counted,) = seat_results(first, {first[0].seat: ANN})
    assert counted.naturals == naturals


def test_the_results_of_a_log() -> None:
    """Incomplete, long or unreadable logs are refused."""
    dealt = saved_log("hotseat", {1: 500}, ()).dealt
    result = SeatResult(seat=1, user_id=1, hands=1, staked=500, net=0, naturals=0)
    assert logged_results("hotseat", dealt, LOG) == (result,)
    for moves in (LOG[:-1], (*LOG, "1 hit"), ("1 hit",), ("deal Zz",)):
        with pytest.raises(ValueError, match=r"."):
            logged_results("hotseat", dealt, moves)
