"""A round as text: its rules, its stakes and its moves, a line each; folding the text gives the round again.

rules hotseat
stake 1 2500
deal Ah
...
1 stand
reveal
"""

from collections.abc import Iterable, Mapping

from engine.game.moves import Deal, Move, is_number, parse_move
from engine.game.round import Round
from engine.rules import IllegalMove, Rules, parse_rules, rules_text


class MalformedRecord(ValueError):
    """The text is not the record of a round; the message says where and why."""


def dump(round_: Round) -> str:
    """The text form of a round: stakes in cents, a line each, with a line end."""
    stakes = (f"stake {seat} {cents}" for seat, cents in round_.stakes.items())
    lines = (f"rules {rules_text(round_.rules)}", *stakes, *map(str, round_.moves))
    return "\n".join(lines) + "\n"


def load(text: str) -> Round:
    """The round whose text this is. Raises `MalformedRecord` for anything that `dump` does not print."""
    first, *lines = text.split("\n")
    stakes = dict(_stake(line) for line in lines if line.startswith("stake "))
    moves = lines[len(stakes) : -1]
    try:
        rules = parse_rules(first.removeprefix("rules "))
        round_ = fold(rules, stakes, map(parse_move, moves))
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    if dump(round_) != text:
        raise MalformedRecord("the lines of the record are not in order")
    return round_


def fold(rules: Rules, stakes: Mapping[int, int], moves: Iterable[Move]) -> Round:
    """The round after these moves. Raises `MalformedRecord` naming the first move that the rules do not allow.

    A card is not named: it may be one that nobody has seen.
    """
    round_ = Round.start(rules, stakes)
    for number, move in enumerate(moves):
        try:
            round_ = round_.play(move)
        except IllegalMove as error:
            why = error.refusal.why.name
            name = "a card" if isinstance(move, Deal) else str(move)
            raise MalformedRecord(f"move {number} ({name}) is not allowed: {why}") from None
    return round_


def _stake(line: str) -> tuple[int, int]:
    match line.split(" "):
        case ["stake", seat, cents] if is_number(seat) and is_number(cents):
            return int(seat), int(cents)
        case _:
            raise MalformedRecord(f"{line!r} is not a stake")
