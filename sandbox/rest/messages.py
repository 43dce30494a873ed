"""Routes of channels and threads, and of the messages in them."""

from aiohttp import web

from sandbox.chat.messages import Messages
from sandbox.wire.errors import (
    missing_access,
    missing_permissions,
    not_the_author,
    thread_archived,
    unknown_message,
)
from sandbox.wire.json_text import Json, snowflake
from sandbox.wire.numbers import NO_PERMISSION, Permission
from sandbox.world import shapes
from sandbox.world.objects import Channel, Message
from sandbox.world.world import World

from .requests import answer, channel_of, nothing, number, read_body


class MessageRoutes:
    """Tells of a channel; sends, edits and deletes messages without an interaction."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        messages = "/channels/{channel_id}/messages"
        one = messages + "/{message_id}"
        return [
            web.get("/channels/{channel_id}", self._channel),
            web.get(messages, self._list),
            web.post(messages, self._send),
            web.patch(one, self._edit),
            web.delete(one, self._delete),
        ]

    def _open(self, request: web.Request, needed: Permission = NO_PERMISSION) -> Channel:
        channel = channel_of(self._world, request)
        if not channel.bot_sees:
            raise missing_access()
        if channel.bot_permissions & needed != needed:
            raise missing_permissions()
        return channel

    def _message(self, request: web.Request, channel: Channel) -> Message:
        message = channel.messages.get(number(request, "message_id"))
        if message is None or message.visible_to is not None:
            raise unknown_message()
        return message

    async def _channel(self, request: web.Request) -> web.Response:
        return answer(shapes.channel(self._world, self._open(request)))

    async def _list(self, request: web.Request) -> web.Response:
        """The oldest first of those after a message, the newest of them first; none without the right to read back."""
        channel = self._open(request)
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
        channel = self._open(request, _sending(channel_of(self._world, request)))
        body = await read_body(request)
        if channel.locked:
            raise thread_archived()
        nonce = _enforced_nonce(body.json)
        if nonce and (first := self._world.sent_before(channel, nonce)):
            return answer(first.data)
        message = self._messages.create(channel, self._world.bot, body)
        if nonce:
            self._world.remember_nonce(channel.id, nonce, message.id)
        self._messages.reopen(channel)
        return answer(message.data)

    async def _edit(self, request: web.Request) -> web.Response:
        channel = self._open(request, self._editing(channel_of(self._world, request)))
        body = await read_body(request)
        message = self._message(request, channel)
        if message.author_id != self._world.bot.id:
            raise not_the_author()
        if channel.archived or channel.locked:
            raise thread_archived()
        return answer(self._messages.edit(message, body).data)

    def _editing(self, channel: Channel) -> Permission:
        return _sending(channel) if self._world.edits_need_sending else NO_PERMISSION

    async def _delete(self, request: web.Request) -> web.Response:
        channel = self._open(request)
        message = self._message(request, channel)
        own = message.author_id == self._world.bot.id
        if not own and not channel.bot_permissions & Permission.MANAGE_MESSAGES:
            raise missing_permissions()
        self._world.delete_message(message)
        return nothing()


def _enforced_nonce(json: Json) -> str:
    """The nonce that marks a repeated send; empty without one."""
    asked = json.get("enforce_nonce") and json.get("nonce") is not None
    return str(json["nonce"]) if asked else ""


def _sending(channel: Channel) -> Permission:
    is_thread = channel.parent_id is not None
    return Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
