"""Advice to players: strategy sheets, hints, reviews, skill ratings, the daily ten hands.

This package imports numpy, so the application imports it only on first use.

>>> from engine.advice.sheets import sheet
>>> from engine.rules.rule_sets import RULE_SETS
>>> found = sheet(RULE_SETS["vegas"])
>>> found.edge
33
>>> next(row for row in found.hard if row.name == "16").codes
('S', 'S', 'S', 'S', 'S', 'H', 'H', 'Rh', 'Rh', 'Rh')
"""
