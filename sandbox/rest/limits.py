"""Enforces Discord's rate limits on the bot's requests."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox.wire.json_text import OLD_EDITS, RESOURCE_LIMITED, TOO_MANY_REQUESTS, TooManyRequests
from sandbox.wire.limits import Limit, Limits
from sandbox.world.clock import Clock
from sandbox.world.objects import Message
from sandbox.world.windows import SlidingWindows

EVERYWHERE, INVALID = "everywhere", "invalid"

OPEN = ("/interactions/", "/webhooks/")
"""Requests without the bot's token, exempt from the global limit."""

INVALID_STATUSES = (401, 403, 429)

OLD_EDIT_SECONDS = 3_600.0
"""Minimum age of old messages, for edits."""

NEW_SECONDS = 10.0
"""Maximum age of new messages, for deletions."""

OLD_SECONDS = 14 * 86_400.0
"""Minimum age of old messages, for deletions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The decision about a request, and headers for its response."""

    retry_after: float = 0.0
    """Seconds; 0 if accepted."""
    everywhere: bool = False
    banned: bool = False
    headers: dict[str, str] = field(default_factory=dict)


_ROUTES = (
    (re.compile(r"(POST) (/channels/\d+)/messages"), "send"),
    (re.compile(r"(PATCH) (/channels/\d+)/messages/\d+"), "edit"),
    (re.compile(r"(PATCH|POST|DELETE) (/webhooks/\d+/[^/]+).*"), "token"),
    (re.compile(r"(POST) (/channels/\d+)/threads"), "thread"),
    (re.compile(r"(PATCH) (/channels/\d+)"), "channel"),
    (re.compile(r"(DELETE) (/channels/\d+)/messages/(\d+)"), "delete"),
)
"""Routes and their limits. Method and channel or token identify a bucket."""


class RateLimits:
    """Counts the bot's requests; `age` returns the seconds since an id was created."""

    def __init__(self, clock: Clock, age: Callable[[int], float], limits: Limits | None) -> None:
        self._now = clock.now
        self._age = age
        self.limits = limits
        self._sent = SlidingWindows(clock.now)
        """By bucket."""
        self._banned_until = 0.0

    def meet(self, method: str, path: str) -> Verdict:
        """Decide about a request, and count an accepted one."""
        if (limits := self.limits) is None:
            return Verdict()
        if self._now() < self._banned_until:
            return Verdict(banned=True)
        is_free = path.startswith(OPEN)
        if not is_free and (wait := self._sent.wait(EVERYWHERE, limits.everywhere)):
            return Verdict(retry_after=wait, everywhere=True)
        name, bucket = self._bucket(f"{method} {path}")
        limit: Limit | None = getattr(limits, name) if name else None
        if limit is not None and (wait := self._sent.wait(bucket, limit)):
            return Verdict(retry_after=wait)
        if not is_free:
            self._sent.count(EVERYWHERE)
        if limit is None:
            return Verdict()
        self._sent.count(bucket)
        # Discord's header names only the route.
        return Verdict(headers=self._headers(f"{method} {name}", bucket, limit))

    def _bucket(self, request: str) -> tuple[str, str]:
        for route, name in _ROUTES:
            if found := route.fullmatch(request):
                method, place, *message = found.groups()
                name = self._of_age(int(message[0])) if message else name
                return name, f"{method} {place} {name}"
        return "", ""

    def _of_age(self, message_id: int) -> str:
        age = self._age(message_id)
        if age <= NEW_SECONDS:
            return "delete_new"
        return "delete_old" if age >= OLD_SECONDS else "delete"

    def _headers(self, route: str, bucket: str, limit: Limit) -> dict[str, str]:
        reset = self._sent.first(bucket) + limit.seconds - self._now()
        return {
            "X-RateLimit-Bucket": route,
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - self._sent.counted(bucket)),
            "X-RateLimit-Reset-After": f"{reset:.3f}",
        }

    # Hidden limits; methods raise `TooManyRequests`

    def follow_up(self, channel_id: int) -> None:
        """Count a follow-up message in a channel; raises TooManyRequests."""
        if self.limits is not None:
            self._take(f"follow-up {channel_id}", self.limits.follow_up, *RESOURCE_LIMITED)

    def edit(self, message: Message) -> None:
        """Count an edit, if the message is over an hour old; raises TooManyRequests."""
        if self.limits is not None and self._age(message.id) > OLD_EDIT_SECONDS:
            self._take(f"old edit {message.channel_id}", self.limits.old_edit, *OLD_EDITS)

    def rename(self, channel_id: int) -> None:
        """Count a change of a channel's name; raises TooManyRequests."""
        if self.limits is not None:
            self._take(f"rename {channel_id}", self.limits.rename, *TOO_MANY_REQUESTS)

    def _take(self, name: str, limit: Limit, code: int, text: str, scope: str) -> None:
        if wait := self._sent.wait(name, limit):
            raise TooManyRequests(wait, code, text, scope)
        self._sent.count(name)

    def note(self, status: int, scope: str) -> None:
        """Count a response 401, 403 or 429, except scope `shared`; too many ban the bot's address."""
        counts = status in INVALID_STATUSES and scope != "shared"
        if (limits := self.limits) is None or not counts or self._now() < self._banned_until:
            return
        self._sent.wait(INVALID, limits.invalid)
        self._sent.count(INVALID)
        if self._sent.counted(INVALID) >= limits.invalid.requests:
            self._sent.forget(INVALID)
            self._banned_until = self._now() + limits.ban_seconds
