"""What the coach has to say to players: strategy sheets, hints, reviews of kept rounds, skill, the hands of the
daily ten. Pure.

It imports the coach, and with it numpy: whoever serves imports this room when it is first asked for something.

>>> from engine.rules import RULE_SETS
>>> found = sheet(RULE_SETS["vegas"])
>>> found.edge
33
>>> next(row for row in found.hard if row.name == "16").codes
('S', 'S', 'S', 'S', 'S', 'H', 'H', 'Rh', 'Rh', 'Rh')
"""

from engine.coach import Pattern, Reason
from engine.lessons.dailies import hands_of
from engine.lessons.hints import Hint, hint
from engine.lessons.practice import Answer, Exercise, exercises
from engine.lessons.reviews import Asked, Choice, Decision, Review, review, review_moves
from engine.lessons.seen import cards_before
from engine.lessons.sheets import Row, Sheet, sheet
from engine.lessons.skills import judged, skill

__all__ = [
    "Answer",
    "Asked",
    "Choice",
    "Decision",
    "Exercise",
    "Hint",
    "Pattern",
    "Reason",
    "Review",
    "Row",
    "Sheet",
    "cards_before",
    "exercises",
    "hands_of",
    "hint",
    "judged",
    "review",
    "review_moves",
    "sheet",
    "skill",
]
