"""Which hands the daily ten has on a day: some plain, some that ask for the chart, some close.

They follow from the day and a secret, so that nobody works out tomorrow's, and are the same for everybody who knows
both.
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
"""Between these parts of the stake the next best move of a close hand costs; below, it hardly matters."""


class Kind(Enum):
    """What a hand asks of its player."""

    PLAIN = auto()
    """A hard total, to hit or to stand on, and far from a near thing."""
    CHART = auto()
    """A double, a split or a surrender, or a hand that is soft or a pair: clear to who knows the chart."""
    CLOSE = auto()
    """The next best move costs little, and not nothing."""


KINDS = (Kind.PLAIN,) * 3 + (Kind.CHART,) * 4 + (Kind.CLOSE,) * 3

_Deal = tuple[tuple[int, ...], int]
"""A hand and an upcard, by points: no day has the same twice."""

_STANDARD_PAIRS = frozenset({(1, 1), (5, 5), (8, 8), (10, 10)})


@lru_cache(maxsize=8)
def hands_of(secret: bytes, day: int) -> Day:
    """The hands of a day (counted from 1970, UTC): the first that will do, in an order of kinds of its own."""
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


def kind_of(situation: Situation) -> Kind | None:
    """What a first decision asks; None where it hardly matters, or the chart and the very cards differ."""
    values = worth(situation)
    best, *others = values
    behind = values[best] - values[others[0]]
    least, most = CLOSE
    if behind < least or chart(situation.rules).advised(situation) is not best:
        return None
    if behind <= most:
        return Kind.CLOSE
    is_pair = Verb.SPLIT in situation.verbs
    plain = best in (Verb.HIT, Verb.STAND) and not situation.soft and not is_pair
    return Kind.PLAIN if plain else Kind.CHART


def is_standard(situation: Situation) -> bool:
    """Whether it is one of the sentences with which textbooks begin: eights are split, and eleven is doubled."""
    if Verb.SPLIT in situation.verbs and situation.hand in _STANDARD_PAIRS:
        return True
    return situation.points >= (19 if situation.soft else 17) or situation.points == 11


def first_decision(rules: Rules, seed: bytes) -> Situation | None:
    """What is to decide about the first two cards, once insurance is declined; None where there is nothing."""
    round_, shoe = opened(rules, seed)
    if SEAT in round_.awaited and situation_of(round_, SEAT).insurance is not None:
        decide(round_, shoe, Verb.DECLINE)
    return situation_of(round_, SEAT) if SEAT in round_.awaited and _is_worth_it(round_) else None


def _is_worth_it(round_: Round) -> bool:
    """Whether people may differ: neither very few hard points, nor very many, nor a pair of tens."""
    hand = round_.groups[0].boxes[0].hands[0]
    return hand.soft or 9 <= hand.points < 18 or hand.cards[0].points == hand.cards[1].points != 10


def _order(secret: bytes, day: int) -> list[Kind]:
    """The kinds of the hands."""
    marks = _seeds(secret, day, "order")
    return [kind for _, kind in sorted(zip(marks, KINDS, strict=False), key=lambda pair: pair[0])]


def _seeds(secret: bytes, day: int, what: str) -> Iterator[bytes]:
    for tried in count():
        yield hmac.digest(secret, f"daily ten\0{day}\0{what}\0{tried}".encode(), "sha256")


def _deal(situation: Situation) -> _Deal:
    return situation.hand, situation.up
