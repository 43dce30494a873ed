"""The coach: hints, reviews and strategy charts, computed off the event loop."""
