"""The state, and clocks."""
