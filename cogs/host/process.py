"""Sets up the process: log, signals and garbage collection; reports missing libraries."""

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

from cogs.discord_link.retry import CannotStart

log = logging.getLogger(__name__)

STANDARD_ERROR: Final = 2

SIGNALS = (signal.SIGINT, signal.SIGTERM)

STOP_SECONDS: Final = 20
"""From a signal to the forced end."""

SELDOM: Final = 50_000
"""Objects in the garbage collector's first generation.

With Python's 700 the hundred objects of a pending click would be scanned again and again; with 10,000 a saturated bot
spends 9 % of its time in collections.
"""

LATER: Final = ("PIL", "babel", "fluent.runtime", "numpy")
"""Required, but imported only during play."""

EXTRAS: Final = {
    "prometheus_client": ("METRICS_PORT", "metrics"),
    "psycopg": ("DATABASE=postgresql://...", "postgres"),
    "sentry_sdk": ("SENTRY_DSN", "sentry"),
}
"""Optional modules: the setting that needs each, and its extra."""

OURS: Final = frozenset({"bot", "cogs", "engine", "sandbox"})


def look_for_later() -> None:
    """Raise `ModuleNotFoundError` if a module that is imported only during play is missing."""
    for name in LATER:
        if find_spec(name) is None:
            raise ModuleNotFoundError(name=name)


@contextmanager
def missing_named() -> Iterator[None]:
    """Turn a `ModuleNotFoundError` in the block into `CannotStart` with the command to install the library."""
    try:
        yield
    except ModuleNotFoundError as error:
        top = (error.name or "").partition(".")[0]
        if not top or top in OURS | sys.stdlib_module_names:
            raise
        user, extra = EXTRAS.get(top, ("The bot", None))
        package = f"'.[{extra}]'" if extra else "."
        raise CannotStart(
            f"{user} needs {error.name}, which is not installed. In the bot's folder, type: "
            f"{sys.executable} -m pip install -e {package}"
        ) from error


def set_up_logging(level: str, form: str, *, process: int = 0, processes: int = 1) -> None:
    """Log to standard error; `form` is `text` or `json`. Text names the process if there are several."""
    handler = logging.StreamHandler()
    which = "" if processes == 1 else f"process {process} "
    handler.setFormatter(
        logging.Formatter(f"%(asctime)s {which}%(levelname)s %(name)s: %(message)s")
        if form == "text"
        else _for_machines(process)
    )
    logging.basicConfig(level=level, handlers=[handler])
    # Below INFO discord logs whole events and URLs, tokens included, and aiosqlite logs every call.
    for library in ("aiosqlite", "discord"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _for_machines(process: int) -> logging.Formatter:
    from pythonjsonlogger.json import JsonFormatter

    fields = "%(levelname)s %(name)s %(message)s"
    return JsonFormatter(fields, timestamp=True, static_fields={"process": process})


async def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run the work until it is done or a signal stops it. Call this in the main thread."""
    task = asyncio.ensure_future(work)
    stopping = False

    def stop() -> None:
        """Cancel the work; ignore further signals, which would interrupt the orderly stop."""
        nonlocal stopping
        if not stopping:
            stopping = True
            # On a C thread, without the event loop and the GIL.
            faulthandler.dump_traceback_later(STOP_SECONDS, exit=True, file=STANDARD_ERROR)
            task.cancel()

    for number in SIGNALS:
        _on_signal(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        log.info("the bot stopped")


def _on_signal(number: signal.Signals, stop: Callable[[], object]) -> None:
    """Call `stop` at a signal, even an ignored one: shells ignore SIGINT for background jobs."""
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(number, stop)
    except NotImplementedError:
        # Windows: event loops have no signal handlers.
        signal.signal(number, lambda _number, _frame: loop.call_soon_threadsafe(stop))


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage rarely while the block runs, and never objects that existed before."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
