"""Why a move is the best one, in exact figures: those that decide between it and another one."""

from engine.coach.reasons.reason import InHundred, Pattern, Reason, reason

__all__ = ["InHundred", "Pattern", "Reason", "reason"]
