"""The simulated Discord's state, and clocks."""
