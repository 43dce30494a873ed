"""What goes wrong on request: failing requests, strange events, a broken gateway, missing permissions."""

from .faults import Faults
from .request_faults import Failure, matcher

__all__ = ["Failure", "Faults", "matcher"]
