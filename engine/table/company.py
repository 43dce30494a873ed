"""What the players of the house do in a round: they bet with the deal, and decide as soon as it is their turn.

Both within the commands of people. They see what a person in their seat would see, and their money is their own.
"""

from collections.abc import Collection

from engine.characters import Character
from engine.game import PlayerMove
from engine.rules import Card
from engine.saved import GIFT, PostingKind
from engine.table.draft import Company, Draft
from engine.table.state import Seat


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


def _place_bet(draft: Draft, seat: Seat, character: Character) -> None:
    rules = draft.before.rules
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
    return shoe.order[: shoe.dealt]
