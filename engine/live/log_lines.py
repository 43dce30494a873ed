"""What a table writes into the log. No card is named: it may lie face down."""

import logging

from engine.characters import character_of
from engine.money import PLAIN
from engine.table import Accepted, Command, TableState

log = logging.getLogger(__name__)


def name_of(state: TableState) -> str:
    """How the log calls a table: the engine knows numbers alone."""
    return f"table {state.table_id} in channel {state.channel_id}"


def _player(user_id: int) -> str:
    """A user, or a player of the house by their character."""
    return character_of(user_id) or f"user {user_id}"


def _without_card(move: str) -> str:
    """A move's text form for the log: a card may lie face down."""
    return "deal" if move.startswith("deal ") else move


def log_accepted(accepted: Accepted, command: Command, origin: str) -> None:
    """Log an accepted command with its origin, and in lines of their own the deal and the end of a round."""
    change = accepted.change
    name = f"{name_of(accepted.state)}, round {change.round_number}"
    moves = ", ".join(map(_without_card, change.moves))
    log.debug("%s: %s from %s: %s", name, type(command).__name__, origin, moves)
    if change.dealt:
        paid = ((_player(seat.user_id), PLAIN.full(seat.stake)) for seat in change.dealt)
        stakes = ", ".join(f"{who} {stake}" for who, stake in paid)
        log.info("%s: dealt (%s), stakes: %s", name, origin, stakes)
    if change.settled:
        log.info("%s: settled (%s)", name, origin)
    if change.voided_by is not None:
        log.info("%s: voided by user %d (%s)", name, change.voided_by, origin)
    if change.table.closed:
        log.info("%s: table closed (%s)", name, origin)
