"""Apply moves to a copy of a round."""

from engine.round.moves import Move
from engine.round.round import Round


def after(now: Round, *moves: Move) -> Round:
    """Return the round after these moves; `now` stays. Raises `IllegalMove`."""
    later = now.copy()
    for move in moves:
        later.push(move)
    return later
