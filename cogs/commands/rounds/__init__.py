"""Rounds and shoes that are over: the list of them, replays, what is shared, and what can be verified."""
