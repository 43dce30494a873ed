"""Bots that start quickly: a process that has imported all that a bot is built of forks one for each start.

A new interpreter would import it anew each time, which takes ten times as long as the start itself. What is forked has
the arguments, the environment, the folder and the files that it is given, and is otherwise as new. Tests of the command
line itself, of imports, or of signals and the log from the very first moment start `python bot.py`.
"""

from .forked import Forked, fork_bot

__all__ = ["Forked", "fork_bot"]
