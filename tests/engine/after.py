"""A round some moves later, beside the round as it was."""

from engine.round.moves import Move
from engine.round.round import Round


def after(now: Round, *moves: Move) -> Round:
    """The round after these moves; `now` stays as it is. Raises `IllegalMove`."""
    later = now.copy()
    for move in moves:
        later.push(move)
    return later
