"""The sandbox's state, and clocks."""
