"""A round at the table: the deal, turns, the dealer's play, settlement, and the change to the next bets.

Amounts in cents.
"""

from collections.abc import Collection

from engine.fairness.sealing import ENDLESS_CARDS
from engine.round.costs_and_payouts import (
    PAID_FOR,
    Outcome,
    of_people,
    paid_at_once,
    price,
    seat_results,
    settle,
)
from engine.round.hands import Status
from engine.round.moves import Deal, DealerMove, DeclineInsurance, Origin, PlayerMove, Reveal, Stand
from engine.round.round import (
    DEALER,
    INSURANCE,
    OVER,
    NextCard,
    NextReveal,
    Round,
    face_down,
    legal,
)
from engine.table.draft import Draft
from engine.table.seating import decided, place_bets
from engine.table.shoe_changes import change_shoe, close
from engine.table.state import Seat, Stage, people, seconds_to_bet
from engine.values.money import HOUSE, STAKE, Posting, PostingKind, player
from engine.values.rounds import DealtSeat
from engine.values.shoes import ShoeEnd
from engine.values.tables import Character

MISSES_ALLOWED = 2
"""Rounds in a row without a bet, after which a seat is freed."""


def deal(draft: Draft) -> None:
    """Start a round: deal to all players with a bet; at least one is a person."""
    draft.last = None
    place_bets(draft)
    seats = [s if s.stake else s._replace(missed=s.missed + 1) for s in draft.seats]
    draft.seats = [seat for seat in seats if seat.missed < MISSES_ALLOWED]
    draft.dealt = tuple(
        DealtSeat(seat=s.number, user_id=s.user_id, stake=s.stake) for s in draft.seats if s.stake
    )
    stakes = {dealt.seat: dealt.stake for dealt in draft.dealt}
    draft.round = Round.start(draft.rules, stakes)
    draft.shoe_before = draft.before.shoe  # never drawn from
    draft.drawn_from = draft.sealed and draft.sealed.number, draft.shoe_before.dealt
    draft.stage = Stage.PLAYING
    draft.restored = False
    draft.awaits_first_bet = False
    draft.deadline = None
    _go_on(draft)


def play_move(draft: Draft, seat: Seat, move: PlayerMove) -> None:
    """Make a person's move, and charge for doubles, splits and insurance. Raises `Refused`."""
    _make(draft, draft.running, seat, move)
    _go_on(draft)


def stand_the_late(draft: Draft) -> bool:
    """Stand, or decline insurance, for players whose time has run out. Return True if there were any."""
    awaited = draft.running.awaited
    due = [(seat.number, seat.deadline) for seat in draft.seats if seat.number in awaited]
    late = [number for number, deadline in due if deadline is not None and deadline <= draft.now]
    for number in late:
        if draft.stage is Stage.PLAYING:
            move = _cheapest(draft.running, number, Origin.LATE)
            play_move(draft, draft.seat(number), move)
    return bool(late)


def leave_in_play(draft: Draft, seat: Seat) -> None:
    draft.advance(seat._replace(leaving=True))
    _go_on(draft)


def play_out(draft: Draft) -> None:
    """End the round now: stand every hand, decline every insurance, and settle."""
    draft.playing_out = True
    _go_on(draft)


def void(draft: Draft, by: int) -> None:
    """Void the round by order of user `by`: it has no result, and the bank returns unsettled stakes."""
    draft.voided_by = by
    if draft.round is not None:
        draft.unseen += face_down(draft.round)
        draft.voided += (draft.round_number,)
    draft.end_round(Stage.VOIDED)
    _open_bets(draft)


def break_off(draft: Draft, host_id: int) -> None:
    """Void a running round and replace the shoe, after the host restored a backup."""
    draft.restoring = True
    if draft.stage is Stage.PLAYING:
        void(draft, host_id)
    else:
        change_shoe(draft, ShoeEnd.RESTORED, draft.round_number)
        draft.shoe_before = draft.shoe


def _make(draft: Draft, round_: Round, seat: Seat, move: PlayerMove) -> None:
    cents, hand = price(round_, move), round_.active_hand(seat.number) or 0
    round_.push(move)
    draft.moves.append(move)
    if cents:
        draft.stake_in(seat, cents, PAID_FOR[type(move)], hand=hand)
    draft.advance(seat)


def _go_on(draft: Draft) -> None:
    """Deal and play for AI players and leaving players until a person has to act or the round is settled."""
    round_ = draft.running
    _feed(draft, round_)
    while (seat := _played_for(draft, round_)) is not None:
        if draft.playing_out or (character := seat.character) is None:
            origin = Origin.GONE if seat.leaving else Origin.ADMIN
            _make(draft, round_, seat, _cheapest(round_, seat.number, origin))
        else:
            _play_for_ai_player(draft, round_, seat, character)
        _feed(draft, round_)
    if round_.phase is OVER:
        draft.show_hands()
        _settle(draft, round_)
    else:
        _pay(draft, round_, paid_at_once(round_))
        _set_deadlines(draft, round_)


def _play_for_ai_player(draft: Draft, round_: Round, seat: Seat, character: Character) -> None:
    funds = draft.funds(seat.user_id)
    hand = round_.active_hand(seat.number)
    moves = [move for move in legal(round_, seat.number) if price(round_, move) <= funds]
    _make(draft, round_, seat, decided(draft, seat, character, moves))
    _feed(draft, round_, to_players=True)
    box = round_.find(seat.number)
    if hand is not None and box is not None and box.hands[hand].status is not Status.ACTIVE:
        draft.show_a_step(of_a_hand=True)


def _feed(draft: Draft, round_: Round, *, to_players: bool = False) -> None:
    """Deal cards and reveal hole cards until a decision is due; with `to_players`, stop before the dealer's play.

    Records a state to show for each of the dealer's steps and for the round's last card.
    """
    while not (to_players and round_.phase is DEALER) and (due := _dealer_move(draft, round_)):
        round_.push(due)
        draft.moves.append(due)
        if round_.phase in (DEALER, OVER) and not to_players:
            draft.show_hands()
            draft.show_a_step()


def _dealer_move(draft: Draft, round_: Round) -> DealerMove | None:
    awaits = round_.awaits
    if isinstance(awaits, NextCard):
        return Deal(draft.shoe.draw(round_.cards_out))
    return Reveal() if isinstance(awaits, NextReveal) else None


def _cheapest(round_: Round, seat: int, origin: Origin) -> PlayerMove:
    free = DeclineInsurance if round_.phase is INSURANCE else Stand
    return free(seat, origin=origin)


def _played_for(draft: Draft, round_: Round) -> Seat | None:
    """Return the next seat to play without its player: an AI player, a leaver, or any if an admin ends the round."""
    awaited = round_.awaited
    for seat in draft.seats:
        if seat.number in awaited and (draft.playing_out or seat.leaving or seat.character):
            return seat
    return None


def _settle(draft: Draft, round_: Round) -> None:
    outcomes = settle(round_)
    _pay(draft, round_, outcomes)
    draft.settled = True
    users = {seat.number: seat.user_id for seat in draft.seats}
    draft.results = of_people(seat_results(outcomes, users))
    draft.end_round(Stage.SETTLED)
    _open_bets(draft)


def _open_bets(draft: Draft) -> None:
    """Open the betting for the next round: remove leaving players, replace a used-up shoe, and keep early bets."""
    stay = [_after_round(draft, seat) for seat in draft.seats if not seat.leaving]
    draft.seats = stay if people(stay) and not draft.closing else []
    if (end := _end_of_shoe(draft)) and draft.seats:
        change_shoe(draft, end, draft.round_number + 1)
    elif end:
        close(draft, end)
    if draft.stage is not Stage.CLOSED:
        draft.stage = Stage.BETTING
        draft.deadline = draft.now + seconds_to_bet(draft.seats, draft.seconds)
        draft.deal_from = draft.now + draft.seconds.join
    draft.shoe_before = draft.shoe
    first = next(iter(people(draft.seats)), None)
    draft.awaits_first_bet = first is None or not first.stake
    draft.round_number += 1
    draft.round = None
    draft.resumed = False


def _after_round(draft: Draft, seat: Seat) -> Seat:
    if draft.round is not None and not draft.is_in_round(seat):
        return seat
    return seat._replace(stake=0, last_stake=seat.stake or seat.last_stake, deadline=None)


def _end_of_shoe(draft: Draft) -> ShoeEnd | None:
    if draft.restoring:
        return ShoeEnd.RESTORED
    shoe = draft.shoe
    spent = shoe.needs_shuffle or (shoe.rules.decks is None and shoe.dealt >= ENDLESS_CARDS)
    if draft.seats and not spent:
        return None
    if not spent:
        return ShoeEnd.CLOSED_BY_ADMIN if draft.closing else ShoeEnd.CLOSED
    return ShoeEnd.ROUND_OVER if shoe.rules.cut_card is None else ShoeEnd.CUT_CARD


def _set_deadlines(draft: Draft, round_: Round) -> None:
    awaited = round_.awaited
    until = draft.now + draft.seconds.turn
    for index, seat in enumerate(draft.seats):
        deadline = (seat.deadline or until) if seat.number in awaited else None
        if deadline != seat.deadline:
            draft.seats[index] = seat._replace(deadline=deadline)


def _booked(round_: Round, outcome: Outcome) -> tuple[int, int]:
    """Return the seat and hand number of a bet's payments; insurance follows the last hand."""
    box = round_.find(outcome.seat)
    numbers = box.booked() if box else []
    return outcome.seat, len(numbers) if outcome.hand is None else numbers[outcome.hand]


def _paid_before(draft: Draft) -> set[tuple[int, int]]:
    """Return the seat and hand numbers of bets that earlier commands have paid during the round."""
    round_ = draft.before.round
    return set() if round_ is None else {_booked(round_, paid) for paid in paid_at_once(round_)}


def _pay(draft: Draft, round_: Round, outcomes: Collection[Outcome]) -> None:
    before = _paid_before(draft) if outcomes else ()
    for outcome in outcomes:
        seat, number = _booked(round_, outcome)
        if (seat, number) not in before:
            _post(draft, outcome, number)


def _post(draft: Draft, outcome: Outcome, hand: int) -> None:
    seat, won, post = outcome.seat, outcome.net, draft.postings.append
    wallet = player(draft.seat(seat).user_id)
    if back := min(outcome.returned, outcome.stake):
        post(Posting(STAKE, wallet, back, PostingKind.STAKE_RETURNED, seat, hand))
    if won > 0:
        post(Posting(HOUSE, wallet, won, PostingKind.WINNINGS, seat, hand))
    if won < 0:
        post(Posting(STAKE, HOUSE, -won, PostingKind.LOST, seat, hand))
