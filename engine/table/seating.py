"""Finds seats for people, and seats and removes AI players.

AI players bet at the deal and play within the command that gives them the turn. They know only what a person in their
seat would, and play with their own money.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from engine.round.moves import PlayerMove
from engine.rules.cards import Card
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.commands import Invite, SendAway
from engine.table.draft import AIPlayers, Draft
from engine.table.state import Seat, people
from engine.values.money import GIFT, PostingKind
from engine.values.tables import Character, ai_player_id


def first_seat(draft: Draft, user_id: int) -> Seat:
    """Return this user's seat. Raises `Refused` unless it is the first, which decides for the table."""
    seat = draft.seated(user_id)
    if not is_first(draft, seat):
        raise Refused(Refusal(why=Why.FIRST_SEAT_ONLY, turn=(_first(draft).number,)))
    return seat


def is_first(draft: Draft, seat: Seat) -> bool:
    """Return True for the first seat of a person who is not leaving; they decide for the table."""
    return seat.number == _first(draft).number


def _first(draft: Draft) -> Seat:
    return next(seat for seat in people(draft.seats) if not seat.leaving)


def new_seat(draft: Draft, user_id: int) -> Seat:
    """Return a new seat for a person, not yet added; AI players make room. Raises `Refused` if full."""
    ai_players = _staying(draft)
    if _is_full(draft, ai_players):
        if not ai_players:
            raise Refused(Refusal(why=Why.TABLE_FULL))
        _get_up(draft, ai_players[-1])
    return _next_seat(draft, user_id)


def invite(draft: Draft, command: Invite) -> None:
    """Seat an AI player at a player's request, from the next deal on. Raises `Refused`."""
    draft.seated(command.user_id)
    ai_players = _staying(draft)
    _require_welcome(draft.rules, command, ai_players)
    here = {seat.character for seat in ai_players}
    who = command.character or next(one for one in Character if one not in here)
    user_id = ai_player_id(draft.before.table_id, who)
    leaving = draft.seat_of(user_id)
    taken = len(draft.seats) - (leaving is not None)  # it leaves after the round
    if _is_full(draft, ai_players) or taken >= draft.rules.seats:
        raise Refused(Refusal(why=Why.TABLE_FULL))
    draft.put(leaving._replace(leaving=False) if leaving else _next_seat(draft, user_id))


def send_away(draft: Draft, command: SendAway) -> None:
    """Remove AI players at the request of the person in the first seat. Raises `Refused`."""
    first_seat(draft, command.user_id)
    wanted = [one for one in _staying(draft) if command.character in (None, one.character)]
    if not wanted:
        raise Refused(Refusal(why=Why.NO_COMPANY))
    for seat in wanted:
        _get_up(draft, seat)


def make_room(draft: Draft) -> None:
    """Remove AI players, the latest first, until the remaining players fit the table."""
    while len(draft.seats) > draft.rules.seats and (ai_players := _staying(draft)):
        _get_up(draft, ai_players[-1])


def place_bets(draft: Draft) -> None:
    """Place the AI players' bets; remove any that can't afford the lowest bet."""
    for seat in [*draft.seats]:
        if (character := seat.character) is not None:
            _place_bet(draft, seat, character)


def decided(
    draft: Draft, seat: Seat, character: Character, moves: Collection[PlayerMove]
) -> PlayerMove:
    """Return the move that an AI player chooses."""
    return _ai_players(draft).move(character, draft.running, seat.number, moves, _gone(draft))


def _require_welcome(rules: Rules, command: Invite, ai_players: Sequence[Seat]) -> None:
    if command.most <= 0:
        raise Refused(Refusal(why=Why.COMPANY_OFF))
    if any(seat.character is command.character for seat in ai_players):
        raise Refused(Refusal(why=Why.COMPANY_SEATED))
    if len(ai_players) >= min(command.most, len(Character)):
        raise Refused(Refusal(why=Why.COMPANY_COMPLETE, range=(0, command.most)))
    if rules.min_bet > GIFT:
        raise Refused(Refusal(why=Why.COMPANY_TOO_POOR, cents=GIFT))


def _staying(draft: Draft) -> list[Seat]:
    return [seat for seat in draft.seats if seat.character and not seat.leaving]


def _is_full(draft: Draft, ai_players: Sequence[Seat]) -> bool:
    return len(people(draft.seats)) + len(ai_players) >= draft.rules.seats


def _get_up(draft: Draft, seat: Seat) -> None:
    if draft.is_in_round(seat):
        draft.put(seat._replace(leaving=True))
    else:
        draft.seats.remove(seat)


def _next_seat(draft: Draft, user_id: int) -> Seat:
    return Seat(number=draft.last_seat + 1, user_id=user_id)


def _place_bet(draft: Draft, seat: Seat, character: Character) -> None:
    rules = draft.rules
    if draft.funds(seat.user_id) < rules.min_bet <= GIFT:
        draft.help(seat)
    cents = _ai_players(draft).bet(
        character,
        rules,
        round_number=draft.round_number,
        balance=draft.funds(seat.user_id),
        gone=_gone(draft),
    )
    if cents == 0:
        draft.seats.remove(seat)
        return
    draft.stake_in(seat, cents, PostingKind.BET)
    draft.advance(seat._replace(stake=cents))


def _ai_players(draft: Draft) -> AIPlayers:
    if draft.ai_players is None:
        raise RuntimeError("an AI player has to decide, and none are loaded")
    return draft.ai_players


def _gone(draft: Draft) -> Collection[Card]:
    """Return the cards seen in earlier rounds since the shuffle."""
    shoe = draft.shoe_before
    dealt = shoe.order[: shoe.dealt]
    return tuple((Counter(dealt) - Counter(draft.unseen)).elements()) if draft.unseen else dealt
