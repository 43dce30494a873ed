"""Hooks through which tests change the sandbox's behaviour."""

from collections.abc import Awaitable, Callable, Iterable

from aiohttp import web

from sandbox.wire.json_text import Json

Respond = Callable[[], Awaitable[web.StreamResponse]]


class Hooks:
    """Methods that the sandbox calls; by default they change nothing, and tests override them."""

    def connecting(self) -> int:
        """Return the HTTP status that refuses a gateway connection; 0 accepts it."""
        return 0

    def greeting(self) -> None:
        """Run before HELLO is sent; may raise GatewayClose to close the socket."""

    def authenticating(self) -> None:
        """Run before IDENTIFY and RESUME are processed; may raise GatewayClose to close the socket."""

    def lateness(self) -> float:
        """Return how many seconds late the bot receives the next interaction."""
        return 0.0

    def deliveries(self, payload: Json) -> Iterable[Json]:
        """Return the payloads to send to the bot for an interaction: none, one or several."""
        return (payload,)

    async def respond(self, method: str, path: str, respond: Respond) -> web.StreamResponse:
        """Answer a REST request whose body has arrived; `path` follows /api/v10, `respond` is the default."""
        return await respond()

    def answered(self, request: web.Request, status: int, body: object) -> None:
        """Run after each REST response; `body` is the request's JSON."""
