"""Hints, reviews and strategy charts for players, computed off the event loop."""
