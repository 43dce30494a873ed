"""Points where tests interfere."""

from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from sandbox.wire.json_text import Json

Respond = Callable[[], Awaitable[web.StreamResponse]]


class Hooks:
    """Changes nothing; tests override methods."""

    def connecting(self) -> int:
        """Return the HTTP status that refuses a gateway handshake; 0 accepts it."""
        return 0

    def greeting(self) -> None:
        """Run before HELLO; GatewayClose closes the socket."""

    def authenticating(self) -> None:
        """Run before IDENTIFY and RESUME; GatewayClose closes the socket."""

    def lateness(self) -> float:
        """Return how late the next interaction is, in seconds."""
        return 0.0

    def deliveries(self, payload: Json) -> Iterable[Json]:
        """Return the events that deliver an interaction."""
        return (payload,)

    async def respond(self, method: str, path: str, respond: Respond) -> web.StreamResponse:
        """Answer a REST request whose body has arrived; `path` follows /api/v10."""
        return await respond()

    def answered(self, request: web.Request, status: int, body: object) -> None:
        """Listen to an answered REST request and its JSON."""
