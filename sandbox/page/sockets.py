"""The WebSocket between the web page and the sandbox."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from aiohttp import WSMsgType, web

from sandbox.chat.interactions import AnswerKind, Interaction, Reply
from sandbox.gateway.session import Connection
from sandbox.people import overwrites
from sandbox.people.actions import Actions
from sandbox.people.options import offered
from sandbox.wire.json_text import ApiError, Json, Refused, dumps, loads
from sandbox.wire.numbers import CHAT_INPUT, LOCALES, OverwriteKind
from sandbox.world import shapes
from sandbox.world.objects import Channel, Event, Guild, Message, Person
from sandbox.world.world import World


def frame(world: World, me: Person, hears: Callable[[int], bool]) -> Json:
    """Return a page window's content for user `me`, without messages.

    `hears` returns True for the id of a guild whose shard is connected.
    """
    return {
        "address": world.base_url,
        "me": shapes.user(me),
        "locale": me.locale,
        "users": [shapes.user(person) for person in world.users],
        "guilds": [
            _guild(world, guild, me) | {"bot_online": hears(guild.id)}
            for guild in world.guilds.values()
        ],
        "bot": shapes.user(world.bot),
        "commands": [one for one in world.commands.values() if one["type"] == CHAT_INPUT],
        "locales": LOCALES,
    }


def _in_order(places: list[Channel]) -> Iterator[Channel]:
    for channel in places:
        if channel.parent is None:
            yield channel
            yield from (one for one in places if one.parent is channel)


def _channel(world: World, place: Channel, me: Person) -> Json:
    """Return a channel for the page, which hides archived threads unless open."""
    commands = [one["id"] for one in offered(world, place, me)]
    shape: Json = {"id": str(place.id), "name": place.name, "commands": commands}
    if place.parent is None:
        return shape
    return shape | {"thread": True, "archived": place.archived, "locked": place.locked}


def _guild(world: World, guild: Guild, me: Person) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "language": guild.language or "",
        "owner_id": str(guild.owner_id),
        "manager_role_id": str(guild.manager_role_id),
        "managers": [str(number) for number in sorted(guild.managers)],
        "channels": [_channel(world, one, me) for one in _in_order(world.places(guild))],
        "overwrites": [overwrites.shape(world, guild, one) for one in guild.overwrites],
    }


PAGE_SOCKET = "/page"

HISTORY = 200
CLOSE_SECONDS = 2.0
FORWARDED = {
    "MESSAGE_CREATE": "message_create",
    "MESSAGE_UPDATE": "message_update",
    "MESSAGE_DELETE": "message_delete",
}
FRAME_EVENTS = (
    "COMMANDS",
    "APPLICATION_COMMAND_",
    "BOT",
    "PERSON",
    "GUILD_",
    "CHANNEL_",
    "THREAD_",
)


class PageSockets:
    def __init__(self, world: World, actions: Actions) -> None:
        self._world = world
        self._actions = actions
        self._open: set[web.WebSocketResponse] = set()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=CLOSE_SECONDS, max_msg_size=256 * 1024)
        await socket.prepare(request)
        self._open.add(socket)
        window = PageWindow(socket, self._world, self._actions)
        try:
            await window.run()
        finally:
            self._open.discard(socket)
        return socket

    async def close(self) -> None:
        await asyncio.gather(*(socket.close(code=1001) for socket in tuple(self._open)))


class PageWindow:
    """A window of the web page, acting as one user at a time."""

    def __init__(self, socket: web.WebSocketResponse, world: World, actions: Actions) -> None:
        self._connection = Connection(socket)
        self._world = world
        self._actions = actions
        self._me = world.users[0]

    async def run(self) -> None:
        """Serve the requests of this page window until it closes."""
        writer = asyncio.create_task(self._connection.write())
        self._world.listeners.append(self._heard)
        self._greet("hello")
        try:
            async for frame in self._connection.socket:
                if frame.type is WSMsgType.TEXT:
                    self._receive(frame.data)
        finally:
            self._world.listeners.remove(self._heard)
            writer.cancel()

    def _send(self, kind: str, **fields: object) -> None:
        self._connection.send_text(dumps({"t": kind} | fields))

    def _heard(self, event: Event) -> None:
        if event.visible_to not in (None, self._me.id):
            return
        kind = FORWARDED.get(event.name)
        if kind == "message_delete":
            self._send(kind, channel_id=event.data["channel_id"], id=event.data["id"])
        elif kind is not None:
            self._send(kind, message=event.data)
        elif event.name.startswith(FRAME_EVENTS):
            self._greet("frame")

    def _greet(self, kind: str) -> None:
        self._send(kind, **frame(self._world, self._me, self._actions.gateway.sessions.hears))

    def _receive(self, text: str) -> None:
        nonce: object = None
        try:
            asked: Any = loads(text)
            nonce = asked.get("nonce")
            getattr(self, f"_on_{asked['op']}")(asked)
        except (Refused, ApiError) as error:
            self._wrong(nonce, str(error))
        except (KeyError, TypeError, ValueError, AttributeError):
            self._wrong(nonce, "The request is malformed.")

    def _wrong(self, nonce: object, reason: str) -> None:
        named = {} if nonce is None else {"nonce": nonce}
        self._send("error", reason=reason, **named)

    def _on_be(self, asked: Json) -> None:
        person = self._world.people.get(int(asked["user_id"]))
        if person is None or person.bot:
            raise Refused("There is no such user.")
        self._me = person
        self._greet("hello")

    def _on_speak(self, asked: Json) -> None:
        self._actions.speak(self._me, str(asked["locale"]))

    def _guild(self, asked: Json) -> Guild:
        guild = self._world.guilds.get(int(asked["guild_id"]))
        if guild is None:
            raise Refused("There is no such server.")
        return guild

    def _on_prefer(self, asked: Json) -> None:
        self._actions.prefer(self._guild(asked), str(asked["language"]) or None)

    def _on_manage(self, asked: Json) -> None:
        self._actions.let_manage(self._guild(asked), self._me, may=bool(asked["may"]))

    def _on_overwrite(self, asked: Json) -> None:
        target, allowed = asked["target"], asked["allowed"]
        if allowed not in (True, False, None):
            raise ValueError(allowed)
        kind = OverwriteKind(int(target["type"]))
        guild, command_id = self._guild(asked), int(asked["command_id"])
        self._actions.overwrite(guild, command_id, (kind, int(target["id"])), allowed)

    def _channel(self, asked: Json) -> Channel:
        channel = self._world.channels.get(int(asked["channel_id"]))
        if channel is None:
            raise Refused("There is no such channel.")
        return channel

    def _message(self, asked: Json) -> Message:
        message = self._world.find_message(int(asked["message_id"]))
        if message is None:
            raise Refused("There is no such message.")
        return message

    def _on_open(self, asked: Json) -> None:
        channel = self._channel(asked)
        seen = [one.data for one in channel.messages.values() if one.seen_by(self._me.id)]
        self._send("history", channel_id=str(channel.id), messages=seen[-HISTORY:])

    def _on_say(self, asked: Json) -> None:
        self._actions.say(self._me, self._channel(asked), str(asked["content"]))

    def _on_dismiss(self, asked: Json) -> None:
        self._actions.dismiss(self._me, self._message(asked))

    def _on_command(self, asked: Json) -> None:
        channel, command_id = self._channel(asked), int(asked["command_id"])
        options = asked.get("options") or []
        self._follow(asked, self._actions.command(self._me, channel, command_id, options))

    def _on_click(self, asked: Json) -> None:
        custom_id = asked["custom_id"]
        self._follow(asked, self._actions.click(self._me, self._message(asked), custom_id))

    def _on_select(self, asked: Json) -> None:
        message, custom_id = self._message(asked), asked["custom_id"]
        self._follow(asked, self._actions.select(self._me, message, custom_id, asked["values"]))

    def _on_submit(self, asked: Json) -> None:
        interaction_id, values = int(asked["interaction_id"]), asked["values"]
        self._follow(asked, self._actions.submit(self._me, interaction_id, values))

    def _on_autocomplete(self, asked: Json) -> None:
        channel, command_id = self._channel(asked), int(asked["command_id"])
        interaction = self._actions.autocomplete(self._me, channel, command_id, asked["options"])
        nonce = asked.get("nonce")
        interaction.replied.add_done_callback(
            lambda done: self._send("choices", nonce=nonce, choices=list(done.result().choices))
        )

    def _follow(self, asked: Json, interaction: Interaction) -> None:
        nonce = asked.get("nonce")
        self._send("interaction", nonce=nonce, status="pending")
        interaction.replied.add_done_callback(
            lambda done: self._replied(nonce, interaction, done.result())
        )

    def _replied(self, nonce: object, interaction: Interaction, reply: Reply) -> None:
        if reply.kind is AnswerKind.FAILED:
            self._send("interaction", nonce=nonce, status="failed", reason=reply.reason)
            return
        self._send("interaction", nonce=nonce, status="ok")
        if reply.kind is AnswerKind.MODAL:
            number = str(interaction.id)
            self._send("modal", nonce=nonce, interaction_id=number, modal=reply.modal)
