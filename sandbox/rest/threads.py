"""Routes of threads: making and changing them."""

from aiohttp import web

from sandbox.chat.threads import Threads
from sandbox.wire.errors import missing_access, missing_permissions, not_for_this_channel
from sandbox.world import shapes
from sandbox.world.objects import Channel
from sandbox.world.world import World

from .requests import answer, channel_of, read_object


class ThreadRoutes:
    """Makes threads in channels, and changes them; channels themselves are not the bot's to change."""

    def __init__(self, world: World, threads: Threads) -> None:
        self._world = world
        self._threads = threads

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        return [
            web.post("/channels/{channel_id}/threads", self._make),
            web.patch("/channels/{channel_id}", self._change),
        ]

    def _seen(self, request: web.Request) -> Channel:
        channel = channel_of(self._world, request)
        if not channel.bot_sees:
            raise missing_access()
        return channel

    async def _make(self, request: web.Request) -> web.Response:
        parent, body = self._seen(request), await read_object(request)
        if parent.parent is not None:
            raise not_for_this_channel()
        thread = self._threads.create(parent, body)
        return answer(shapes.channel(self._world, thread), 201)

    async def _change(self, request: web.Request) -> web.Response:
        thread, body = self._seen(request), await read_object(request)
        if thread.parent is None:
            raise missing_permissions()
        self._threads.change(thread, body)
        return answer(shapes.channel(self._world, thread))
