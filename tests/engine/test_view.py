"""Views of a table: no hole card, face-down card or card of the shoe is visible."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256

import pytest

from engine.round.costs_and_payouts import settle
from engine.round.moves import Deal, Insure
from engine.round.round import Phase, Round, fold
from engine.round.shoe import Stream, shuffled
from engine.rules.cards import Card
from engine.rules.rule_sets import HOTSEAT
from engine.table.commands import AddWords, CheckDeadlines, LeaveTable
from engine.table.state import Seat, Stage, TableState
from engine.table.view import SealView, TableView
from engine.table.viewing import view_of
from tests.engine.games import Game, could_have_been, every_game, hidden_at, played, seed_bytes
from tests.engine.sitting import ANN, BEN, CAT, Sitting, dealt, opened, turns
from tests.engine.variants import CASINO

pytestmark = pytest.mark.usefixtures("variants_at_tables")


def table_of(game: Game, now: Round) -> TableState:
    seats = tuple(Seat(number=number, user_id=number + 100) for number in now.stakes)
    over = now.phase is Phase.OVER
    return opened(game.rules, game.seed)._replace(
        seats=seats,
        stage=Stage.SETTLED if over else Stage.PLAYING,
        round=now,
    )


def seen(game: Game, now: Round) -> TableView:
    """Return the round's public view; all players are rich."""
    return view_of(table_of(game, now), {number + 100: 10**9 for number in now.stakes})


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | list | frozenset | set):
        for part in value:
            yield from cards_in(part)
    elif isinstance(value, dict):
        yield from cards_in(tuple(value.items()))
    elif is_dataclass(value):
        for part in fields(value):
            yield from cards_in(getattr(value, part.name))


@every_game
def test_a_view_has_exactly_the_open_cards(game: Game) -> None:
    """And None for each face-down one; hidden and undealt cards make no difference."""
    stream = Stream(seed_bytes(game.seed), "another order")
    for number, now in enumerate(played(game)):
        view, hidden = seen(game, now), hidden_at(now)
        dealt = enumerate(now.moves)
        open_cards = [m.card for at, m in dealt if isinstance(m, Deal) and at not in hidden]
        assert Counter(cards_in(view)) == Counter(open_cards)
        rows = [group.dealer.cards for group in view.groups]
        rows += [hand.cards for seat in view.seats for hand in seat.hands]
        assert sum(row.count(None) for row in rows) == len(hidden)
        for other in could_have_been(now):
            assert seen(game, other) == view
        if number % 4 == 0:
            state = table_of(game, now)
            shoe = replace(state.shoe, packed=bytes(shuffled(state.shoe.packed, stream)))
            assert view_of(state._replace(shoe=shoe), {}) == view_of(state, {})


@every_game
def test_a_view_agrees_with_the_round(game: Game) -> None:
    """Results called certain in mid-round are final."""
    rounds = played(game)
    last = {seat.number: seat.hands for seat in seen(game, rounds[-1]).seats}
    for now in rounds:
        view = seen(game, now)
        assert {seat.number for seat in view.awaited} == table_of(game, now).awaited
        for seat in view.seats:
            assert bool(seat.offers) == seat.awaited
            acts = now.active_hand(seat.number) is not None
            assert sum(hand.active for hand in seat.hands) == acts
            for hand, over in zip(seat.hands, last[seat.number], strict=False):
                if hand.certain and len(seat.hands) == len(last[seat.number]):
                    assert hand.certain is over.certain
    outcomes = [hand.outcome for seat in view.seats for hand in seat.hands]
    outcomes += [seat.insurance_outcome for seat in view.seats if seat.insurance_outcome]
    assert {*outcomes} == {*settle(now)}


def two_have_played() -> Sitting:
    table = Sitting.at(HOTSEAT)
    table.stack("2h 2d 9c Th Td 5c 3h")
    table.bets({BEN: 2_000, ANN: 1_000})
    table.play_out()
    return table


def test_balances_are_visible_after_the_settlement() -> None:
    """Not while the dealer plays, although winnings are paid already. Results mark players who have left."""
    table = two_have_played()
    *playing, betting = table.decisions[-1].frames
    assert playing
    for frame in playing:
        assert [seat.balance for seat in view_of(frame, {ANN: 90_00}).seats] == [None, None]
    assert [seat.balance for seat in view_of(betting, {ANN: 90_00}).seats] == [90_00, None]
    settled = view_of(betting, {ANN: 90_00}).last
    assert settled is not None
    assert settled.stage is Stage.SETTLED
    assert [seat.balance for seat in settled.seats] == [90_00, None]
    table.bet(BEN, 40_00)
    settled = view_of(table.state, {ANN: 90_00, BEN: 50_00}).last
    assert settled is not None
    assert [seat.balance for seat in settled.seats] == [90_00, 90_00]
    table = two_have_played()
    table.bet(CAT, 40_00)
    table.leave(ANN)
    view = view_of(table.state, {BEN: 50_00, CAT: 50_00})
    assert [seat.user_id for seat in view.seats] == [BEN, CAT]
    assert view.last is not None
    results = [(seat.user_id, seat.leaving, len(seat.hands)) for seat in view.last.seats]
    assert results == [(ANN, True, 1), (BEN, False, 1), (CAT, False, 0)]


def test_equal_names_are_numbered() -> None:
    """By seat, while both are present; missing names stay empty."""
    table, names = two_have_played(), {ANN: "Ann", BEN: "Ann"}
    assert [seat.name for seat in view_of(table.state, {}, names).seats] == ["Ann (1)", "Ann (2)"]
    assert [seat.name for seat in view_of(table.state, {}, {ANN: "Ann"}).seats] == ["Ann", ""]
    table.leave(ANN)
    view = view_of(table.state, {}, names)
    assert view.last
    assert [seat.name for seat in view.last.seats] == ["Ann (1)", "Ann (2)"]
    assert [seat.name for seat in view.seats] == ["Ann"]
    table.bet(ANN, 1_000)
    view = view_of(table.state, {}, {ANN: "Ann", BEN: "Ben"})
    assert view.last
    assert [seat.name for seat in view.last.seats] == ["Ann", "Ben", "Ann"], "she came back"


def test_equal_names_keep_their_numbers_below_a_result() -> None:
    """The places of the board count players who left after the round."""
    table, names = Sitting.at(HOTSEAT), {ANN: "Ann", BEN: "Ben", CAT: "Ben"}
    table.bets({CAT: 1_000, BEN: 1_000, ANN: 1_000})
    table.play_out()
    table.leave(ANN)
    view = view_of(table.state, {}, names)
    assert view.last
    assert [seat.name for seat in view.last.seats] == ["Ann", "Ben (2)", "Ben (3)"]
    assert [seat.name for seat in view.seats] == ["Ben (2)", "Ben (3)"]
    table.bets({BEN: 1_000, CAT: 1_000})
    view = view_of(table.state, {}, names)
    assert [seat.name for seat in view.seats] == ["Ben (1)", "Ben (2)"], "a new round"


def test_hands_that_timed_out_are_marked() -> None:
    """Each split hand separately, also from a log."""
    table = Sitting.at(CASINO)
    table.stack("8h 9c 8d 8c 2h 3h")
    table.bet(ANN, 1_000)
    table.move(ANN, "split")
    table.move(ANN, "stand")
    assert late_hands(table.state) == [False, False]
    table.now += 45
    *_, settled = dealt(table.do(CheckDeadlines()))
    assert late_hands(settled) == [False, True]
    assert settled.round
    again = fold(CASINO, settled.round.stakes, settled.round.moves)
    assert late_hands(settled._replace(round=again)) == [False, True]


def late_hands(state: TableState) -> list[bool]:
    return [hand.late for hand in view_of(state, {}).seat(1).hands]


def test_insurance_is_limited_by_the_balance() -> None:
    """At most half of the stake; none without an ace up."""
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_001)
    seats = [view_of(table.state, {ANN: balance}).seat(1) for balance in (10_000, 500, 300, 0)]
    assert [seat.most_insurance for seat in seats] == [500] * 4
    assert [seat.payable_insurance for seat in seats] == [500, 500, 300, 0]
    assert Insure in seats[0].offers
    assert view_of(turns().state, {ANN: 10_000}).seat(1).most_insurance == 0


def test_a_new_shoe_is_announced() -> None:
    """In its first round only; the view also shows the cut card."""
    table = Sitting.at(HOTSEAT)
    table.bet(ANN, 500)
    assert view_of(table.state, {}).shuffled
    table.play_out()
    assert not view_of(table.state, {}).shuffled
    assert not view_of(table.state, {}).last_of_shoe
    spent = table.state._replace(shoe=replace(table.state.shoe, spent=True))
    assert view_of(spent, {}).last_of_shoe


def test_a_view_has_the_seal_of_its_shoe() -> None:
    """With the seat that may add words, or the words' hash; without the seed."""
    table = Sitting.at(HOTSEAT)
    sealed = table.state.sealed
    assert sealed is not None
    fresh = SealView(number=1, text=sealed.sealed.hex(), words=None, words_by=None, may_add_words=1)
    assert view_of(table.state, {}).seal == fresh
    table.do(AddWords(user_id=ANN, words="137"))
    added = fresh._replace(words=sha256(b"137").hexdigest(), words_by=1, may_add_words=None)
    assert view_of(table.state, {}).seal == added
    table.bet(BEN, 500)
    table.do(LeaveTable(user_id=ANN))
    assert view_of(table.state, {}).seal == added._replace(words_by=None)
    for late in (turns(), two_have_played()):
        seal = view_of(late.state, {}).seal
        assert seal is not None
        assert seal.may_add_words is None
    assert view_of(table.state._replace(sealed=None), {}).seal is None
