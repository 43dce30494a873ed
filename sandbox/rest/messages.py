"""Routes of channels and threads, and of the messages in them."""

from aiohttp import web

from sandbox.chat import Messages
from sandbox.checks import Form
from sandbox.wire import (
    NO_PERMISSION,
    Json,
    Permission,
    missing_access,
    missing_permissions,
    not_the_author,
    thread_archived,
    thread_exists,
    unknown_message,
    wrong_channel_type,
)
from sandbox.world import Channel, Event, Message, World, shapes

from .requests import answer, channel_of, nothing, number, read_body, read_object

PAGE, SNOWFLAKES = 50, 2**64


class MessageRoutes:
    """What a bot may do in a channel by its own right, without an interaction."""

    def __init__(self, world: World, messages: Messages) -> None:
        self._world = world
        self._messages = messages

    def routes(self) -> list[web.RouteDef]:
        """The routes, under the API's prefix."""
        channel = "/channels/{channel_id}"
        messages = channel + "/messages"
        one = messages + "/{message_id}"
        return [
            web.get(channel, self._channel),
            web.patch(channel, self._edit_channel),
            web.post(channel + "/typing", self._typing),
            web.post(channel + "/threads", self._start_thread),
            web.post(one + "/threads", self._start_thread),
            web.get(messages, self._list),
            web.post(messages, self._send),
            web.get(one, self._get),
            web.patch(one, self._edit),
            web.delete(one, self._delete),
        ]

    def _open(self, request: web.Request, needed: Permission = NO_PERMISSION) -> Channel:
        channel = channel_of(self._world, request)
        permissions = channel.bot_permissions
        if not permissions & Permission.VIEW_CHANNEL:
            raise missing_access()
        if permissions & needed != needed:
            raise missing_permissions()
        return channel

    def _message(self, request: web.Request, channel: Channel) -> Message:
        message = channel.messages.get(number(request, "message_id"))
        if message is None or message.visible_to is not None:
            raise unknown_message()
        return message

    async def _channel(self, request: web.Request) -> web.Response:
        return answer(shapes.channel(self._world, self._open(request)))

    async def _edit_channel(self, request: web.Request) -> web.Response:
        channel = self._open(request)
        body = await read_object(request)
        if channel.parent_id is None or channel.owner_id != self._world.bot.id:
            raise missing_permissions()
        form = Form()
        name = form.string(body, "name", (), 100, 1)
        archived, locked = form.boolean(body, "archived", ()), form.boolean(body, "locked", ())
        form.check()
        channel.name = channel.name if name is None else name
        channel.archived = channel.archived if archived is None else archived
        channel.locked = channel.locked if locked is None else locked
        shape = shapes.channel(self._world, channel)
        self._world.publish(Event(name="THREAD_UPDATE", data=shape, guild_id=channel.guild.id))
        return answer(shape)

    async def _typing(self, request: web.Request) -> web.Response:
        self._open(request, _sending(channel_of(self._world, request)))
        return nothing()

    async def _start_thread(self, request: web.Request) -> web.Response:
        parent = self._open(request, Permission.CREATE_PUBLIC_THREADS)
        if parent.parent is not None:
            raise wrong_channel_type()
        first = self._message(request, parent).id if "message_id" in request.match_info else None
        if first in self._world.channels:
            raise thread_exists()
        form = Form()
        name = form.string(await read_object(request), "name", (), 100, 1, required=True)
        form.check()
        thread = self._world.add_thread(parent, name or "", self._world.bot.id, first)
        shape = shapes.channel(self._world, thread)
        data = shape | {"newly_created": True}
        self._world.publish(Event(name="THREAD_CREATE", data=data, guild_id=parent.guild.id))
        return answer(shape, 201)

    async def _list(self, request: web.Request) -> web.Response:
        channel = self._open(request)
        found = [one for one in channel.messages.values() if one.visible_to is None]
        if not channel.bot_permissions & Permission.READ_MESSAGE_HISTORY:
            found = []
        form = Form()
        count = form.query(request.query, "limit", PAGE, 1, 100)
        before = form.query(request.query, "before", SNOWFLAKES)
        after = form.query(request.query, "after", -1)
        form.check()
        found = [one for one in found if after < one.id < before]
        if "after" in request.query:
            found = found[:count]
        return answer([one.data for one in reversed(found[-count:])])

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

    async def _get(self, request: web.Request) -> web.Response:
        channel = self._open(request, Permission.READ_MESSAGE_HISTORY)
        return answer(self._message(request, channel).data)

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
    """The nonce by which a repeated send is recognised; empty without one."""
    asked = json.get("enforce_nonce") and json.get("nonce") is not None
    return str(json["nonce"]) if asked else ""


def _sending(channel: Channel) -> Permission:
    is_thread = channel.parent_id is not None
    return Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
