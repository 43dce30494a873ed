"""What goes wrong on request: requests, events, the gateway, and what the bot may do."""

from .faults import Faults
from .request_faults import Failure, matcher

__all__ = ["Failure", "Faults", "matcher"]
