"""Looks back at rounds that are kept: replays them, counts them, adds up their money."""

from engine.review.counting import count_rounds
from engine.review.findings import recount
from engine.review.replay import CannotReplay, Replay, Step

__all__ = ["CannotReplay", "Replay", "Step", "count_rounds", "recount"]
