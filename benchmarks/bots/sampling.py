"""Where the event loop's thread is at work: its stack is looked at each time the process has worked a little longer.

A sample counts for the component whose code is innermost; what it calls in turn counts too, unless that is a component
itself. C functions count for the Python code that calls them.
"""

import signal
import time
from collections import Counter
from collections.abc import Iterator
from threading import main_thread
from types import FrameType

EACH = 0.002
"""Seconds of work between two samples, as far as the system's clock ticks so fast."""

COMPONENTS = (
    ("rules and tables: decide", ("engine/rules/", "engine/round/", "engine/table/")),
    ("bank, loop side", ("engine/bank/", "engine/values/")),
    ("house", ("engine/",)),
    ("sentences", ("cogs/language/", "fluent/", "babel/")),
    ("screen and message", ("cogs/board/messages/",)),
    ("drawing", ("cogs/board/", "cogs/pictures/")),
    ("router and answers", ("cogs/answers/",)),
    ("tries, guard, log words", ("cogs/gateway/",)),
    ("discord.ui items", ("discord/ui/",)),
    ("discord.py requests", ("discord/http.py", "discord/webhook/")),
    ("gateway, JSON, discord.py's objects", ("discord/", "cogs/")),
    ("aiohttp", ("aiohttp/", "yarl/", "multidict/", "propcache/", "aiosignal/", "frozenlist/")),
    ("asyncio", ("asyncio/", "selectors.py", "contextvars", "threading.py", "concurrent/")),
    ("logging", ("logging/",)),
)
"""What the work is shared out to, and the code of each; the first that fits counts."""

OWN = (
    ("table's task", ("engine/live/table.py", "engine/live/log_lines.py", "engine/clock.py")),
    ("look", ("engine/table/seen.py", "engine/table/view.py")),
)
"""Files that would fit a wider component."""

REST = "the rest"


class Sampler:
    """Counts samples by component, from `start` to `stop`."""

    def __init__(self) -> None:
        self.running = False
        self._counts: Counter[str] = Counter()
        self._known: dict[str, str | None] = {}
        self._began = 0.0, 0.0

    def start(self) -> None:
        """Look from now on."""
        self.running = True
        self._counts.clear()
        self._began = time.process_time(), _loop_seconds()
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, EACH, EACH)

    def stop(self) -> dict[str, float]:
        """Seconds of work of each component since `start`; `samples` says how many there were."""
        self.running = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        whole = time.process_time() - self._began[0]
        loop = _loop_seconds() - self._began[1]
        samples = self._counts.total()
        shares = {name: loop * count / samples for name, count in self._counts.items()}
        return shares | {"other threads: the bank's": whole - loop, "samples": float(samples)}

    def _look(self, _: int, frame: FrameType | None) -> None:
        self._counts[next(self._components(frame), REST)] += 1

    def _components(self, frame: FrameType | None) -> Iterator[str]:
        while frame is not None:
            file = frame.f_code.co_filename
            if file not in self._known:
                self._known[file] = component(file)
            if (found := self._known[file]) is not None:
                yield found
            frame = frame.f_back


def component(file: str) -> str | None:
    """The component that a file belongs to; None for one that counts for whoever calls it."""
    for name, places in (*OWN, *COMPONENTS):
        if any(f"/{place}" in file for place in places):
            return name
    return None


def _loop_seconds() -> float:
    """Seconds of work of the main thread, in which the event loop runs."""
    return time.clock_gettime(time.pthread_getcpuclockid(main_thread().ident or 0))
