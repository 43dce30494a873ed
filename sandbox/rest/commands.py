"""Routes by which a bot registers its commands, for everywhere or for one guild."""

from aiohttp import web

from sandbox.chat import Commands, untranslated
from sandbox.wire import invalid_json, unknown_application
from sandbox.world import World

from .requests import answer, guild_of, is_asked, nothing, number, read_json, read_object


class CommandRoutes:
    """The same seven routes for the global scope and for a guild's."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._commands = Commands(world)

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        found: list[web.RouteDef] = []
        for scope in ("", "/guilds/{guild_id}"):
            base = "/applications/{application_id}" + scope + "/commands"
            one = base + "/{command_id}"
            found += [
                web.get(base, self._list),
                web.post(base, self._create),
                web.put(base, self._replace),
                web.get(one, self._get),
                web.patch(one, self._edit),
                web.delete(one, self._delete),
            ]
        return found

    def _scope(self, request: web.Request) -> int | None:
        if number(request, "application_id") != self._world.bot.id:
            raise unknown_application()
        if "guild_id" not in request.match_info:
            return None
        return guild_of(self._world, request).id

    async def _list(self, request: web.Request) -> web.Response:
        found = self._commands.listed(self._scope(request))
        return answer(found if is_asked(request, "with_localizations") else untranslated(found))

    async def _create(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        command, new = self._commands.create(await read_object(request), scope)
        return answer(command, 201 if new else 200)

    async def _replace(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        bodies = await read_json(request)
        if not isinstance(bodies, list) or not all(isinstance(body, dict) for body in bodies):
            raise invalid_json()
        return answer(self._commands.replace(bodies, scope))

    async def _get(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        return answer(self._commands.get(number(request, "command_id"), scope))

    async def _edit(self, request: web.Request) -> web.Response:
        scope = self._scope(request)
        body = await read_object(request)
        return answer(self._commands.edit(number(request, "command_id"), body, scope))

    async def _delete(self, request: web.Request) -> web.Response:
        self._commands.delete(number(request, "command_id"), self._scope(request))
        return nothing()
