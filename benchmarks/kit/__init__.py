"""Shared parts of the benchmarks: the harness, bots, simulated users, large databases."""
