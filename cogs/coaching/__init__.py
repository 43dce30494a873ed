"""The coach: hints, reviews and charts, off the event loop."""
