"""Errors of the log that are reported to Sentry: what has failed, where in the program, and nothing of what was in it.

The message of an error may hold what a user wrote, a token or a card. So a report is not a log line without what is
known to be secret: it is made of what can't be, namely the program's own words, names of types, and lines of source.
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

from cogs.gateway.retry import CannotStart
from cogs.version import PACKAGE, installed_version
from engine.values.bank import StorageTrouble

MOST: Final = 20
PER_SECONDS: Final = 60.0
"""At most so many errors are reported in this time: what fails with every click would fill the rest."""

LAST_SECONDS: Final = 2.0
"""How long, at the end, the last reports may take."""

OURS: Final = frozenset({"bot", "cogs", "engine"})
"""Loggers whose words are the program's own: what they say of others is in the arguments."""

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
    """Report errors of the log while the block runs, and one that ends it; `transport` is how, if not by HTTP."""
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
    """Reports errors. What waits to be sent waits on a thread of the library."""

    def __init__(self, client: Client) -> None:
        super().__init__(logging.ERROR)
        self._client = client
        self._pace = Cooldown(MOST, PER_SECONDS)

    def handle(self, record: logging.LogRecord) -> bool:
        """Report a record, unless there were many of late."""
        if self._pace.update_rate_limit(record.created) is not None:
            return False
        return bool(super().handle(record))

    def emit(self, record: logging.LogRecord) -> None:
        """Report a record. A failure here troubles nobody."""
        try:
            self._client.capture_event(self._event(record))
        except Exception:
            self.handleError(record)

    def _event(self, record: logging.LogRecord) -> Event:
        event: Event = {"logger": record.name, "message": words(record), "level": "error"}
        if record.exc_info and record.exc_info[1] is not None:
            told, _ = event_from_exception(record.exc_info, self._client.options)
            event["exception"] = told["exception"]
        return event


def words(record: logging.LogRecord) -> str:
    """What the program said, with the types of errors, and an ellipsis for everything else that was put in."""
    if record.name.partition(".")[0] not in OURS:
        return f"{record.name}, {record.funcName}"
    given = record.args if isinstance(record.args, tuple) else ()
    values = iter(given)
    return _PLACE.sub(lambda _: _type(next(values, None)), str(record.msg))


def _type(value: object) -> str:
    return type(value).__name__ if isinstance(value, BaseException) else "…"


def harmless(event: Event, _: Hint) -> Event:
    """What of an event may be sent: whatever the library has added is left out, unless it is known here."""
    found: Mapping[str, Any] = cast("Mapping[str, Any]", event)
    kept = _some(found, _EVENT)
    if errors := found.get("exception"):
        kept["exception"] = {"values": [*_harmless_errors(errors["values"])]}
    return cast("Event", kept)


def _harmless_errors(errors: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Type and place of each of a chain of errors, without its message."""
    for error in errors:
        frames = (error.get("stacktrace") or {}).get("frames", [])
        yield _some(error, ("type", "module")) | {
            "stacktrace": {"frames": [_some(frame, _FRAME) for frame in frames]}
        }


def _some(found: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}
