"""Chooses the hands of the daily ten, some easy and some difficult.

They are derived from the day and a secret: reproducible, but unpredictable without the secret.
"""

import hmac
from collections.abc import Iterator
from enum import Enum, auto
from functools import lru_cache
from itertools import count

from engine.advice.daily import SEAT, Day, decide, opened, rules_on
from engine.coach.chart import chart
from engine.coach.observed import situation_of
from engine.coach.situation import Situation
from engine.coach.worth import worth
from engine.round.moves import Verb
from engine.round.round import Round
from engine.rules.rules import Rules

CLOSE = 0.005, 0.06
"""The range of the loss of a close hand's second-best move, in stakes; below it the choice hardly matters."""


class HandKind(Enum):
    """How difficult the first decision of a hand is."""

    PLAIN = auto()
    """A clear hit or stand on a hard total."""
    CHART = auto()
    """Clear by the chart: a double, split or surrender, or a soft hand or pair."""
    CLOSE = auto()
    """The second-best move costs an amount within `CLOSE`."""


KINDS = (HandKind.PLAIN,) * 3 + (HandKind.CHART,) * 4 + (HandKind.CLOSE,) * 3

_Deal = tuple[tuple[int, ...], int]
"""A hand and an upcard in points; none occurs twice a day."""

_STANDARD_PAIRS = frozenset({(1, 1), (5, 5), (8, 8), (10, 10)})


@lru_cache(maxsize=8)
def hands_of(secret: bytes, day: int) -> Day:
    """Choose a day's ten hands: for each kind in the day's order, the first suitable seed."""
    rules, seeds = rules_on(day), list[bytes]()
    dealt, was_standard = set[_Deal](), False
    for number, kind in enumerate(_order(secret, day)):
        for seed in _seeds(secret, day, f"hand {number}"):
            found = first_decision(rules, seed)
            if found is None or _deal(found) in dealt or (was_standard and is_standard(found)):
                continue
            if kind_of(found) is kind:
                seeds.append(seed)
                dealt.add(_deal(found))
                was_standard = is_standard(found)
                break
    return Day(number=day, seeds=tuple(seeds))


def kind_of(situation: Situation) -> HandKind | None:
    """Return how difficult a first decision is, or None if it is unsuitable.

    Decisions are unsuitable if the moves hardly differ or the strategy chart disagrees with the exact cards.
    """
    values = worth(situation)
    best, *others = values
    behind = values[best] - values[others[0]]
    least, most = CLOSE
    if behind < least or chart(situation.rules).advised(situation) is not best:
        return None
    if behind <= most:
        return HandKind.CLOSE
    is_pair = Verb.SPLIT in situation.verbs
    plain = best in (Verb.HIT, Verb.STAND) and not situation.soft and not is_pair
    return HandKind.PLAIN if plain else HandKind.CHART


def is_standard(situation: Situation) -> bool:
    """Return True for a textbook hand: a pair such as eights, an 11, or a high total."""
    if Verb.SPLIT in situation.verbs and situation.hand in _STANDARD_PAIRS:
        return True
    return situation.points >= (19 if situation.soft else 17) or situation.points == 11


def first_decision(rules: Rules, seed: bytes) -> Situation | None:
    """Return the decision about the first two cards, after declining insurance; None if it is obvious or missing."""
    round_, shoe = opened(rules, seed)
    if SEAT in round_.awaited and situation_of(round_, SEAT).insurance is not None:
        decide(round_, shoe, Verb.DECLINE)
    return situation_of(round_, SEAT) if SEAT in round_.awaited and _is_worth_it(round_) else None


def _is_worth_it(round_: Round) -> bool:
    hand = round_.groups[0].boxes[0].hands[0]
    return hand.soft or 9 <= hand.points < 18 or hand.cards[0].points == hand.cards[1].points != 10


def _order(secret: bytes, day: int) -> list[HandKind]:
    marks = _seeds(secret, day, "order")
    return [kind for _, kind in sorted(zip(marks, KINDS, strict=False), key=lambda pair: pair[0])]


def _seeds(secret: bytes, day: int, what: str) -> Iterator[bytes]:
    for tried in count():
        yield hmac.digest(secret, f"daily ten\0{day}\0{what}\0{tried}".encode(), "sha256")


def _deal(situation: Situation) -> _Deal:
    return situation.hand, situation.up
