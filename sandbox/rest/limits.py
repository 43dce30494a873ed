"""How often the bot may ask: Discord's limits, for each route and for all, shown in headers or hidden."""

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
"""How the paths of requests begin that need no bot's token, and that no limit for all counts."""

INVALID_STATUSES = (401, 403, 429)

OLD_EDIT_SECONDS = 3_600.0
"""The age from which a message is old for edits."""

NEW_SECONDS = 10.0
"""The age up to which a message is new for deletions."""

OLD_SECONDS = 14 * 86_400.0
"""The age from which a message is old for deletions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a request is let in, and what its answer says about limits."""

    retry_after: float = 0.0
    """Seconds; 0 where it is let in."""
    everywhere: bool = False
    banned: bool = False
    """True if the address of the bot is shut out."""
    headers: dict[str, str] = field(default_factory=dict)


_ROUTES = (
    (re.compile(r"(POST) (/channels/\d+)/messages"), "send"),
    (re.compile(r"(PATCH) (/channels/\d+)/messages/\d+"), "edit"),
    (re.compile(r"(PATCH|POST|DELETE) (/webhooks/\d+/[^/]+).*"), "token"),
    (re.compile(r"(POST) (/channels/\d+)/threads"), "thread"),
    (re.compile(r"(PATCH) (/channels/\d+)"), "channel"),
    (re.compile(r"(DELETE) (/channels/\d+)/messages/(\d+)"), "delete"),
)
"""Routes, and the limits of their buckets; each method has one for each channel or token, its first two groups."""


class RateLimits:
    """Knows what the bot has sent. Without `limits` there are none; `age` is how old an id is, in seconds."""

    def __init__(self, clock: Clock, age: Callable[[int], float], limits: Limits | None) -> None:
        self._now = clock.now
        self._age = age
        self._limits = limits
        self._sent = SlidingWindows(clock.now)
        """By the bucket."""
        self._banned_until = 0.0

    def lift(self) -> None:
        """Take all limits away."""
        self._limits = None

    def meet(self, method: str, path: str) -> Verdict:
        """Let a request in and count it, or say for how long it has to wait."""
        if (limits := self._limits) is None:
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
        # Discord's buckets are of a route; the channel or the token is added to them.
        return Verdict(headers=self._headers(f"{method} {name}", bucket, limit))

    def _bucket(self, request: str) -> tuple[str, str]:
        """The name of a limit, and its bucket; both are empty where only the limit for all holds."""
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

    # Hidden limits, which depend on more than the route; each raises `TooManyRequests`

    def follow_up(self, channel_id: int) -> None:
        """Count a message that follows an interaction in this channel."""
        if self._limits is not None:
            self._take(f"follow-up {channel_id}", self._limits.follow_up, *RESOURCE_LIMITED)

    def edit(self, message: Message) -> None:
        """Count an edit of a message, if it is old."""
        if self._limits is not None and self._age(message.id) > OLD_EDIT_SECONDS:
            self._take(f"old edit {message.channel_id}", self._limits.old_edit, *OLD_EDITS)

    def rename(self, channel_id: int) -> None:
        """Count a change of the name or the topic of a channel."""
        if self._limits is not None:
            self._take(f"rename {channel_id}", self._limits.rename, *TOO_MANY_REQUESTS)

    def _take(self, name: str, limit: Limit, code: int, text: str, scope: str) -> None:
        if wait := self._sent.wait(name, limit):
            raise TooManyRequests(wait, code, text, scope)
        self._sent.count(name)

    def note(self, status: int, scope: str) -> None:
        """Count an answer if it makes the request an invalid one; one too many shuts the bot's address out."""
        counts = status in INVALID_STATUSES and scope != "shared"
        if (limits := self._limits) is None or not counts or self._now() < self._banned_until:
            return
        self._sent.wait(INVALID, limits.invalid)
        self._sent.count(INVALID)
        if self._sent.counted(INVALID) >= limits.invalid.requests:
            self._sent.forget(INVALID)
            self._banned_until = self._now() + limits.ban_seconds
