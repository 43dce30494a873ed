"""Pytest fixtures of the bot's tests, for tests that need no separate process."""

from tests.bot.conftest import _impatient, _known_commands, casino, limits, registers

__all__ = ["_impatient", "_known_commands", "casino", "limits", "registers"]
