"""Skill: what somebody's decisions cost on average, whatever the luck."""

from collections.abc import Collection, Iterator, Sequence

from engine.advice.reviews import logged, lost
from engine.ai_players.characters import character_of
from engine.coach.review import Reviewed
from engine.coach.review import review as reviewed
from engine.round.moves import Origin
from engine.rules.cards import Card
from engine.values.played import KeptRound
from engine.values.skill import JudgedSeat


def skill(kept: KeptRound, seen: Collection[Card] | None) -> tuple[JudgedSeat, ...]:
    """What the decisions of each person in a settled round come to.

    `seen` as by `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log.
    """
    return tuple(_judged(kept, seen or ()))


def _judged(kept: KeptRound, seen: Collection[Card]) -> Iterator[JudgedSeat]:
    rules, stakes, moves = logged(kept)
    for dealt in kept.dealt:
        if character_of(dealt.user_id) is None:
            made = reviewed(rules, stakes, moves, dealt.seat, seen)
            yield judged(dealt.user_id, made)


def judged(user_id: int, made: Sequence[Reviewed]) -> JudgedSeat:
    """What these decisions of a player come to.

    One for which they had a hint is only counted. One that the house made in their place, when time ran out or they had
    got up, is theirs like any other: else the clock would be a way around the hard ones.
    """
    own = [one for one in made if one.move.origin is not Origin.HINTED]
    costs = [lost(one) for one in own]
    return JudgedSeat(
        user_id=user_id,
        decisions=len(own),
        lost=sum(costs),
        good=costs.count(0),
        hinted=len(made) - len(own),
        by_book=not any(costs) and bool(made) and all(map(_is_alone, made)),
    )


def _is_alone(one: Reviewed) -> bool:
    return one.move.origin is Origin.PLAYER
