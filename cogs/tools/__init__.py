"""Tools of the command line; functions import slow modules themselves, as in `bot.py`."""
