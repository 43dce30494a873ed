"""How the bot is stopped: by Ctrl-C or by SIGTERM, in the foreground or not, on every system."""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGINT, signal.SIGTERM)


async def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run until done, or until a signal stops it; further signals are ignored. Needs the main thread."""
    task = asyncio.ensure_future(work)
    stopping = False

    def stop() -> None:
        """The first signal counts: a second one would cut off the stop, and with it answers that are on their way."""
        nonlocal stopping
        if not stopping:
            stopping = True
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
