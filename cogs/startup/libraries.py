"""The libraries that the bot needs, and what to type where one is not installed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final

from cogs.gateway.retry import CannotStart

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
