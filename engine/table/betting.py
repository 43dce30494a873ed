"""Players' commands between rounds: bets, words for the shuffle, other rules, and dealing."""

from collections.abc import Sequence
from math import ceil

from engine.fairness.sealing import hashed, words_seat
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.commands import AddWords, ChangeRules, DealNow, KeepOpen, PlaceBet
from engine.table.draft import Draft
from engine.table.play import MISSES_ALLOWED, deal
from engine.table.seating import is_first, make_room, new_seat
from engine.table.shoe_changes import change_shoe, close, reshuffle
from engine.table.state import TO_SEE, Seat, Stage, people, rules_are_open
from engine.values.money import PostingKind
from engine.values.shoes import ShoeEnd

READING_SECONDS = 120.0
"""For a player who sits alone and reads a page."""


def place_bet(draft: Draft, command: PlaceBet) -> None:
    """Place a player's bet on the coming round, seating them if needed. Raises `Refused`."""
    if command.made is not None and command.made < draft.rules_from:
        raise Refused(Refusal(why=Why.STALE))
    seat = draft.seat_of(command.user_id) or new_seat(draft, command.user_id)
    if draft.is_in_round(seat):
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if command.cents is None and not seat.last_stake:
        raise Refused(Refusal(why=Why.NOTHING_TO_REPEAT))
    cents = seat.last_stake if command.cents is None else command.cents
    _check_bet(draft.rules, cents)
    if seat.stake:
        draft.return_bet(seat)
    draft.stake_in(seat, cents, PostingKind.BET)
    draft.advance(seat._replace(stake=cents, missed=0))
    if draft.stage is not Stage.BETTING:
        draft.ahead = True
        return
    note_first_bet(draft)
    deal_when_all_have_bet(draft)


def note_first_bet(draft: Draft) -> None:
    """Restart the betting time once the first player has bet: the table plays another round."""
    if draft.awaits_first_bet and people(draft.seats)[0].stake:
        draft.awaits_first_bet = False
        draft.deadline = draft.now + draft.seconds.bet


def deal_now(draft: Draft, command: DealNow) -> None:
    """Deal at once. The first player may always ask, others with a bet after the time to join. Raises `Refused`."""
    seat = draft.seated(command.user_id)
    if draft.stage is not Stage.BETTING:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if all(seat.stake == 0 for seat in draft.seats):
        raise Refused(Refusal(why=Why.NO_BETS))
    if not is_first(draft, seat):
        _require_say(draft, seat)
    draft.advance(seat)
    deal(draft)


def _require_say(draft: Draft, seat: Seat) -> None:
    if not seat.stake:
        raise Refused(Refusal(why=Why.DEAL_NEEDS_BET))
    if draft.now < draft.deal_from:
        seconds = ceil(draft.deal_from - draft.now)
        raise Refused(Refusal(why=Why.DEAL_TOO_EARLY, seconds=seconds))


def change_rules(draft: Draft, command: ChangeRules) -> None:
    """Change the table's rules and shoe for the first player, before any bet. Raises `Refused`."""
    if not rules_are_open(draft.stage, draft.round_number, (seat.stake for seat in draft.seats)):
        raise Refused(Refusal(why=Why.RULES_FIXED))
    seat = draft.seat_of(command.user_id)
    if seat is None or not is_first(draft, seat):
        raise Refused(Refusal(why=Why.OPENER_ONLY))
    if command.rules == draft.rules:
        return
    draft.rules = command.rules
    change_shoe(draft, ShoeEnd.OTHER_RULES, draft.round_number)
    draft.shoe_before = draft.shoe
    draft.rules_from = draft.now + TO_SEE
    draft.deadline = draft.now + draft.seconds.bet
    make_room(draft)


def add_words(draft: Draft, command: AddWords) -> None:
    """Mix a player's words into the shuffle, once per shoe, before its first card. Raises `Refused`."""
    seat = draft.seated(command.user_id)
    if draft.stage is not Stage.BETTING or draft.sealed is None or draft.shoe.dealt:
        raise Refused(Refusal(why=Why.WORDS_TOO_LATE))
    if draft.sealed.words is not None:
        raise Refused(Refusal(why=Why.WORDS_ADDED))
    numbers = [one.number for one in people(draft.seats)]
    if seat.number != (adds := words_seat(draft.sealed.number, numbers)):
        raise Refused(Refusal(why=Why.NOT_YOUR_WORDS, turn=(adds,)))
    reshuffle(draft, draft.sealed._replace(words=hashed(command.words), words_by=command.user_id))


def deal_when_all_have_bet(draft: Draft) -> None:
    """Deal if all people have bet; at a new table, first wait for others to join."""
    if not all(seat.stake for seat in people(draft.seats)):
        return
    if draft.seconds.join and waits_for_others(draft.rules, draft.round_number, draft.seats):
        until = draft.now + draft.seconds.join
        draft.deadline = until if draft.deadline is None else min(draft.deadline, until)
    else:
        deal(draft)


def keep_open(draft: Draft, command: KeepOpen) -> None:
    """Extend the betting time of the only person at the table, once a round. Raises `Refused`."""
    seat = draft.seated(command.user_id)
    if draft.stage is not Stage.BETTING or draft.deadline is None:
        raise Refused(Refusal(why=Why.ROUND_RUNNING))
    if seat.stake or len(people(draft.seats)) > 1 or draft.kept_open == draft.round_number:
        raise Refused(Refusal(why=Why.NOT_NOW))
    draft.kept_open = draft.round_number
    draft.deadline = max(draft.deadline, draft.now + READING_SECONDS)
    draft.put(seat._replace(missed=0))


def nobody_bet(draft: Draft) -> None:
    """End a betting time without bets: unseat players who missed too many; begin another, or close an empty table."""
    for seat in people(draft.seats):
        draft.put(seat._replace(missed=seat.missed + 1))
    draft.seats = [seat for seat in draft.seats if seat.missed < MISSES_ALLOWED]
    draft.deadline = draft.now + draft.seconds.bet
    if not people(draft.seats):
        close(draft)


def waits_for_others(rules: Rules, round_number: int, seats: Sequence[Seat]) -> bool:
    """Return True if a new table waits for more players: its people have bet, and a seat is free."""
    has_room = round_number == 1 and 0 < len(seats) < rules.seats
    return has_room and all(seat.stake for seat in people(seats))


def _check_bet(rules: Rules, cents: int) -> None:
    if cents < rules.min_bet:
        raise Refused(Refusal(why=Why.BET_TOO_LOW, cents=rules.min_bet))
    if not rules.allows(cents):
        raise Refused(Refusal(why=Why.BET_TOO_HIGH, cents=rules.highest_bet))
