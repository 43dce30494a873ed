"""The tools of the command line, a file each; each function imports itself what takes long, as in `bot.py`."""
