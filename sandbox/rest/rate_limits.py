"""Discord's rate limits on messages, when asked for: five in five seconds a channel and route."""

import hashlib
import math
import re
from dataclasses import dataclass

from sandbox.world import Clock

REQUESTS = 5
SECONDS = 5.0
BUCKETS = 1_000
LIMITED = re.compile(r"/channels/(\d+)/messages(?:/\d+)?|/webhooks/\d+/([^/]+)(?:/messages/[^/]+)?")


@dataclass(slots=True, kw_only=True)
class Bucket:
    """What is left of one route's requests in the running window."""

    clock: Clock
    name: str
    ends: float = 0.0
    left: int = REQUESTS

    def take(self) -> bool:
        """Use up one request; False when none is left."""
        if self.clock.now() >= self.ends:
            self.ends, self.left = self.clock.now() + SECONDS, REQUESTS
        if not self.left:
            return False
        self.left -= 1
        return True

    def reset_after(self) -> float:
        """Seconds until the window ends, rounded up to a millisecond."""
        return math.ceil(max(0.0, self.ends - self.clock.now()) * 1000) / 1000

    def headers(self) -> dict[str, str]:
        """The headers by which a client paces itself."""
        return {
            "X-RateLimit-Limit": str(REQUESTS),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset-After": str(self.reset_after()),
            "X-RateLimit-Bucket": self.name,
        }


class RateLimits:
    """The buckets of all channels."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def bucket(self, method: str, path: str) -> Bucket | None:
        """The bucket that a request counts against; None for an unlimited route."""
        found = LIMITED.fullmatch(path)
        if found is None or method not in ("POST", "PATCH"):
            return None
        key = (method, found[2] or found[1])
        if key not in self._buckets and len(self._buckets) >= BUCKETS:
            self._buckets.pop(next(iter(self._buckets)))
        name = hashlib.sha256(method.encode()).hexdigest()[:16]
        return self._buckets.setdefault(key, Bucket(clock=self._clock, name=name))
