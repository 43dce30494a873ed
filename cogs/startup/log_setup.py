"""How the log is written."""

import logging


def set_up_logging(level: str, form: str) -> None:
    """From now on lines of this level and above are written to the standard error, as `text` or as `json`."""
    handler = logging.StreamHandler()
    fields = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    handler.setFormatter(_formatter(fields, form))
    logging.basicConfig(level=level, handlers=[handler])
    # Below INFO discord writes out whole events and addresses, with the tokens in them, and aiosqlite each hop.
    for library in ("aiosqlite", "discord"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _formatter(fields: str, form: str) -> logging.Formatter:
    if form == "text":
        return logging.Formatter(fields)
    from pythonjsonlogger.json import JsonFormatter

    return JsonFormatter(fields)
