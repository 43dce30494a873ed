"""What the coach has to say to players: strategy sheets, hints, reviews of kept rounds, skill, the hands of the
daily ten. Pure.

It imports the coach, and with it numpy: whoever serves imports this room when it is first asked for something.

>>> from engine.advice.sheets import sheet
>>> from engine.rules.rule_sets import RULE_SETS
>>> found = sheet(RULE_SETS["vegas"])
>>> found.edge
33
>>> next(row for row in found.hard if row.name == "16").codes
('S', 'S', 'S', 'S', 'S', 'H', 'H', 'Rh', 'Rh', 'Rh')
"""
