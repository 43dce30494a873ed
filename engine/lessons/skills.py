"""Skill: what somebody's own decisions cost on average, whatever the luck."""

from collections.abc import Collection, Iterator

from engine import coach
from engine.characters import character_of
from engine.game import Origin
from engine.lessons.reviews import MILLIONTHS, logged
from engine.rules import Card
from engine.saved import JudgedSeat, KeptRound


def skill(kept: KeptRound, seen: Collection[Card] | None) -> tuple[JudgedSeat, ...]:
    """What the decisions of each person in a settled round come to: those that they made, and made alone.

    `seen` as by `cards_before`. Raises `ValueError` or `IllegalMove` for a damaged log.
    """
    return tuple(_judged(kept, seen or ()))


def _judged(kept: KeptRound, seen: Collection[Card]) -> Iterator[JudgedSeat]:
    rules, stakes, moves = logged(kept)
    for dealt in kept.dealt:
        if character_of(dealt.user_id) is not None:
            continue
        own = [
            one.cost
            for one in coach.review(rules, stakes, moves, dealt.seat, seen)
            if one.move.origin is Origin.PLAYER
        ]
        lost = round(sum(own) * MILLIONTHS)
        yield JudgedSeat(user_id=dealt.user_id, decisions=len(own), lost=lost)
