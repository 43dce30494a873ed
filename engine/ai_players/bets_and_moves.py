"""Choose the AI players' bets before the deal and their moves on their turns."""

from collections.abc import Callable, Collection, Mapping

from engine.ai_players.playing_styles import (
    book,
    careful,
    count_before,
    counter,
    gambler,
    mirror,
    novice,
)
from engine.coach.chart import chart
from engine.coach.observed import situation_of
from engine.coach.situation import Situation
from engine.round.moves import PlayerMove, Verb
from engine.round.round import Round
from engine.rules.cards import Card
from engine.rules.rules import Rules
from engine.values.tables import Character

_CHIPS = tuple(dollars * 100 * 10**zeros for zeros in range(10) for dollars in (1, 2, 5))
"""In cents."""

_PARTS = {Character.CAREFUL: 400, Character.COUNTER: 200, Character.NOVICE: 200}
_PART = 100
"""A betting unit is at most this part of the balance, but at least the minimum bet."""

_HUNCHES = (1, 3, 2, 5, 1, 8, 2, 4)
"""The Gambler's units, round after round."""

_MOST_UNITS = 8
"""The Counter's highest bet."""


def _units(character: Character, round_number: int, count: int) -> int:
    match character:
        case Character.GAMBLER:
            return _HUNCHES[round_number % len(_HUNCHES)]
        case Character.COUNTER:
            return counted_units(count)
        case _:
            return 1


def counted_units(count: int) -> int:
    """Return the card counter's bet in units, from 1 to 8: two per point of the true count above 1."""
    return min(max(2 * (count - 1), 1), _MOST_UNITS)


Way = Callable[[Situation], Verb]
"""Chooses one of the legal moves (`verbs`, or answers to insurance)."""

WAYS: Mapping[Character, Way] = {
    Character.BOOK: book,
    Character.MIRROR: mirror,
    Character.CAREFUL: careful,
    Character.GAMBLER: gambler,
    Character.COUNTER: counter,
    Character.NOVICE: novice,
}


def plays(character: Character, situation: Situation) -> Verb:
    return WAYS[character](situation)


def warm(rules: Rules) -> None:
    """Compute and cache the strategy chart of these rules, in half a second."""
    chart(rules)


class Characters:
    """The bets and moves of the six AI characters. Stateless.

    `gone` are the cards of earlier rounds since the shuffle, except cards that stayed face down.
    """

    def bet(
        self,
        character: Character,
        rules: Rules,
        *,
        round_number: int,
        balance: int,
        gone: Collection[Card],
    ) -> int:
        """Return a character's bet in cents, within limits and balance; 0 if none is affordable."""
        if balance < rules.min_bet:
            return 0
        part = balance // _PARTS.get(character, _PART)
        chip = max((chip for chip in _CHIPS if chip <= part), default=0)
        unit = min(max(chip, rules.min_bet), rules.highest_bet)
        most = min(balance, rules.highest_bet) // unit
        return unit * min(_units(character, round_number, count_before(rules, gone)), most)

    def move(
        self,
        character: Character,
        round_: Round,
        seat: int,
        moves: Collection[PlayerMove],
        gone: Collection[Card],
    ) -> PlayerMove:
        """Choose one of `moves`: the legal moves that the seat can afford, including all that cost nothing."""
        by_verb = {move.verb: move for move in moves}
        return by_verb[plays(character, situation_of(round_, seat, gone).limited_to(by_verb))]
