"""Skill: what somebody's own decisions cost on average, whatever the luck."""

from collections.abc import Collection, Iterator

from engine import coach
from engine.characters import character_of
from engine.coach import Reviewed
from engine.game import Origin
from engine.lessons.reviews import EQUAL, MILLIONTHS, logged
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
        made = coach.review(rules, stakes, moves, dealt.seat, seen)
        own = [one for one in made if one.move.origin is Origin.PLAYER]
        yield JudgedSeat(
            user_id=dealt.user_id,
            decisions=len(own),
            lost=round(sum(one.cost for one in own) * MILLIONTHS),
            by_book=bool(own) and len(own) == len(made) and all(map(_is_by_book, own)),
        )


def _is_by_book(one: Reviewed) -> bool:
    """Whether no move was better, or it is that of the chart, which knows of no cards but those on the table."""
    return (
        one.cost <= EQUAL
        or coach.chart(one.situation.rules).advised(one.situation) is one.move.verb
    )
