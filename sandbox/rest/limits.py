"""How often the bot may ask: Discord's limits, for each route and for all."""

import re
from collections import defaultdict, deque
from dataclasses import dataclass, field

from sandbox.world.clock import Clock

EVERYWHERE = "everywhere"

OPEN = ("/interactions/", "/webhooks/")
"""How the paths of requests begin that need no bot's token, and that no limit for all counts."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `requests` in any `seconds`."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a request is let in, and what its answer says about limits."""

    retry_after: float = 0.0
    """Seconds; 0 where it is let in."""
    everywhere: bool = False
    headers: dict[str, str] = field(default_factory=dict)


_ROUTES = (
    (re.compile(r"(POST) (/channels/\d+/messages)"), Limit(5, 5.0)),
    (re.compile(r"(PATCH) (/channels/\d+/messages)/\d+"), Limit(5, 5.0)),
    (re.compile(r"(PATCH|POST|DELETE) (/webhooks/\d+/[^/]+).*"), Limit(5, 2.0)),
)
"""Routes, and what each of their buckets takes; a bucket is what the groups match."""


class RateLimits:
    """Knows what the bot has sent; `a_second` is its limit for all that Discord counts.

    Each limit counts over a window that slides, which is the strictest way to read what Discord says of itself.
    """

    def __init__(self, clock: Clock, a_second: int) -> None:
        self._clock = clock
        self._in_all = Limit(a_second, 1.0)
        self._sent: defaultdict[str, deque[float]] = defaultdict(deque)
        """By the bucket."""

    def meet(self, method: str, path: str) -> Verdict:
        """Let a request in and count it, or say for how long it has to wait."""
        if not path.startswith(OPEN) and (wait := self._wait(EVERYWHERE, self._in_all)):
            return Verdict(retry_after=wait, everywhere=True)
        bucket, limit = _bucket(f"{method} {path}")
        if limit is not None and (wait := self._wait(bucket, limit)):
            return Verdict(retry_after=wait)
        if not path.startswith(OPEN):
            self._sent[EVERYWHERE].append(self._clock.now())
        return Verdict() if limit is None else Verdict(headers=self._count(bucket, limit))

    def _wait(self, bucket: str, limit: Limit) -> float:
        sent, now = self._sent[bucket], self._clock.now()
        while sent and sent[0] <= now - limit.seconds:
            sent.popleft()
        return sent[0] + limit.seconds - now if len(sent) >= limit.requests else 0.0

    def _count(self, bucket: str, limit: Limit) -> dict[str, str]:
        sent, now = self._sent[bucket], self._clock.now()
        sent.append(now)
        return {
            # Discord's buckets are of a route; the channel or the token is added to them.
            "X-RateLimit-Bucket": bucket.partition("/")[0] + str(limit.seconds),
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - len(sent)),
            "X-RateLimit-Reset-After": f"{sent[0] + limit.seconds - now:.3f}",
        }


def _bucket(request: str) -> tuple[str, Limit | None]:
    for route, limit in _ROUTES:
        if found := route.fullmatch(request):
            return " ".join(found.groups()), limit
    return "", None
