"""The casino of the bot's own tests, for what needs no process of its own."""

from tests.bot.conftest import _impatient, _known_commands, casino, limits, registers

__all__ = ["_impatient", "_known_commands", "casino", "limits", "registers"]
