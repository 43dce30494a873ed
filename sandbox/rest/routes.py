"""The simulated Discord's REST routes, except emojis."""

from aiohttp import web

from sandbox.chat.commands import Commands, untranslated
from sandbox.chat.interactions import Interaction, Interactions, Reply
from sandbox.chat.messages import Messages
from sandbox.chat.threads import Threads
from sandbox.gateway.gateway import Gateway
from sandbox.people.overwrites import shape
from sandbox.rest.api import (
    answer,
    check_application,
    is_asked,
    nothing,
    number,
    read_body,
    read_json,
    read_object,
)
from sandbox.rest.limits import RateLimits
from sandbox.wire.json_text import (
    INVALID_JSON,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_FOR_THIS_CHANNEL,
    NOT_THE_AUTHOR,
    THREAD_ARCHIVED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    ApiError,
    Json,
    snowflake,
)
from sandbox.wire.numbers import NO_PERMISSION, CallbackType, Flag, Permission
from sandbox.world import shapes
from sandbox.world.objects import Channel, Message
from sandbox.world.world import World


class IdentityRoutes:
    """REST routes for the bot, its application, gateway and commands; `shards` is the number of shards to recommend."""

    def __init__(self, world: World, gateway: Gateway, shards: int) -> None:
        self._world = world
        self._commands = Commands(world)
        self._gateway = gateway
        self._shards = shards

    def routes(self) -> list[web.RouteDef]:
        commands = "/applications/{application_id}/commands"
        return [
            web.get("/users/@me", self._me),
            web.get("/oauth2/applications/@me", self._application),
            web.get("/applications/@me", self._application),
            web.get("/gateway", self._gateway_url),
            web.get("/gateway/bot", self._gateway_bot),
            web.get(commands, self._list),
            web.put(commands, self._replace),
            web.get(
                "/applications/{application_id}/guilds/{guild_id}/commands/permissions",
                self._overwrites,
            ),
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

    async def _list(self, request: web.Request) -> web.Response:
        check_application(self._world, request)
        found = list(self._world.commands.values())
        return answer(found if is_asked(request, "with_localizations") else untranslated(found))

    async def _replace(self, request: web.Request) -> web.Response:
        check_application(self._world, request)
        bodies = await read_json(request)
        if not isinstance(bodies, list) or not all(isinstance(body, dict) for body in bodies):
            raise ApiError(*INVALID_JSON)
        return answer(self._commands.replace(bodies))

    async def _overwrites(self, request: web.Request) -> web.Response:
        check_application(self._world, request)
        guild = self._world.guilds.get(number(request, "guild_id"))
        if guild is None or not guild.has_commands:
            raise ApiError(*MISSING_ACCESS)
        return answer(
            [shape(self._world, guild, one) for one, some in guild.overwrites.items() if some]
        )


class ChannelRoutes:
    """REST routes for channels, threads, and messages outside interactions."""

    def __init__(self, world: World, messages: Messages, limits: RateLimits) -> None:
        self._world = world
        self._limits = limits
        self._messages = messages
        self._threads = Threads(world)

    def routes(self) -> list[web.RouteDef]:
        channel = "/channels/{channel_id}"
        messages = channel + "/messages"
        one = messages + "/{message_id}"
        return [
            web.get(channel, self._channel),
            web.patch(channel, self._change_thread),
            web.post(channel + "/threads", self._make_thread),
            web.get(messages, self._list),
            web.post(messages, self._send),
            web.patch(one, self._edit),
            web.delete(one, self._delete),
        ]

    def _seen(self, request: web.Request) -> Channel:
        channel = self._world.channels.get(number(request, "channel_id"))
        if channel is None:
            raise ApiError(*UNKNOWN_CHANNEL)
        if not channel.bot_sees:
            raise ApiError(*MISSING_ACCESS)
        return channel

    def _message(self, request: web.Request, channel: Channel) -> Message:
        message = channel.messages.get(number(request, "message_id"))
        if message is None or message.visible_to is not None:
            raise ApiError(*UNKNOWN_MESSAGE)
        return message

    async def _channel(self, request: web.Request) -> web.Response:
        return answer(shapes.channel(self._world, self._seen(request)))

    async def _make_thread(self, request: web.Request) -> web.Response:
        parent, body = self._seen(request), await read_object(request)
        if parent.parent is not None:
            raise ApiError(*NOT_FOR_THIS_CHANNEL)
        return answer(shapes.channel(self._world, self._threads.create(parent, body)), 201)

    async def _change_thread(self, request: web.Request) -> web.Response:
        thread, body = self._seen(request), await read_object(request)
        _require(thread.parent is not None)
        if body.get("name") is not None:
            self._limits.rename(thread.id)
        self._threads.change(thread, body)
        return answer(shapes.channel(self._world, thread))

    async def _list(self, request: web.Request) -> web.Response:
        channel = self._seen(request)
        limit, after = (snowflake(request.query.get(key, "0")) for key in ("limit", "after"))
        if Permission.READ_MESSAGE_HISTORY not in channel.bot_permissions:
            return answer([])
        found = [
            message.data
            for message in channel.messages.values()
            if message.visible_to is None and message.id > (after or 0)
        ]
        return answer(found[: limit or 50][::-1])

    async def _send(self, request: web.Request) -> web.Response:
        channel = self._seen(request)
        _require(_sending(channel) in channel.bot_permissions)
        body = await read_body(request)
        if channel.locked:
            raise ApiError(*THREAD_ARCHIVED)
        nonce = _enforced_nonce(body.json)
        if nonce and (first := self._world.sent_before(channel, nonce)):
            return answer(first.data)
        message = self._messages.create(channel, self._world.bot, body)
        if nonce:
            self._world.remember_nonce(channel.id, nonce, message.id)
        self._messages.reopen(channel)
        return answer(message.data)

    async def _edit(self, request: web.Request) -> web.Response:
        channel = self._seen(request)
        needed = _sending(channel) if self._world.edits_need_sending else NO_PERMISSION
        _require(needed in channel.bot_permissions)
        body = await read_body(request)
        message = self._message(request, channel)
        if message.author_id != self._world.bot.id:
            raise ApiError(*NOT_THE_AUTHOR)
        if channel.archived or channel.locked:
            raise ApiError(*THREAD_ARCHIVED)
        self._limits.edit(message)
        return answer(self._messages.edit(message, body).data)

    async def _delete(self, request: web.Request) -> web.Response:
        channel = self._seen(request)
        message = self._message(request, channel)
        own = message.author_id == self._world.bot.id
        _require(own or Permission.MANAGE_MESSAGES in channel.bot_permissions)
        self._world.delete_message(message)
        return nothing()


def _require(allowed: bool) -> None:
    if not allowed:
        raise ApiError(*MISSING_PERMISSIONS)


def _enforced_nonce(json: Json) -> str:
    asked = json.get("enforce_nonce") and json.get("nonce") is not None
    return str(json["nonce"]) if asked else ""


def _sending(channel: Channel) -> Permission:
    is_thread = channel.parent_id is not None
    return Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES


class InteractionRoutes:
    """REST routes for responses to interactions, authorized only by the interaction's token."""

    def __init__(
        self,
        world: World,
        interactions: Interactions,
        messages: Messages,
        limits: RateLimits,
    ) -> None:
        self._world = world
        self._limits = limits
        self._interactions = interactions
        self._messages = messages

    def routes(self) -> list[web.RouteDef]:
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
        check_application(self._world, request)
        return self._interactions.by_token(request.match_info["token"])

    async def _follow_up(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        interaction = self._interaction(request)
        self._limits.follow_up(interaction.channel_id)
        message = self._interactions.follow_up(interaction, body)
        return answer(message.data)

    def _message(self, request: web.Request) -> Message:
        reference = request.match_info["reference"]
        return self._interactions.message(self._interaction(request), reference)

    async def _get(self, request: web.Request) -> web.Response:
        return answer(self._message(request).data)

    async def _edit(self, request: web.Request) -> web.Response:
        body = await read_body(request)
        return answer(self._messages.edit(self._message(request), body).data)

    async def _delete(self, request: web.Request) -> web.Response:
        self._world.delete_message(self._message(request))
        return nothing()
