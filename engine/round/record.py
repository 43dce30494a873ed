"""A round out of its record: the rules, the stakes, and the moves."""

from collections.abc import Iterable, Mapping

from engine.round.moves import Deal, Move
from engine.round.round import Round
from engine.rules.refusals import IllegalMove
from engine.rules.rules import Rules


class MalformedRecord(ValueError):
    """These moves are no round; the message says where and why."""


def fold(rules: Rules, stakes: Mapping[int, int], moves: Iterable[Move]) -> Round:
    """The round after these moves. Raises `MalformedRecord` naming the first move that the rules do not allow.

    A card is not named: it may be one that nobody has seen.
    """
    round_ = Round.start(rules, stakes)
    for number, move in enumerate(moves):
        try:
            round_.push(move)
        except IllegalMove as error:
            why = error.refusal.why.name
            name = "a card" if isinstance(move, Deal) else str(move)
            raise MalformedRecord(f"move {number} ({name}) is not allowed: {why}") from None
    return round_
