"""The points where tests inject faults and listen."""

from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from sandbox.wire.json_text import Json

Respond = Callable[[], Awaitable[web.StreamResponse]]


class Hooks:
    """Changes nothing; a subclass overrides the points where it interferes."""

    def connecting(self) -> int:
        """Return the HTTP status that refuses a handshake of the gateway; 0 accepts it."""
        return 0

    def greeting(self) -> None:
        """Run before HELLO; raises GatewayClose to close the socket."""

    def authenticating(self) -> None:
        """Run before IDENTIFY and RESUME; raises GatewayClose to close the socket."""

    def lateness(self) -> float:
        """Return by how many seconds the next interaction is delivered late."""
        return 0.0

    def deliveries(self, payload: Json) -> Iterable[Json]:
        """Return the events that deliver an interaction."""
        return (payload,)

    async def respond(self, method: str, path: str, respond: Respond) -> web.StreamResponse:
        """Answer a REST request whose body has arrived; `path` is the part after /api/v10."""
        return await respond()

    def answered(self, request: web.Request, status: int, body: object) -> None:
        """Listen to an answered REST request; `body` is its JSON, None without one."""
