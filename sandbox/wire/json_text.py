"""JSON text, Discord's ids, and its API's errors."""

import json
import re
from typing import Any, TypeGuard

Json = dict[str, Any]
SNOWFLAKE = re.compile(r"[0-9]{1,20}")
DEPTH = 64
"""Maximum nesting: above Discord's limit, below Python's."""


def dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def loads(text: str | bytes) -> object:
    """Parse JSON; raises ValueError if it is malformed, nested too deeply or not encodable again."""
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not _is_shallow(value, DEPTH):
        raise ValueError("nested too deeply")
    # Raises for half a surrogate pair and for 1e999.
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value


def _is_shallow(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_is_shallow(one, depth - 1) for one in inner)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def snowflake(value: object) -> int | None:
    """Parse a Discord id; None for any other value."""
    return int(value) if isinstance(value, str) and SNOWFLAKE.fullmatch(value) else None


def is_int(value: object) -> TypeGuard[int]:
    """Return True for an int that is not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


class ApiError(Exception):
    """A refused REST request: HTTP status, Discord's code and message, and errors by field."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status}/{code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class TooManyRequests(ApiError):
    """A request over a rate limit (429); `retry_after` in seconds."""

    def __init__(self, retry_after: float, code: int, message: str, scope: str) -> None:
        super().__init__(429, code, message)
        self.retry_after = retry_after
        self.scope = scope

    def body(self) -> Json:
        code = {"code": self.code} if self.code else {}
        is_global = self.scope == "global"
        return {
            "message": self.message,
            "retry_after": self.retry_after,
            "global": is_global,
        } | code


class Refused(Exception):
    """Raised if a Discord client would not allow an action, with the reason as message."""


RateLimit = tuple[int, str, str]
"""Code (0 for none), message, scope."""

TOO_MANY_REQUESTS: RateLimit = 0, "You are being rate limited.", "user"
TOO_MANY_EVERYWHERE: RateLimit = 0, "You are being rate limited.", "global"
RESOURCE_LIMITED: RateLimit = 0, "The resource is being rate limited.", "shared"
OLD_EDITS: RateLimit = (
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later",
    "user",
)

Refusal = tuple[int, int, str]
"""HTTP status, code, message."""

UNAUTHORIZED: Refusal = 401, 0, "401: Unauthorized"
UNKNOWN_APPLICATION: Refusal = 404, 10002, "Unknown Application"
UNKNOWN_CHANNEL: Refusal = 404, 10003, "Unknown Channel"
UNKNOWN_GUILD: Refusal = 404, 10004, "Unknown Guild"
UNKNOWN_MESSAGE: Refusal = 404, 10008, "Unknown Message"
UNKNOWN_EMOJI: Refusal = 404, 10014, "Unknown Emoji"
UNKNOWN_WEBHOOK: Refusal = 404, 10015, "Unknown Webhook"  # no first answer yet
# Or too old for a first answer.
UNKNOWN_INTERACTION: Refusal = 404, 10062, "Unknown interaction"
ALREADY_ACKNOWLEDGED: Refusal = 400, 40060, "Interaction has already been acknowledged."
# Or one older than 15 minutes.
INVALID_TOKEN: Refusal = 401, 50027, "Invalid Webhook Token"
MISSING_ACCESS: Refusal = 403, 50001, "Missing Access"
MISSING_PERMISSIONS: Refusal = 403, 50013, "Missing Permissions"
NOT_THE_AUTHOR: Refusal = 403, 50005, "Cannot edit a message authored by another user"
ENTRY_POINT_MISSING: Refusal = (
    400,
    50240,
    "You cannot remove this app's Entry Point command in a bulk update operation. Please include "
    "the Entry Point command in your update request or delete it separately.",
)
TOO_MANY_CREATES: Refusal = (
    400,
    30034,
    "Max number of daily application command creates has been reached (200)",
)
EMPTY_MESSAGE: Refusal = 400, 50006, "Cannot send an empty message"
NOT_FOR_THIS_CHANNEL: Refusal = 400, 50024, "Cannot execute action on this channel type"
TOO_MANY_THREADS: Refusal = 400, 160006, "Maximum number of active threads reached"
THREAD_ARCHIVED: Refusal = 400, 50083, "Thread is archived"
INVALID_JSON: Refusal = 400, 50109, "The request body contains invalid JSON."
TOO_LARGE: Refusal = 413, 40005, "Request entity too large"
