"""The daily ten: ten hands a day, the same for everybody, with the rules of the weekday. Pure.

Which hands those are, `engine.lessons` chooses. The cards of a hand do not depend on how earlier ones were played.
Nobody wins by knowing them: what counts is what each decision costs by what the player sees.

>>> from engine.game import Verb
>>> today = Day(number=20_000, seeds=tuple(bytes([number] * 32) for number in range(HANDS)))
>>> begun = ten(today, ())
>>> begun.rules.key, len(begun.finished), begun.view is not None
('downtown', 0, True)
>>> len(ten(today, (Verb.STAND,)).finished)
1
"""

from engine.daily.hands import (
    HANDS,
    SEAT,
    SECRET_BYTES,
    Day,
    Ten,
    day_of,
    decide,
    opened,
    rules_on,
    ten,
)
from engine.daily.squares import SQUARES, score, square

__all__ = [
    "HANDS",
    "SEAT",
    "SECRET_BYTES",
    "SQUARES",
    "Day",
    "Ten",
    "day_of",
    "decide",
    "opened",
    "rules_on",
    "score",
    "square",
    "ten",
]
