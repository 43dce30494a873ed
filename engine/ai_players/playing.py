"""Which way to play belongs to which character."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.ai_players.characters import Character
from engine.ai_players.counter import counter
from engine.ai_players.fixed import book, careful, gambler, mirror
from engine.ai_players.novice import novice
from engine.coach.situation import Situation
from engine.round.moves import Verb

Way = Callable[[Situation], Verb]
"""Chooses among the moves that are possible: `verbs`, or the answers to insurance."""

WAYS: Mapping[Character, Way] = MappingProxyType(
    {
        Character.BOOK: book,
        Character.MIRROR: mirror,
        Character.CAREFUL: careful,
        Character.GAMBLER: gambler,
        Character.COUNTER: counter,
        Character.NOVICE: novice,
    }
)


def plays(character: Character, situation: Situation) -> Verb:
    """What a character does; one of the moves of the situation, always the same in the same situation."""
    return WAYS[character](situation)
