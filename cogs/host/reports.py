"""Reports logged errors to Sentry.

Log messages may contain user input, tokens or cards: reports have only the program's log formats, error types, and
source lines.
"""

import asyncio
import logging
import re
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, cast

from discord.app_commands import Cooldown
from sentry_sdk import Client
from sentry_sdk.transport import Transport
from sentry_sdk.types import Event, Hint
from sentry_sdk.utils import event_from_exception

from cogs import PACKAGE, installed_version
from cogs.discord_link.retry import CannotStart
from engine.values.bank import StorageTrouble

MOST: Final = 20
PER_SECONDS: Final = 60.0
"""The period for `MOST` reports: an error on every click would exhaust the quota."""

LAST_SECONDS: Final = 2.0

OURS: Final = frozenset({"bot", "cogs", "engine"})
"""Only these loggers' messages may have data in arguments."""

_PLACE = re.compile(r"%(?:\((\w+)\))?[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]")

_EVENT: Final = (
    "event_id",
    "timestamp",
    "level",
    "logger",
    "message",
    "platform",
    "release",
    "sdk",
)
_FRAME: Final = (
    *("filename", "function", "module", "lineno", "in_app"),
    *("pre_context", "context_line", "post_context"),
)


@asynccontextmanager
async def reported(dsn: str, transport: Transport | None = None) -> AsyncIterator[None]:
    """Report errors logged in the block, and an error that ends it. `transport` replaces HTTP."""
    client = Client(
        dsn,
        transport=transport,
        release=f"{PACKAGE}@{installed_version()}",
        server_name="",
        default_integrations=False,
        auto_enabling_integrations=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        send_client_reports=False,
        before_send=harmless,
    )
    reporter = Reporter(client)
    logging.getLogger().addHandler(reporter)
    try:
        yield
    except (CannotStart, StorageTrouble):
        raise
    except Exception:
        end = logging.makeLogRecord({"name": "bot", "msg": "the bot has ended"})
        end.exc_info = sys.exc_info()
        reporter.handle(end)
        raise
    finally:
        logging.getLogger().removeHandler(reporter)
        await asyncio.to_thread(client.close, timeout=LAST_SECONDS)


class Reporter(logging.Handler):
    """A log handler that reports errors to Sentry, whose library sends them on its own thread."""

    def __init__(self, client: Client) -> None:
        super().__init__(logging.ERROR)
        self._client = client
        self._pace = Cooldown(MOST, PER_SECONDS)

    def handle(self, record: logging.LogRecord) -> bool:
        if self._pace.update_rate_limit(record.created) is not None:
            return False
        return bool(super().handle(record))

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._client.capture_event(self._event(record))
        except Exception:
            self.handleError(record)

    def _event(self, record: logging.LogRecord) -> Event:
        event: Event = {"logger": record.name, "message": words(record), "level": "error"}
        if record.exc_info and record.exc_info[1] is not None:
            full, _ = event_from_exception(record.exc_info, self._client.options)
            event["exception"] = full["exception"]
        return event


def words(record: logging.LogRecord) -> str:
    """Return a log message with each argument replaced by an error's type or an ellipsis."""
    if record.name.partition(".")[0] not in OURS:
        return f"{record.name}, {record.funcName}"
    given = record.args if isinstance(record.args, tuple) else ()
    values = iter(given)
    return _PLACE.sub(lambda _: _type(next(values, None)), str(record.msg))


def _type(value: object) -> str:
    return type(value).__name__ if isinstance(value, BaseException) else "…"


def harmless(event: Event, _: Hint) -> Event:
    """Reduce a Sentry event to the allowed fields."""
    found: Mapping[str, Any] = cast("Mapping[str, Any]", event)
    reduced = _some(found, _EVENT)
    if errors := found.get("exception"):
        reduced["exception"] = {"values": [*_harmless_errors(errors["values"])]}
    return cast("Event", reduced)


def _harmless_errors(errors: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for error in errors:
        frames = (error.get("stacktrace") or {}).get("frames", [])
        yield _some(error, ("type", "module")) | {
            "stacktrace": {"frames": [_some(frame, _FRAME) for frame in frames]}
        }


def _some(found: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}
