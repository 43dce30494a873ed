"""A round gone through again: its steps, and what is seen of each."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.records.replay import CannotReplay, Replay, Step
from engine.round.moves import Deal, Double, Hit, Move, Split, parse_move
from engine.round.payout import settle
from engine.round.phases import Phase, Turns
from engine.round.round import Round, fold
from engine.rules.options import rules_text
from engine.rules.rules import Rules
from engine.table.seen import look
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Ending, KeptMove, KeptRound
from engine.values.rounds import DealtSeat
from tests.engine.games import MODERATE, games, played, played_out
from tests.engine.scripts import SCRIPTS, scripted
from tests.engine.sitting import ANN, BEN, Sitting, dealt, together, turns
from tests.engine.test_round_properties import by_group
from tests.engine.test_view import could_have_been, doubled_at, hole_card_at

pytestmark = pytest.mark.usefixtures("variants_at_tables")

ENDED = 5_000.0


def kept(round_: Round, ending: Ending = Ending.SETTLED) -> KeptRound:
    """What a bank gives of this round; its moves were made a second apart."""
    return KeptRound(
        round_id=12,
        table_id=7,
        number=3,
        channel_id=20,
        guild_id=30,
        rules=rules_text(round_.rules),
        ending=ending,
        ended_at=ENDED,
        dealt=tuple(
            DealtSeat(seat=seat, user_id=seat + 100, stake=cents)
            for seat, cents in round_.stakes.items()
        ),
        moves=tuple(KeptMove(str(move), float(at)) for at, move in enumerate(round_.moves)),
    )


def steps(round_: Round, ending: Ending = Ending.SETTLED) -> list[Step]:
    """All steps of this round."""
    replay = Replay(kept(round_, ending))
    return [replay.step(number) for number in range(len(replay))]


def cards_of(view: TableView) -> int:
    """How many cards lie on the table, face up or down."""
    hands = [hand.cards for seat in view.seats for hand in seat.hands]
    return sum(map(len, [*hands, *(group.dealer.cards for group in view.groups)]))


def cards_brought(move: Move) -> int:
    """How many cards a step with this move adds to the table."""
    match move:
        case Split():
            return 2
        case Hit() | Double() | Deal():
            return 1
        case _:
            return 0


def on_the_table(view: TableView) -> tuple[object, ...]:
    """What cards and results are seen."""
    return view.phase, view.groups, tuple(seat.hands for seat in view.seats)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_scripted_round_can_be_replayed(path: Path) -> None:
    """From the deal, of which nothing is decided, to the settlement with every outcome."""
    over = scripted(path.stem)
    told = steps(over)
    first, last = told[0], told[-1]
    assert first.move is None
    assert cards_of(last.view) == len([*over.cards_out()])
    assert (last.view.stage, last.view.phase) == (Stage.SETTLED, Phase.OVER)
    shown = [
        outcome
        for seat in last.view.seats
        for outcome in (*(hand.outcome for hand in seat.hands), seat.insurance_outcome)
        if outcome is not None
    ]
    assert sorted(shown, key=repr) == sorted(settle(over), key=repr)
    assert all(step.view.stage is Stage.PLAYING for step in told[:-1])


@by_group
@MODERATE
@given(data=st.data())
def test_a_step_is_a_decision_or_a_deed_of_the_dealer(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Each decision has one step, with all cards that it brought; a hole card and each drawn card have their own."""
    over = played_out(data.draw(games(group)))
    told = steps(over)
    for before, step in pairwise(told):
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
    made = [step.move for step in told if step.move is not None]
    dealt = len([*over.cards_out()]) - cards_of(told[0].view)
    decided = [move for move in over.moves if not isinstance(move, Deal)]
    assert [move for move in made if not isinstance(move, Deal)] == decided
    assert sum(cards_brought(move) for move in made) == dealt


@by_group
@MODERATE
@given(data=st.data())
def test_a_voided_round_gives_no_secret_away(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """Its hole card and the cards face down are never turned: whatever they are, every step is the same."""
    states = played(data.draw(games(group)))
    undecided = [now for now in states if isinstance(now.awaits, Turns)]
    if not undecided:
        return
    now = data.draw(st.sampled_from(undecided))
    told = steps(now, Ending.VOIDED)
    assert (told[-1].view.stage, told[-1].move, told[-1].at) == (Stage.VOIDED, None, ENDED)
    assert on_the_table(told[-1].view) == on_the_table(told[-2].view)
    hidden = [at for at in (hole_card_at(now), *doubled_at(now)) if at is not None]
    for other in (other for at in hidden for other in could_have_been(now, at)):
        assert steps(other, Ending.VOIDED) == told


@by_group
@MODERATE
@given(data=st.data())
def test_a_settled_round_turns_its_cards_when_it_did(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """While anybody decides, a hole card lies face down; nothing is said of the shoe or of the time to decide."""
    over = played_out(data.draw(games(group)))
    for step in steps(over):
        view = step.view
        hole_card_lies = view.phase in (Phase.INSURANCE, Phase.PLAYING) and over.rules.hole_card
        assert (None in view.groups[0].dealer.cards) is hole_card_lies or view.phase is Phase.DEALER
        assert (view.shuffled, view.seal, view.last_of_shoe) == (False, None, False)
        assert (view.deadline, {seat.deadline for seat in view.seats}) == (None, {None})


def test_a_card_dealt_face_down_is_seen_at_the_end() -> None:
    """A double brings a card that nobody may know; the move of its step is the decision alone."""
    told = steps(scripted("bicycle_double_on_9_10_and_11"))
    at = next(n for n, step in enumerate(told) if isinstance(step.move, Double))

    def face_down(step: Step) -> bool:
        return any(None in hand.cards for seat in step.view.seats for hand in seat.hands)

    assert all(face_down(step) for step in told[at:-1])
    assert not face_down(told[-1])


@pytest.mark.parametrize("sitting", [turns, together], ids=["turns", "together"])
def test_a_replay_shows_what_was_shown(sitting: Callable[[], Sitting]) -> None:
    """Every frame that people saw from the deal on is a step, in the same order."""
    table = sitting()
    for user, verb in ((ANN, "hit"), (ANN, "stand"), (BEN, "stand")):
        table.move(user, verb)
    frames = [frame for decision in table.decisions for frame in dealt(decision)]
    live = [on_the_table(look(frame, {})) for frame in frames]
    log = table.journal
    over = fold(
        table.state.rules,
        {seat.seat: seat.stake for seat in log.ended[-1].dealt},
        map(parse_move, log.ended[-1].moves),
    )
    told = iter([on_the_table(step.view) for step in steps(over)])
    assert len(live) > 3
    assert all(seen in told for seen in live)


def test_a_step_tells_when_it_was() -> None:
    """The deal at the time of the deal, a decision when it was made; and the table is that of the round."""
    over = scripted("hotseat_dealer_busts")
    told = steps(over)
    times = [step.at for step in told]
    assert times == sorted(times)
    assert times[-1] == len(over.moves) - 1
    view = told[0].view
    assert (view.table_id, view.channel_id, view.round_number) == (7, 20, 3)
    assert [seat.user_id for seat in view.seats] == [seat + 100 for seat in over.stakes]


def test_there_are_no_other_steps() -> None:
    """Neither before the deal nor after the end."""
    replay = Replay(kept(scripted("hotseat_dealer_busts")))
    for number in (-1, len(replay)):
        with pytest.raises(IndexError):
            replay.step(number)


BROKEN: dict[str, dict[str, object]] = {
    "rules that are none": {"rules": "whist"},
    "a move that is none": {"moves": (KeptMove("deal Zz", 1.0),)},
    "a move that is not allowed": {"moves": (KeptMove("1 stand", 1.0),)},
    "a log that stops early": {"moves": (KeptMove("deal Ah", 1.0),)},
    "no moves": {"moves": ()},
    "nobody dealt in": {"dealt": ()},
    "a round that came to its end": {"ending": Ending.VOIDED},
}


@pytest.mark.parametrize("changes", BROKEN.values(), ids=BROKEN)
def test_a_log_that_is_no_round_is_refused(changes: dict[str, Any]) -> None:
    """The error says which round it is, and why it can't be gone through."""
    with pytest.raises(CannotReplay, match=r"^round 12 "):
        Replay(replace(kept(scripted("hotseat_dealer_busts")), **changes))
