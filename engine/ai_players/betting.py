"""What the players of the house bet."""

from collections.abc import Collection

from engine.ai_players.characters import Character
from engine.ai_players.counter import count_before
from engine.rules.cards import Card
from engine.rules.rules import Rules

_CHIPS = tuple(dollars * 100 * 10**zeros for zeros in range(10) for dollars in (1, 2, 5))
"""In cents, from the least."""

_PARTS = {Character.CAREFUL: 400, Character.COUNTER: 200, Character.NOVICE: 200}
_PART = 100
"""A unit is no more than such a part of what somebody has, unless the table asks for more."""

_HUNCHES = (1, 3, 2, 5, 1, 8, 2, 4)
"""The Gambler's units, one round after another."""

_MOST_UNITS = 8
"""The Counter's highest bet."""


def bets(
    character: Character,
    rules: Rules,
    *,
    round_number: int,
    balance: int,
    gone: Collection[Card],
) -> int:
    """The bet of a character in cents: within the limits of the rules, and no more than the balance (cents).

    0 where the balance does not reach the lowest bet. `gone` are the cards of earlier rounds since the shuffle that lay
    open: a hole card that nobody turned over, because the round was voided, is not among them.
    """
    if balance < rules.min_bet:
        return 0
    chip = _chip(balance // _PARTS.get(character, _PART))
    unit = min(max(chip, rules.min_bet), rules.highest_bet)
    most = min(balance, rules.highest_bet) // unit
    return unit * min(_units(character, round_number, count_before(rules, gone)), most)


def _chip(cents: int) -> int:
    """The highest chip up to this amount; 0 below the lowest one."""
    return max((chip for chip in _CHIPS if chip <= cents), default=0)


def _units(character: Character, round_number: int, count: int) -> int:
    match character:
        case Character.GAMBLER:
            return _HUNCHES[round_number % len(_HUNCHES)]
        case Character.COUNTER:
            return counted_units(count)
        case _:
            return 1


def counted_units(count: int) -> int:
    """Two units for each point of the true count above the first one, at least one: the advantage grows with it."""
    return min(max(2 * (count - 1), 1), _MOST_UNITS)
