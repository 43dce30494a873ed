"""The process of the bot: its libraries, log, signals and garbage collection."""

import asyncio
import faulthandler
import gc
import logging
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final

from cogs.gateway.retry import CannotStart

log = logging.getLogger(__name__)

STANDARD_ERROR: Final = 2
"""Its file descriptor."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)

STOP_SECONDS: Final = 20
"""After a signal, the process ends at the latest after this time, whatever it waits for."""

SELDOM: Final = 10_000
"""New objects between two looks. A click makes more than a hundred, nearly all of which are gone when it is answered:
at Python's own number, 700, those of the clicks under way are looked at over and over."""

LATER: Final = ("PIL", "babel", "fluent.runtime", "numpy")
"""Modules that players need, and that no start imports."""

EXTRAS: Final = {
    "prometheus_client": ("METRICS_PORT", "metrics"),
    "psycopg": ("DATABASE=postgresql://...", "postgres"),
    "sentry_sdk": ("SENTRY_DSN", "sentry"),
}
"""Modules that only some hosts need: the setting that asks for each, and the extra that brings it."""

OURS: Final = frozenset({"bot", "cogs", "engine", "sandbox"})


def look_for_later() -> None:
    """Raise `ModuleNotFoundError` where one is missing that is imported only when somebody plays."""
    for name in LATER:
        if find_spec(name) is None:
            raise ModuleNotFoundError(name=name)


@contextmanager
def missing_named() -> Iterator[None]:
    """Raise `CannotStart` for a library that turns out to be missing; a missing module of Python or of the bot is no
    library.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if not top or top in OURS | sys.stdlib_module_names:
            raise
        who, extra = EXTRAS.get(top, ("The bot", None))
        what = f"'.[{extra}]'" if extra else "."
        raise CannotStart(
            f"{who} needs {error.name}, which is not installed. In the bot's folder, type: "
            f"{sys.executable} -m pip install -e {what}"
        ) from error


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
    """JSON with the time in UTC, by ISO 8601, and with what a line is about (`About`) in fields of its own."""
    from pythonjsonlogger.json import JsonFormatter

    fields = "%(levelname)s %(name)s %(message)s"
    return JsonFormatter(fields, timestamp=True, static_fields={"process": process})


async def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run until done, or until a signal stops it; further signals are ignored. Needs the main thread.

    `STOP_SECONDS` after the signal the process ends with status 1, and writes to the standard error where its threads
    are. That holds until its very end: a thread that hangs would keep even the interpreter from exiting.
    """
    task = asyncio.ensure_future(work)
    stopping = False

    def stop() -> None:
        """The first signal counts: a second one would cut off the stop, and with it answers that are on their way."""
        nonlocal stopping
        if not stopping:
            stopping = True
            # A thread of C code: it needs neither the event loop nor Python's lock.
            faulthandler.dump_traceback_later(STOP_SECONDS, exit=True, file=STANDARD_ERROR)
            task.cancel()

    for number in SIGNALS:
        _on_signal(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        log.info("stopped")


def _on_signal(number: signal.Signals, stop: Callable[[], object]) -> None:
    """Also where a shell had it ignored, as it does with Ctrl-C's signal for what it starts in the background."""
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(number, stop)
    except NotImplementedError:
        # Windows: the loop has no such thing, but wakes up for the handlers that Python itself has.
        signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop))


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look seldom while the block runs, and never at what was there before: modules, classes, sentences.

    To look at all of it takes as long as a dozen clicks, which wait meanwhile.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
