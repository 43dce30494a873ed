"""AI players at a table: inviting, betting, playing, leaving."""

from typing import Any

import pytest

from engine.round.moves import Verb
from engine.rules.options import Options, with_options
from engine.rules.refusals import Why
from engine.rules.rule_sets import HOTSEAT, VEGAS
from engine.rules.rules import Rules
from engine.table.commands import AddWords, Invite, PlaceBet, SendAway, VoidRound
from engine.table.resuming import restored
from engine.table.state import Stage
from engine.table.viewing import view_of
from engine.values.money import DONOR, GIFT, PostingKind
from engine.values.rounds import EndedRound
from engine.values.tables import Character, ai_player_id
from tests.engine.ai_players import BOOK, GAMBLER, MIRROR, NOVICE, Simple, invite
from tests.engine.sitting import ANN, BEN, CAT, DAN, EVE, Sitting, postings


def with_ai_players(rules: Rules = HOTSEAT, *characters: Character) -> Sitting:
    table = Sitting.at(rules)
    invite(table, ANN, *characters)
    return table


def seated_characters(table: Sitting) -> list[Character]:
    return [seat.character for seat in table.state.seats if seat.character]


def test_any_player_can_invite() -> None:
    """The named character, or the first absent one; no money moves."""
    table = Sitting.at(HOTSEAT)
    invited = table.do(Invite(user_id=ANN, character=GAMBLER, most=3))
    assert postings(invited) == []
    assert [seat.user_id for seat in invited.change.table.seats] == [ANN, ai_player_id(7, GAMBLER)]
    table.do(Invite(user_id=ANN, character=None, most=3))
    table.do(Invite(user_id=ANN, character=None, most=3))
    assert seated_characters(table) == [GAMBLER, BOOK, MIRROR]
    view = view_of(table.state, {})
    assert [seat.character for seat in view.seats] == [None, GAMBLER, BOOK, MIRROR]
    assert (view.seats[0].user_id, view.free_seats, view.empty_seats) == (ANN, 3, 0)


def test_they_bet_at_the_deal_and_play_within_the_previous_move() -> None:
    """The table only waits for people. Their moves are logged like others."""
    table = with_ai_players(HOTSEAT, BOOK, GAMBLER)
    table.stack("2h 2d Ts 9c Th Td Ts 8c 6s")
    decision = table.bet(ANN, 1_000)
    assert table.state.awaited == {1}
    stakes = [(dealt.seat, dealt.stake) for dealt in decision.change.dealt]
    assert stakes == [(1, 1_000), (2, 100), (3, 100)]
    assert postings(decision) == [("bet", 1_000), ("bet", 100), ("bet", 100)]
    change = table.move(ANN, "stand").change
    assert change.moves == ("1 stand", "2 hit", "deal 6s", "2 stand", "3 stand", "reveal")
    assert (change.settled, [result.user_id for result in change.results]) == (True, [ANN])
    assert table.gain(ai_player_id(7, BOOK)) == 100


def test_each_of_their_hands_is_one_frame_before_the_dealer_plays() -> None:
    """With its last card; split hands one by one."""
    table = with_ai_players(HOTSEAT, BOOK, MIRROR)
    table.stack("2h 2d 2s 9c Th Td Ts 5c 3h 3d 9h 4c")
    table.bet(ANN, 1_000)
    decision = table.move(ANN, "stand")
    views = [view_of(frame, table.balances) for frame in decision.frames]
    shown = [[len(hand.cards) for seat in view.seats for hand in seat.hands] for view in views]
    assert shown[:2] == [[2, 4, 2], [2, 4, 3]]
    assert not any(view.awaited for view in views)
    dealers = [len([card for card in view.groups[0].dealer.cards if card]) for view in views[:-1]]
    assert dealers == [1, 1, 2, 3]
    table = with_ai_players(VEGAS, BOOK)
    table.ai_players = Simple(split=True)
    table.stack("Th 8d 9c Ts 8s 8c 9s Td")
    table.bet(ANN, 1_000)
    decision = table.move(ANN, "stand")
    moves = ("1 stand", "2 split", "deal 9s", "deal Td", "2 stand", "2 stand", "reveal")
    assert (decision.change.moves, ("split", 100) in postings(decision)) == (moves, True)
    views = [view_of(frame, table.balances) for frame in decision.frames[:-1]]
    of_two = [[(hand.active, len(hand.cards)) for hand in view.seats[1].hands] for view in views]
    assert of_two == [[(False, 2), (True, 2)], *[[(False, 2), (False, 2)]] * 2]


def test_an_ai_player_makes_room_for_a_person() -> None:
    """At once, or after the round; a table full of people is full."""
    table = with_ai_players(HOTSEAT, BOOK, MIRROR, NOVICE)
    table.bet(BEN, 500)
    assert (seated_characters(table), table.users[-1]) == ([BOOK, MIRROR], BEN)
    table.bet(ANN, 1_000)
    for user_id in (CAT, DAN):
        table.bet(user_id, 500)
    leaving = [seat.leaving for seat in table.state.seats]
    assert leaving == [False, True, True, False, False, False]
    assert table.why(PlaceBet(user_id=EVE, cents=500)) is Why.TABLE_FULL
    assert table.why(Invite(user_id=ANN, character=BOOK, most=len(Character))) is Why.TABLE_FULL
    table.play_out()
    assert table.users == [ANN, BEN, CAT, DAN]


def test_the_first_seat_dismisses_ai_players() -> None:
    """One or all. They leave after the round, and can be invited again before."""
    table = with_ai_players(HOTSEAT, BOOK, MIRROR)
    table.bet(BEN, 500)
    assert table.why(SendAway(user_id=BEN, character=None)) is Why.FIRST_SEAT_ONLY
    table.do(SendAway(user_id=ANN, character=BOOK))
    assert seated_characters(table) == [MIRROR]
    table.do(Invite(user_id=ANN, character=GAMBLER, most=2))
    table.bet(ANN, 1_000)
    table.do(SendAway(user_id=ANN, character=None))
    assert table.why(SendAway(user_id=ANN, character=None)) is Why.NO_COMPANY
    assert table.why(Invite(user_id=ANN, character=BOOK, most=1)) is Why.TABLE_FULL
    table.do(Invite(user_id=ANN, character=MIRROR, most=1))
    assert [seat.leaving for seat in table.state.seats] == [False, False, False, True]
    table.leave(ANN)
    table.do(SendAway(user_id=BEN, character=MIRROR))
    table.play_out()
    assert table.users == [BEN]


def test_the_first_seat_is_the_first_person() -> None:
    """Someone behind AI players can dismiss them and add words."""
    table = with_ai_players(HOTSEAT, BOOK)
    table.state = table.state._replace(seats=table.state.seats[::-1])
    seal = view_of(table.state, {}).seal
    assert seal is not None
    assert seal.may_add_words == 1
    table.do(AddWords(user_id=ANN, words="137"))
    table.do(SendAway(user_id=ANN, character=None))


def test_the_donor_helps_ai_players_below_the_lowest_bet() -> None:
    """In the deal's commit. An AI player that still doesn't bet leaves."""
    table = with_ai_players(HOTSEAT, BOOK, MIRROR)
    table.purse = {ai_player_id(7, BOOK): 99, ai_player_id(7, MIRROR): 100}
    table.ai_players = ai_players = Unwilling()
    decision = table.bet(ANN, 1_000)
    given = [posting for posting in decision.change.postings if posting.source == DONOR]
    assert [(one.cents, one.kind, one.step) for one in given] == [(GIFT, PostingKind.DONATION, 1)]
    assert ai_players.bets[0][:2] == (BOOK, GIFT + 99)
    assert seated_characters(table) == [MIRROR]
    assert [dealt.seat for dealt in decision.change.dealt] == [1, 3]
    assert [seat.number for seat in decision.change.table.seats] == [1, 3]


def test_after_the_first_round_an_invited_ai_player_bets_at_the_next_deal() -> None:
    """Its balance is known only once it is seated, even if all bets of people are placed."""
    table = with_ai_players(HOTSEAT, BOOK)
    table.purse = {ai_player_id(7, BOOK): 5_000}
    table.bet(ANN, 1_000)
    table.do(SendAway(user_id=ANN, character=BOOK))
    table.play_out()
    table.bet(ANN, 1_000)
    table.bet(BEN, 1_000)
    table.leave(ANN)
    assert (table.state.stage, table.users) == (Stage.BETTING, [BEN])
    known = 5_000 + table.gain(ai_player_id(7, BOOK))
    (member,) = invite(table, BEN, BOOK)
    assert (table.state.stage, table.users) == (Stage.BETTING, [BEN, member])
    assert table.wait(table.seconds.join)
    assert isinstance(table.ai_players, Simple)
    assert [balance for _, balance, _ in table.ai_players.bets] == [5_000, known]
    assert table.state.round_number == 3


class Unwilling(Simple):
    def bet(self, character: Character, *args: Any, **kwargs: Any) -> int:
        return Simple.bet(self, character, *args, **kwargs) * (character is not BOOK)


@pytest.mark.parametrize("cents", [999, 1_000])
def test_they_are_not_offered_moves_that_they_cannot_pay(cents: int) -> None:
    rules = with_options(HOTSEAT, Options(min_bet=1_000))
    table = with_ai_players(rules, BOOK)
    table.ai_players = ai_players = Simple(double=True)
    table.purse = {ai_player_id(7, BOOK): rules.min_bet + cents}
    table.stack("Th 5d 9c 9h 6d 8s Td")
    table.bet(ANN, 1_000)
    table.move(ANN, "stand")
    (verbs, *_) = [verbs for _, _, verbs in ai_players.moves]
    assert (Verb.DOUBLE in verbs) is (cents == 1_000)


def test_an_unseen_hole_card_is_not_counted() -> None:
    """An older version voided a round of this shoe: only its open cards are known."""
    table = with_ai_players(HOTSEAT, BOOK)
    table.stack("2h 9d 9c Th Td 8c")
    before = table.journal.opened()
    table.bet(ANN, 1_000)
    voided = EndedRound(number=1, dealt=table.journal.dealt, moves=table.journal.moves)
    back = restored(before._replace(voided=(voided,)))
    assert [*map(str, back.unseen)] == ["8c"]
    table.state = table.state._replace(unseen=back.unseen)
    table.do(VoidRound(admin_id=9))
    table.bet(ANN, 1_000)
    assert isinstance(table.ai_players, Simple)
    assert sorted(map(str, table.ai_players.bets[-1][2])) == sorted(["2h", "9d", "9c", "Th", "Td"])
