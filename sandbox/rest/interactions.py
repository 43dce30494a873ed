"""Routes to answer interactions; the token is the only authorization."""

from aiohttp import web

from sandbox.chat.interaction import Interaction, Reply
from sandbox.chat.interactions import Interactions
from sandbox.chat.messages import Messages
from sandbox.wire.errors import unknown_application
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import CallbackType, Flag
from sandbox.world.world import World

from .request_log import CallbackRecord, RequestLog
from .requests import answer, is_asked, nothing, number, read_body


class InteractionRoutes:
    """The first answer, and the messages that a token allows for 15 minutes."""

    def __init__(
        self, world: World, interactions: Interactions, messages: Messages, log: RequestLog
    ) -> None:
        self._world = world
        self._interactions = interactions
        self._messages = messages
        self._log = log

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        hook = "/webhooks/{application_id}/{token}"
        one = hook + "/messages/{reference}"
        return [
            web.post("/interactions/{interaction_id}/{token}/callback", self._callback),
            web.post(hook, self._follow_up),
            web.get(one, self._get),
            web.patch(one, self._edit),
            web.delete(one, self._delete),
        ]

    async def _callback(self, request: web.Request) -> web.Response:
        interaction_id = number(request, "interaction_id")
        body = await read_body(request)
        token = request.match_info["token"]
        interaction, reply = self._interactions.acknowledge(interaction_id, token, body)
        kind = CallbackType(body.json["type"])
        data = body.json.get("data")
        record = CallbackRecord(
            interaction_id=interaction_id, type=kind, data=data if isinstance(data, dict) else {}
        )
        self._log.callback(record)
        if not is_asked(request, "with_response"):
            return nothing()
        return answer(self._response(interaction, reply, kind))

    def _response(self, interaction: Interaction, reply: Reply, kind: CallbackType) -> Json:
        shape: Json = {"id": str(interaction.id), "type": interaction.type}
        message = self._world.find_message(reply.message_id or 0)
        if message is None:
            return {"interaction": shape}
        shape |= {
            "response_message_id": str(message.id),
            "response_message_loading": Flag.LOADING in message.flags,
            "response_message_ephemeral": Flag.EPHEMERAL in message.flags,
            "channel_id": str(message.channel_id),
            "guild_id": str(self._world.channels[message.channel_id].guild.id),
        }
        if kind in (CallbackType.DEFER, CallbackType.DEFER_UPDATE):
            return {"interaction": shape}
        return {"interaction": shape, "resource": {"type": kind, "message": message.data}}

    def _interaction(self, request: web.Request) -> Interaction:
        if number(request, "application_id") != self._world.bot.id:
            raise unknown_application()
        return self._interactions.by_token(request.match_info["token"])

    async def _follow_up(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        message = self._interactions.follow_up(self._interaction(request), body)
        return answer(message.data)

    async def _get(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request)
        return answer(self._interactions.message(interaction, request.match_info["reference"]).data)

    async def _edit(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        interaction = self._interaction(request)
        message = self._interactions.message(interaction, request.match_info["reference"])
        return answer(self._messages.edit(message, body).data)

    async def _delete(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request)
        message = self._interactions.message(interaction, request.match_info["reference"])
        self._world.delete_message(message)
        return nothing()
