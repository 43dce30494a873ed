"""The command line's tools; functions import slow modules themselves, as in `bot.py`."""
