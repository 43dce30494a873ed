"""The daily ten: ten hands a day, the same for everybody, with the rules of the weekday. Pure.

The cards of a hand follow from the day and its number, and not from how earlier hands were played. Nobody wins by
knowing them: what counts is what each decision costs by what the player sees.

>>> from engine.game import Verb
>>> begun = ten(20_000, ())
>>> begun.rules.key, begun.finished, begun.view is not None
('downtown', 0, True)
>>> ten(20_000, (Verb.STAND,)).finished
1
"""

from engine.daily.hands import HANDS, Ten, day_of, rules_on, ten
from engine.daily.squares import SQUARES, square

__all__ = ["HANDS", "SQUARES", "Ten", "day_of", "rules_on", "square", "ten"]
