"""Start bots quickly: a process that has imported all of the bot's modules forks once per start.

A new interpreter would import them again, which takes ten times as long as the start itself. A forked bot gets its own
arguments, environment, folder and files. Tests of the command line, of imports, or of signals and logging during
startup run `python bot.py` instead.
"""

from .forked import Forked, fork_bot

__all__ = ["Forked", "fork_bot"]
