"""Routes to register commands."""

from aiohttp import web

from sandbox.chat.commands import Commands, untranslated
from sandbox.wire.errors import invalid_json, unknown_application
from sandbox.world.world import World

from .requests import answer, is_asked, number, read_json


class CommandRoutes:
    """Lists the bot's commands, and replaces them all."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._commands = Commands(world)

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        base = "/applications/{application_id}/commands"
        return [web.get(base, self._list), web.put(base, self._replace)]

    def _check_application(self, request: web.Request) -> None:
        if number(request, "application_id") != self._world.bot.id:
            raise unknown_application()

    async def _list(self, request: web.Request) -> web.Response:
        self._check_application(request)
        found = list(self._world.commands.values())
        return answer(found if is_asked(request, "with_localizations") else untranslated(found))

    async def _replace(self, request: web.Request) -> web.Response:
        self._check_application(request)
        bodies = await read_json(request)
        if not isinstance(bodies, list) or not all(isinstance(body, dict) for body in bodies):
            raise invalid_json()
        return answer(self._commands.replace(bodies))
