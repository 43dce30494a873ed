"""Looks back at rounds that are kept: replays them, counts them, adds up their money."""

from engine.review.counting import count_rounds
from engine.review.recount import audit
from engine.review.replay import CannotReplay, Replay, Step

__all__ = ["CannotReplay", "Replay", "Step", "audit", "count_rounds"]
