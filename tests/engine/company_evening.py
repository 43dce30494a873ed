"""Evenings at a table where one person plays with players of the house, who decide as the real ones do."""

from collections.abc import Iterator
from random import Random

from engine.ai_players.characters import Character
from engine.ai_players.members import Members
from engine.round.moves import Insure, PlayerMove
from engine.round.round import legal
from engine.rules.rules import Rules
from engine.table.commands import Command, PlaceBet, Play
from engine.table.draft import Accepted
from engine.table.state import Stage, TableState
from tests.engine.company import invite
from tests.engine.sitting import ANN, Sitting

Step = tuple[TableState, Accepted]


def evening(rules: Rules, characters: tuple[Character, ...], rounds: int) -> Iterator[Sitting]:
    """The table after each command of Ann's; she bets, and decides as chance will have it."""
    table = Sitting.at(rules)
    table.company = Members()
    invite(table, ANN, *characters)
    chance = Random(f"{rules.key} {characters}")
    while table.state.round_number <= rounds:
        table.do(anns(table.state, chance))
        yield table


def anns(state: TableState, chance: Random) -> Command:
    """What Ann asks of the table next: one of her moves, or a bet."""
    if state.stage is not Stage.PLAYING or state.round is None:
        return PlaceBet(user_id=ANN, cents=state.rules.min_bet * chance.randint(1, 5))
    (seat,) = state.awaited
    return click(state, chance.choice(legal(state.round, seat)))


def click(state: TableState, move: PlayerMove) -> Play:
    """A move by its player's button."""
    return Play(
        user_id=state.seat(move.seat).user_id,
        verb=move.verb,
        counters={seat.number: seat.counter for seat in state.seats},
        round_number=state.round_number,
        cents=move.cents if isinstance(move, Insure) else None,
    )
