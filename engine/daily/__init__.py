"""The daily ten: ten hands a day, the same for everybody, with the rules of the weekday. Pure.

Which hands those are, `engine.advice` chooses. The cards of a hand do not depend on how earlier ones were played.
Nobody wins by knowing them: what counts is what each decision costs by what the player sees.

>>> from engine.daily.hands import Day, HANDS, ten
>>> from engine.round.moves import Verb
>>> today = Day(number=20_000, seeds=tuple(bytes([number] * 32) for number in range(HANDS)))
>>> begun = ten(today, ())
>>> begun.rules.key, len(begun.finished), begun.view is not None
('downtown', 0, True)
>>> len(ten(today, (Verb.STAND,)).finished)
1
"""
