"""Tables that live: each has an inbox, a worker and a timer around the pure procedure, and keeps before it shows."""

from engine.live.log_lines import about
from engine.live.table import Audience, Luck, Surroundings, Table

__all__ = ["Audience", "Luck", "Surroundings", "Table", "about"]
