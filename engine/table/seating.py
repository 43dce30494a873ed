"""Who sits at a table: people, and the players of the house, whom people ask for and send away.

Those bet with the deal and decide as soon as it is their turn, both within the commands of people. They see what a
person in their seat would see, and their money is their own.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from engine.round.moves import PlayerMove
from engine.rules.cards import Card
from engine.rules.refusals import Refusal, Refused, Why
from engine.rules.rules import Rules
from engine.table.commands import Invite, SendAway
from engine.table.draft import Company, Draft
from engine.table.state import Seat, people
from engine.values.money import GIFT, PostingKind
from engine.values.tables import Character, member_id


def first_seat(draft: Draft, user_id: int) -> Seat:
    """The first person's seat, if it is this user's. Raises `Refused`."""
    seat = draft.seated(user_id)
    if not is_first(draft, seat):
        raise Refused(Refusal(why=Why.FIRST_SEAT_ONLY, turn=(_first(draft).number,)))
    return seat


def is_first(draft: Draft, seat: Seat) -> bool:
    """Whether this is the first seat of a person who stays, who decides about the table."""
    return seat.number == _first(draft).number


def _first(draft: Draft) -> Seat:
    return next(seat for seat in people(draft.seats) if not seat.leaving)


def new_seat(draft: Draft, user_id: int) -> Seat:
    """A seat for a person, not yet put: at a full table a player of the house gives way. Raises `Refused`."""
    company = _staying(draft)
    if _is_full(draft, company):
        if not company:
            raise Refused(Refusal(why=Why.TABLE_FULL))
        _get_up(draft, company[-1])
    return _next_seat(draft, user_id)


def invite(draft: Draft, command: Invite) -> None:
    """A player of the house takes a free seat, and plays from the next deal on. Raises `Refused`."""
    draft.seated(command.user_id)
    company = _staying(draft)
    _require_welcome(draft.rules, command, company)
    here = {seat.character for seat in company}
    who = command.character or next(one for one in Character if one not in here)
    user_id = member_id(draft.before.table_id, who)
    leaving = draft.seat_of(user_id)
    taken = len(draft.seats) - (leaving is not None)  # some only until the end of the round
    if _is_full(draft, company) or taken >= draft.rules.seats:
        raise Refused(Refusal(why=Why.TABLE_FULL))
    draft.put(leaving._replace(leaving=False) if leaving else _next_seat(draft, user_id))


def send_away(draft: Draft, command: SendAway) -> None:
    """Players of the house get up. Raises `Refused`."""
    first_seat(draft, command.user_id)
    wanted = [one for one in _staying(draft) if command.character in (None, one.character)]
    if not wanted:
        raise Refused(Refusal(why=Why.NO_COMPANY))
    for seat in wanted:
        _get_up(draft, seat)


def make_room(draft: Draft) -> None:
    """Players of the house get up, the last one first, where there are fewer seats than there were."""
    while len(draft.seats) > draft.rules.seats and (company := _staying(draft)):
        _get_up(draft, company[-1])


def place_bets(draft: Draft) -> None:
    """Every player of the house bets; who can't pay the lowest bet gets up."""
    for seat in [*draft.seats]:
        if (character := seat.character) is not None:
            _place_bet(draft, seat, character)


def decided(
    draft: Draft, seat: Seat, character: Character, moves: Collection[PlayerMove]
) -> PlayerMove:
    """What the player of the house in this seat does; one of these moves."""
    return _company(draft).move(character, draft.running, seat.number, moves, _gone(draft))


def _require_welcome(rules: Rules, command: Invite, company: Sequence[Seat]) -> None:
    """The channel allows one more, and it could bet. Raises `Refused`."""
    if command.most <= 0:
        raise Refused(Refusal(why=Why.COMPANY_OFF))
    if any(seat.character is command.character for seat in company):
        raise Refused(Refusal(why=Why.COMPANY_SEATED))
    if len(company) >= min(command.most, len(Character)):
        raise Refused(Refusal(why=Why.COMPANY_COMPLETE, range=(0, command.most)))
    if rules.min_bet > GIFT:
        raise Refused(Refusal(why=Why.COMPANY_TOO_POOR, cents=GIFT))


def _staying(draft: Draft) -> list[Seat]:
    """The players of the house, but for those who get up after the round."""
    return [seat for seat in draft.seats if seat.character and not seat.leaving]


def _is_full(draft: Draft, company: Sequence[Seat]) -> bool:
    """Whether no seat is left for the next round."""
    return len(people(draft.seats)) + len(company) >= draft.rules.seats


def _get_up(draft: Draft, seat: Seat) -> None:
    """A player of the house is gone at once, or after the round that they play in."""
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
    cents = _company(draft).bet(
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


def _company(draft: Draft) -> Company:
    if draft.company is None:
        raise RuntimeError("nobody decides for the players of the house")
    return draft.company


def _gone(draft: Draft) -> Collection[Card]:
    """The cards of earlier rounds since the shuffle that lay open."""
    shoe = draft.shoe_before
    dealt = shoe.order[: shoe.dealt]
    return tuple((Counter(dealt) - Counter(draft.unseen)).elements()) if draft.unseen else dealt
