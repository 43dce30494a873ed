"""Benchmarks of the engine and of the whole bot, each against a floor (the least possible work) in the same run."""
