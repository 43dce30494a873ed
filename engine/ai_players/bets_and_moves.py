"""What a table asks of its company: a bet before the deal, and a move when a seat's turn comes."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

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
"""In cents, from the least."""

_PARTS = {Character.CAREFUL: 400, Character.COUNTER: 200, Character.NOVICE: 200}
_PART = 100
"""A unit is no more than such a part of what somebody has, unless the table asks for more."""

_HUNCHES = (1, 3, 2, 5, 1, 8, 2, 4)
"""The Gambler's units, one round after another."""

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
    """Two units for each point of the true count above the first one, at least one: the advantage grows with it."""
    return min(max(2 * (count - 1), 1), _MOST_UNITS)


Way = Callable[[Situation], Verb]
"""Chooses among the moves that are possible: `verbs`, or the answers to insurance."""

WAYS: Mapping[Character, Way] = {
    Character.BOOK: book,
    Character.MIRROR: mirror,
    Character.CAREFUL: careful,
    Character.GAMBLER: gambler,
    Character.COUNTER: counter,
    Character.NOVICE: novice,
}


def plays(character: Character, situation: Situation) -> Verb:
    """What a character does; one of the moves of the situation, always the same in the same situation."""
    return WAYS[character](situation)


def warm(rules: Rules) -> None:
    """Make the chart of these rules, which takes half a second and is remembered."""
    chart(rules)


class Members:
    """The six characters. They remember nothing: what they do follows from the arguments alone.

    `gone` are, in both questions, the cards of earlier rounds since the shuffle that lay open: all that the shoe has
    dealt before this round, but for cards that stayed face down because their round was voided.
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
        """The bet in cents: within the limits of the rules, and no more than `balance`; 0 where that is too little."""
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
        """One of these `moves` of a seat that is awaited: of those that are legal, the ones that it can pay.

        What is free (hit, stand, decline) must be among them where it is legal.
        """
        by_verb = {move.verb: move for move in moves}
        return by_verb[plays(character, narrowed(situation_of(round_, seat, gone), by_verb))]


def narrowed(situation: Situation, verbs: Iterable[Verb]) -> Situation:
    """The same with no other moves than these."""
    allowed = frozenset(verbs)
    if situation.insurance is None:
        return replace(situation, verbs=situation.verbs & allowed)
    return replace(
        situation,
        insurance=situation.insurance if Verb.INSURE in allowed else Fraction(0),
        even_money=situation.even_money and Verb.EVEN_MONEY in allowed,
    )
