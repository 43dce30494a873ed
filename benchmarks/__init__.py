"""Measure the speed of the engine and of the whole bot, each against a floor in the same run."""
