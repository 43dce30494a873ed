"""How the log is written."""

import logging


def set_up_logging(level: str, form: str, *, process: int = 0, processes: int = 1) -> None:
    """From now on lines of this level and above are written to the standard error, as `text` or as `json`.

    A line for people says which process it is of where there are several.
    """
    handler = logging.StreamHandler()
    which = "" if processes == 1 else f"process {process} "
    handler.setFormatter(
        logging.Formatter(f"%(asctime)s {which}%(levelname)s %(name)s: %(message)s")
        if form == "text"
        else _for_machines(process)
    )
    logging.basicConfig(level=level, handlers=[handler])
    # Below INFO discord writes out whole events and addresses, with the tokens in them, and aiosqlite each hop.
    for library in ("aiosqlite", "discord"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _for_machines(process: int) -> logging.Formatter:
    """JSON with the time in UTC, by ISO 8601, and with what a line is about (`engine.about`) in fields of its own."""
    from pythonjsonlogger.json import JsonFormatter

    fields = "%(levelname)s %(name)s %(message)s"
    return JsonFormatter(fields, timestamp=True, static_fields={"process": process})
