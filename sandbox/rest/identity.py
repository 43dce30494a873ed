"""Routes of the bot, its application and the gateway."""

from aiohttp import web

from sandbox.gateway.gateway import Gateway
from sandbox.world import shapes
from sandbox.world.world import World

from .requests import answer


class IdentityRoutes:
    """Tells of the bot; changes nothing."""

    def __init__(self, world: World, gateway: Gateway, shards: int) -> None:
        """`shards` is how many of them Discord recommends to the bot."""
        self._world = world
        self._gateway = gateway
        self._shards = shards

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        return [
            web.get("/users/@me", self._me),
            web.get("/oauth2/applications/@me", self._application),
            web.get("/applications/@me", self._application),
            web.get("/gateway", self._gateway_url),
            web.get("/gateway/bot", self._gateway_bot),
        ]

    async def _me(self, _: web.Request) -> web.Response:
        return answer(shapes.own_user(self._world.bot))

    async def _application(self, _: web.Request) -> web.Response:
        return answer(shapes.application(self._world))

    async def _gateway_url(self, _: web.Request) -> web.Response:
        return answer({"url": self._gateway.url})

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        limit = self._gateway.starts.shape()
        shape = {"url": self._gateway.url, "shards": self._shards, "session_start_limit": limit}
        return answer(shape)
