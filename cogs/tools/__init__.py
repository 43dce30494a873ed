"""The tools of the command line; each function imports itself what takes long, as in `bot.py`."""
