"""What may be seen of a table: hole cards, cards dealt face down and the shoe never pass this door."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.round.box import Status
from engine.round.moves import Deal, Double, Hit, Insure, Origin, Split, Stand
from engine.round.payout import Reason, settle
from engine.round.phases import Phase
from engine.round.round import Round, fold
from engine.round.shoe import Stream, shuffled
from engine.rules.cards import Card, Rank, Total, is_natural, parse_card
from engine.rules.refusals import IllegalMove
from engine.rules.rule_sets import HOTSEAT
from engine.rules.rules import Rules
from engine.table.commands import CheckDeadlines, CutCards, LeaveTable
from engine.table.seen import look
from engine.table.state import Seat, Stage, TableState
from engine.table.view import SealView, TableView
from tests.engine.after import after
from tests.engine.games import MODERATE, Game, games, played, seed_bytes
from tests.engine.sitting import ANN, BEN, CAT, Sitting, dealt, opened, turns
from tests.engine.test_round_properties import by_group
from tests.engine.variants import CASINO, FACE_DOWN

pytestmark = pytest.mark.usefixtures("variants_at_tables")


UNSEEN = (Rank.ACE, Rank.TWO, Rank.SIX, Rank.NINE, Rank.TEN, Rank.FACE)
"""The ranks of the cards that are put in the place of unseen ones."""


def table_of(game: Game, now: Round) -> TableState:
    """A table at which this round is being played."""
    seats = tuple(Seat(number=number, user_id=number + 100) for number in now.stakes)
    over = now.phase is Phase.OVER
    return opened(game.rules, game.seed)._replace(
        seats=seats,
        stage=Stage.SETTLED if over else Stage.PLAYING,
        round=now,
    )


def seen(game: Game, now: Round) -> TableView:
    """What is seen of the round by anybody, everybody being rich."""
    return look(table_of(game, now), {number + 100: 10**9 for number in now.stakes})


def hole_card_at(now: Round) -> int | None:
    """Which move dealt the hole card, while it lies face down."""
    at = 2 * len(now.stakes) + 1
    hidden = now.rules.hole_card and not now.groups[0].revealed
    return at if hidden and len(now.moves) > at else None


def doubled_at(now: Round) -> Iterator[int]:
    """Which moves dealt cards that lie face down until the end."""
    if now.rules.double_face_down and now.phase is not Phase.OVER:
        for at, move in enumerate(now.moves[:-1]):
            if isinstance(move, Double):
                yield at + 1


def could_have_been(now: Round, at: int) -> Iterator[Round]:
    """Rounds that differ in one card and that nobody at the table could tell from this one."""
    up = now.groups[0].dealer.cards[0]
    was_natural = is_natural(now.groups[0].dealer.cards)
    one_of_each = {card.rank: card for card in sorted(now.rules.kinds, key=str)}
    for card in (one_of_each[rank] for rank in UNSEEN if rank in one_of_each):
        if at == hole_card_at(now) and _peeked(now) and is_natural((up, card)) != was_natural:
            continue
        yield fold(now.rules, now.stakes, (*now.moves[:at], Deal(card), *now.moves[at + 1 :]))


def _peeked(now: Round) -> bool:
    """Whether the dealer has looked at the hole card: from then on everybody knows if it makes a natural."""
    up = now.groups[0].dealer.cards[0].rank
    return now.rules.peeks_at(up) and now.phase not in (Phase.DEALING, Phase.INSURANCE)


def cards_in(value: object) -> Iterator[Card]:
    """Every card that is found anywhere in a value."""
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


@by_group
@MODERATE
@given(data=st.data())
def test_unseen_cards_make_no_difference(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """Whatever the hole card, a card dealt face down and the rest of the shoe are, the view is the same."""
    game = data.draw(games(group))
    for now in played(game):
        view = seen(game, now)
        hidden = [at for at in (hole_card_at(now), *doubled_at(now)) if at is not None]
        for at in hidden:
            for other in could_have_been(now, at):
                assert seen(game, other) == view


def with_late_stands(now: Round) -> Round:
    """The same round, in which every second stand was made by the house because time ran out."""
    moves, stands = list(now.moves), 0
    for at, move in enumerate(moves):
        if isinstance(move, Stand):
            stands += 1
            moves[at] = Stand(move.seat, origin=Origin.LATE if stands % 2 else Origin.PLAYER)
    return fold(now.rules, now.stakes, moves)


@by_group
@MODERATE
@given(data=st.data())
def test_whose_time_ran_out_can_be_told(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """The hands of a seat stand one by one, each by a move of its own: so it is known which of them were late."""
    game = data.draw(games(group))
    for now in map(with_late_stands, played(game)[::2]):
        for seat in seen(game, now).seats:
            stands = [m for m in now.moves if isinstance(m, Stand) and m.seat == seat.number]
            stood = [hand.late for hand in seat.hands if hand.status is Status.STOOD]
            assert [move.origin is Origin.LATE for move in stands] == stood
            assert sum(hand.late for hand in seat.hands) == sum(stood)


@by_group
@MODERATE
@given(data=st.data())
def test_the_rest_of_the_shoe_makes_no_difference(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """The cards that are not dealt yet are seen by nobody, in whatever order they lie."""
    game = data.draw(games(group))
    stream = Stream(seed_bytes(game.seed), "another order")
    for now in played(game)[::4]:
        state = table_of(game, now)
        shoe = replace(state.shoe, order=shuffled(state.shoe.order, stream))
        assert look(state._replace(shoe=shoe), {}) == look(state, {})


@by_group
@MODERATE
@given(data=st.data())
def test_the_view_holds_the_cards_that_lie_open_and_no_others(
    group: tuple[Rules, ...], data: st.DataObject
) -> None:
    """Searched to the ground, a view holds each open card once, and a gap for each that is face down."""
    game = data.draw(games(group))
    for now in played(game):
        view = seen(game, now)
        hidden = {at for at in (hole_card_at(now), *doubled_at(now)) if at is not None}
        dealt = enumerate(now.moves)
        open_cards = [m.card for at, m in dealt if isinstance(m, Deal) and at not in hidden]
        assert Counter(cards_in(view)) == Counter(open_cards)
        rows = [group.dealer.cards for group in view.groups]
        rows += [hand.cards for seat in view.seats for hand in seat.hands]
        assert sum(row.count(None) for row in rows) == len(hidden)


@by_group
@MODERATE
@given(data=st.data())
def test_the_view_says_what_the_round_says(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """Who is awaited, what is at stake and what came of it are those of the round."""
    game = data.draw(games(group))
    for now in played(game):
        view = seen(game, now)
        assert {seat.number for seat in view.awaited} == table_of(game, now).awaited
        for seat in view.seats:
            assert bool(seat.offers) == seat.awaited
            assert sum(hand.active for hand in seat.hands) == (
                now.active_hand(seat.number) is not None
            )
    outcomes = [hand.outcome for seat in view.seats for hand in seat.hands]
    outcomes += [seat.insurance_outcome for seat in view.seats if seat.insurance_outcome]
    assert {*outcomes} == {*settle(now)}


@by_group
@MODERATE
@given(data=st.data())
def test_what_is_said_to_be_decided_stays_so(group: tuple[Rules, ...], data: st.DataObject) -> None:
    """A hand that is called won or lost in mid-round comes to just that, whatever the dealer holds."""
    game = data.draw(games(group))
    rounds = played(game)
    last = {seat.number: seat.hands for seat in seen(game, rounds[-1]).seats}
    for now in rounds:
        for seat in seen(game, now).seats:
            for number, hand in enumerate(seat.hands):
                if hand.certain and len(seat.hands) == len(last[seat.number]):
                    assert hand.certain is last[seat.number][number].certain


def test_a_card_dealt_face_down_is_hidden_until_the_end() -> None:
    """Its total and its fate are hidden with it; at the end it is turned over."""
    table = Sitting.at(FACE_DOWN)
    table.stack("5h 9c 6d 8c Td 2s")
    table.bet(ANN, 1_000)
    decision = table.move(ANN, "double")
    hands = [look(frame, {}).seat(1).hands[0] for frame in dealt(decision)]
    assert [hand.cards[2:] for hand in hands] == [(None,), (parse_card("Td"),)]
    assert [hand.total for hand in hands] == [None, Total(21, soft=False)]
    assert [hand.certain for hand in hands] == [None, Reason.HIGHER]
    assert {hand.status for hand in hands} == {Status.DOUBLED}


def test_the_hole_card_is_turned_over_before_the_dealer_draws() -> None:
    """Hidden while players act, open from the dealer's first step on."""
    table = turns()
    view = look(table.state, {})
    assert view.groups[0].dealer.cards == (parse_card("9c"), None)
    assert view.groups[0].dealer.total == Total(9, soft=False)
    table.move(ANN, "stand")
    decision = table.move(BEN, "stand")
    first = look(dealt(decision)[0], {})
    assert first.groups[0].dealer.cards == (parse_card("9c"), parse_card("8c"))
    assert first.groups[0].dealer.total == Total(17, soft=False)


def test_what_players_have_is_seen_once_the_round_is_settled() -> None:
    """The dealer's play shows nothing of it, although it is paid by then; who is unknown to the bank has no balance."""
    table = Sitting.at(HOTSEAT)
    table.stack("2h 2d 9c Th Td 5c 3h")
    table.bets({BEN: 2_000, ANN: 1_000})
    table.move(ANN, "stand")
    *playing, betting = table.move(BEN, "stand").frames
    known = {ANN: 90_00}
    assert playing
    for frame in (*playing, betting):
        assert [seat.balance for seat in look(frame, known).seats] == [None, None]
    settled = look(betting, known).last
    assert settled is not None
    assert settled.stage is Stage.SETTLED
    assert [seat.balance for seat in settled.seats] == [90_00, None]


def test_a_bet_on_the_next_round_takes_nothing_from_what_a_round_has_come_to() -> None:
    """What lies on the table for the next round counts to what a player has after this one."""
    table = Sitting.at(HOTSEAT)
    table.stack("2h 2d 9c Th Td 5c 3h")
    table.bets({BEN: 2_000, ANN: 1_000})
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.bet(BEN, 40_00)
    settled = look(table.state, {ANN: 90_00, BEN: 50_00}).last
    assert settled is not None
    assert [seat.balance for seat in settled.seats] == [90_00, 90_00]


def test_who_gets_up_and_who_sits_down_between_rounds_is_seen() -> None:
    """The results keep the places of the table, and say who has left since."""
    table = Sitting.at(HOTSEAT)
    table.stack("2h 2d 9c Th Td 5c 3h")
    table.bets({BEN: 2_000, ANN: 1_000})
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.bet(CAT, 40_00)
    table.leave(ANN)
    view = look(table.state, {BEN: 50_00, CAT: 50_00})
    assert [seat.user_id for seat in view.seats] == [BEN, CAT]
    assert view.last is not None
    told = [(seat.user_id, seat.leaving, len(seat.hands)) for seat in view.last.seats]
    assert told == [(ANN, True, 1), (BEN, False, 1), (CAT, False, 0)]


def test_those_of_one_name_are_told_apart() -> None:
    """By their places, as long as both are there; who has no name needs none, and the round before is told alike."""
    table = Sitting.at(HOTSEAT)
    table.stack("2h 2d 9c Th Td 5c 3h")
    table.bets({BEN: 2_000, ANN: 1_000})
    names = {ANN: "Ann", BEN: "Ann"}
    assert [seat.name for seat in look(table.state, {}, names).seats] == ["Ann (1)", "Ann (2)"]
    assert [seat.name for seat in look(table.state, {}, {ANN: "Ann"}).seats] == ["Ann", ""]
    table.move(ANN, "stand")
    table.move(BEN, "stand")
    table.leave(ANN)
    view = look(table.state, {}, names)
    assert view.last
    assert [seat.name for seat in view.last.seats] == ["Ann (1)", "Ann (2)"]
    assert [seat.name for seat in view.seats] == ["Ann"]
    table.bet(ANN, 1_000)
    view = look(table.state, {}, {ANN: "Ann", BEN: "Ben"})
    assert view.last
    assert [seat.name for seat in view.last.seats] == ["Ann", "Ben", "Ann"], "she came back"


def test_a_hand_that_stands_for_want_of_time_is_told_from_one_that_was_to_stand() -> None:
    """Each hand of a split has its own story, which a round that is read from its moves has as well."""
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
    """Which hands of the first seat stand because time ran out."""
    return [hand.late for hand in look(state, {}).seat(1).hands]


def test_only_what_can_be_paid_is_offered() -> None:
    """A double that the balance does not carry is not offered; an unknown balance is none."""
    state = turns().state
    assert look(state, {ANN: 1_000}).seat(1).offers == {Hit, Stand, Double}
    assert look(state, {ANN: 999}).seat(1).offers == {Hit, Stand}
    assert look(state, {}).seat(1).offers == {Hit, Stand}
    assert look(state, {BEN: 10_000}).seat(2).offers == frozenset()


def test_a_split_is_offered_for_the_price_of_the_stake() -> None:
    """Split and double cost the same, and are offered together or not at all."""
    table = Sitting.at(CASINO)
    table.stack("8h 9c 8d 8c")
    table.bet(ANN, 1_000)
    offers = look(table.state, {ANN: 1_000}).seat(1).offers
    assert {Double, Split} <= offers
    assert not {Double, Split} & look(table.state, {ANN: 999}).seat(1).offers


def test_as_much_insurance_as_the_balance_carries() -> None:
    """Half of the stake at most, or less where there is less; none without an ace up."""
    table = Sitting.at(CASINO)
    table.stack("Th Ac 9h 8c")
    table.bet(ANN, 1_001)
    seats = [look(table.state, {ANN: balance}).seat(1) for balance in (10_000, 500, 300, 0)]
    assert [seat.most_insurance for seat in seats] == [500] * 4
    assert [seat.payable_insurance for seat in seats] == [500, 500, 300, 0]
    assert Insure in seats[0].offers
    assert look(turns().state, {ANN: 10_000}).seat(1).most_insurance == 0


def test_a_dealer_has_looked_while_hands_are_played() -> None:
    """With a ten up from the deal on, with an ace after the insurance; never with a nine, nor when all is seen."""
    for cards, verb, looked in (
        ("5h Tc 5s 9c", None, [True]),
        ("5h 9c 5s Tc", None, [False]),
        ("5h Ac 5s 9c", "decline", [False, True]),
    ):
        table = Sitting.at(CASINO)
        table.stack(f"{cards} Td 6d")
        table.bet(ANN, 1_000)
        found = [looks(table)]
        if verb is not None:
            table.move(ANN, verb)
            found.append(looks(table))
        table.move(ANN, "stand")
        frames = table.decisions[-1].frames
        assert found == looked, cards
        assert [looks(frame) for frame in frames if frame.round] == [False] * (len(frames) - 1)


def looks(at: Sitting | TableState) -> bool:
    """Whether it is said that the dealer has looked, and found no natural."""
    (group,) = look(at if isinstance(at, TableState) else at.state, {}).groups
    return group.dealer.peeked


def test_a_free_seat_is_not_found() -> None:
    """Asking for a seat that nobody has is an error, for a user who has none it is nothing."""
    view = look(turns().state, {})
    with pytest.raises(KeyError):
        view.seat(3)
    assert view.seat_of(CAT) is None
    assert view.seat(2) == view.seat_of(BEN)


def test_what_can_be_bet() -> None:
    """The balance, and between rounds the bet that can still be changed."""
    table = Sitting.at(HOTSEAT)
    table.bet(BEN, 300)
    view = look(table.state, {})
    assert (view.funds(BEN, 700), view.funds(ANN, 700)) == (1_000, 700)
    assert look(turns().state, {}).funds(BEN, 700) == 700


def test_a_new_shoe_is_announced() -> None:
    """The first round from a shuffled shoe says so, the second does not, and the cut card is seen coming out."""
    table = Sitting.at(HOTSEAT)
    table.bet(ANN, 500)
    assert look(table.state, {}).shuffled
    while table.state.awaited:
        table.move(ANN, "stand")
    assert not look(table.state, {}).shuffled
    assert not look(table.state, {}).last_of_shoe
    spent = table.state._replace(shoe=replace(table.state.shoe, spent=True))
    assert look(spent, {}).last_of_shoe


def test_the_seal_of_a_shoe_is_seen() -> None:
    """With the seat that may cut, or the hash of what was said; nothing of its secret, nor of a shoe without a seal."""
    table = Sitting.at(HOTSEAT)
    sealed = table.state.sealed
    assert sealed is not None
    fresh = SealView(number=1, text=sealed.sealed.hex(), words=None, cut_by=None, may_cut=1)
    assert look(table.state, {}).seal == fresh
    table.do(CutCards(user_id=ANN, words="137"))
    cut = fresh._replace(words=sha256(b"137").hexdigest(), cut_by=1, may_cut=None)
    assert look(table.state, {}).seal == cut
    table.bet(BEN, 500)
    table.do(LeaveTable(user_id=ANN))
    assert look(table.state, {}).seal == cut._replace(cut_by=None)
    assert look(turns().state, {}).seal == fresh._replace(may_cut=None)
    assert look(table.state._replace(sealed=None), {}).seal is None


def test_the_deadline_of_bets_is_shown_while_there_are_bets() -> None:
    """During a round each seat has its own."""
    table = Sitting.at(HOTSEAT)
    assert look(table.state, {}).deadline == table.state.deadline
    table = turns()
    view = look(table.state, {})
    assert view.deadline is None
    assert [seat.deadline for seat in view.seats] == [table.state.next_deadline, None]


def test_refusals_do_not_tell_the_hole_card() -> None:
    """Why a move is refused is the same for every card that it could be."""
    now = turns().round
    at = hole_card_at(now)
    assert at is not None
    reasons = set()
    for other in could_have_been(now, at):
        with pytest.raises(IllegalMove) as refused:
            after(other, Hit(2))
        reasons.add((refused.value.refusal.why, refused.value.refusal.turn))
    assert len(reasons) == 1
