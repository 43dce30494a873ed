"""A stand-in for Discord that costs little: the gateway and the requests of a table, answered from prepared texts.

Unlike the sandbox it checks nothing but the three seconds in which an interaction may be answered. What it sends is as
large as what Discord sends: each click comes with the whole message, and an answer that draws it anew gets it back.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Self
from urllib.parse import urlsplit

from benchmarks.clicks.loopback import Connection
from sandbox import Sandbox
from sandbox.world import shapes
from sandbox.world.objects import Channel, Guild, Person

Json = dict[str, Any]

ANSWER_SECONDS = 3.0
"""In which an interaction may be answered."""

UNKNOWN_INTERACTION = 404, json.dumps({"message": "Unknown interaction", "code": 10062})

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
"""The types of answers, as Discord numbers them."""

COMMAND, COMPONENT = 2, 3
_MARK = "@@{}@@"
_MARKS = re.compile(r'"@@(\w+)@@"')


def template(shape: Json) -> str:
    """The JSON of a shape with `%(name)s` for each value `@@name@@`."""
    return _MARKS.sub(r"%(\1)s", json.dumps(shape).replace("%", "%%"))


def marked(*names: str) -> Json:
    """A shape in which these names are still to be filled in."""
    return {name: _MARK.format(name) for name in names}


@dataclass(slots=True, kw_only=True, eq=False)
class Board:
    """The newest message in a channel."""

    channel: Channel
    message_id: int = 0
    components: list[Json] = field(default_factory=list)
    text: str = "[]"
    """The same as JSON."""
    changed: Callable[[], None] = lambda: None
    """Called whenever something else is shown."""

    def custom_ids(self) -> list[str]:
        """Of the buttons that can be pressed."""
        return list(_custom_ids(self.components))


def _custom_ids(nodes: list[Json]) -> list[str]:
    found = list[str]()
    for node in nodes:
        if "custom_id" in node and not node.get("disabled"):
            found.append(node["custom_id"])
        found += _custom_ids(node.get("components", []))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An interaction that was sent; `answered` gets the type of the answer, once."""

    board: Board
    kind: int
    at: float
    answered: Callable[[int], None]


@dataclass(slots=True)
class Session:
    """A bot's session of one shard."""

    socket: Connection
    shard: int
    shards: int
    _sequence: int = 0

    def holds(self, guild: Guild) -> bool:
        """Whether it hears of this guild."""
        return (guild.id >> 22) % self.shards == self.shard

    def send(self, name: str, data: str) -> None:
        """Send an event."""
        self._sequence += 1
        self.socket.send(f'{{"t":"{name}","s":{self._sequence},"op":0,"d":{data}}}')


class StandIn:
    """Discord for one bot, with a board in each channel and its shards; it listens in an `async with` block."""

    def __init__(self, sandbox: Sandbox, emojis: Iterable[str] = ()) -> None:
        """`sandbox` is never started: it lends its people, its channels, and how they look in JSON.

        `emojis` are the names of those that the application has.
        """
        self.world = sandbox.world
        self.boards = {number: Board(channel=c) for number, c in self.world.channels.items()}
        self.commands: list[Json] = []
        self.ready = asyncio.Event()
        """Set when the bot has identified itself."""
        self._server: asyncio.Server | None = None
        self._connections = set[Connection]()
        self._sessions: dict[Connection, Session] = {}
        self._sent: dict[int, Sent] = {}
        self._channels: dict[str, Board] = {}
        """Of interactions that draw a board, by their tokens."""
        self._prepared: dict[tuple[int, int, int], str] = {}
        self._message = template(self._blank())
        self._emojis = [{"id": str(self.world.snowflakes.next()), "name": name} for name in emojis]

    async def __aenter__(self) -> Self:
        """Listen on some port of loopback."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(self), "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.api_url = f"http://127.0.0.1:{port}"
        self._gateway_url = f"ws://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Listen no more, and end all connections."""
        if self._server is not None:
            self._server.close()
        for connection in [*self._connections]:
            connection.drop()

    @property
    def sessions(self) -> int:
        """How many the bot has."""
        return len(self._sessions)

    def unanswered(self) -> int:
        """How many interactions wait, or have waited in vain."""
        return len(self._sent)

    # What people do

    def click(
        self, person: Person, board: Board, custom_id: str, answered: Callable[[int], None]
    ) -> None:
        """Press a button of the message that the board shows now."""
        data = {"id": 5, "component_type": 2, "custom_id": custom_id}
        message = self._written(board)
        self._interact(COMPONENT, person, board, json.dumps(data), message, answered)

    def command(
        self, person: Person, board: Board, options: Json, answered: Callable[[int], None]
    ) -> None:
        """Use `/blackjack` with these options."""
        found = next(command for command in self.commands if command["name"] == "blackjack")
        given = [{"name": n, "type": 3, "value": v} for n, v in options.items()]
        data = {"id": found["id"], "name": found["name"], "type": 1, "options": given}
        self._interact(COMMAND, person, board, json.dumps(data), "null", answered)

    def _interact(
        self,
        kind: int,
        person: Person,
        board: Board,
        data: str,
        message: str,
        answered: Callable[[int], None],
    ) -> None:
        key = kind, board.channel.id, person.id
        if key not in self._prepared:
            self._prepared[key] = template(self._interaction(*key))
        number = self.world.snowflakes.next()
        self._sent[number] = Sent(board=board, kind=kind, at=perf_counter(), answered=answered)
        filled = {
            "id": f'"{number}"',
            "token": f'"{number:0>160}"',
            "data": data,
            "last_message_id": f'"{board.message_id}"',
            "message": message,
        }
        text = self._prepared[key] % filled
        for session in self._sessions.values():
            if session.holds(board.channel.guild):
                session.send("INTERACTION_CREATE", text)

    def _interaction(self, kind: int, channel_id: int, person_id: int) -> Json:
        person, place = self.world.people[person_id], self.world.channels[channel_id]
        return marked("id", "token", "data", *(["message"] if kind == COMPONENT else [])) | {
            "application_id": str(self.world.bot.id),
            "type": kind,
            "version": 1,
            "guild_id": str(place.guild.id),
            "guild": shapes.interaction_guild(place.guild),
            "channel_id": str(place.id),
            "channel": shapes.interaction_channel(self.world, place, person)
            | marked("last_message_id"),
            "member": shapes.acting_member(person, place.guild),
            "app_permissions": str(int(place.bot_permissions)),
            "locale": person.locale,
            "guild_locale": place.guild.locale,
            "context": 0,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": shapes.owners(place.guild),
            "attachment_size_limit": 10_485_760,
        }

    # Messages

    def _blank(self) -> Json:
        names = "mention_roles", "mentions", "attachments", "embeds"
        return marked("id", "channel_id", "components") | {
            "author": shapes.user(self.world.bot),
            "content": "",
            "timestamp": shapes.timestamp(self.world),
            "edited_timestamp": shapes.timestamp(self.world),
            "type": 0,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "flags": 1 << 15,
            **{name: [] for name in names},
        }

    def _written(self, board: Board) -> str:
        """The board's message as JSON."""
        return self._message % {
            "id": f'"{board.message_id}"',
            "channel_id": f'"{board.channel.id}"',
            "components": board.text,
        }

    def _show(self, board: Board, body: Json, *, new: bool = False) -> str:
        if new:
            board.message_id = self.world.snowflakes.next()
        board.components = body.get("components") or []
        board.text = json.dumps(board.components)
        board.changed()
        return self._written(board)

    # Requests

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, str]:
        """The answer to a request of the bot."""
        match method, urlsplit(path).path.strip("/").split("/"):
            case "POST", ["interactions", number, token, "callback"]:
                status, text = self._callback(int(number), token, json.loads(body))
                # Without `with_response` Discord only says that it was taken.
                return (status, text) if status != 200 or "with_response" in path else (204, "")
            case "POST", ["channels", channel, "messages"]:
                return 200, self._show(self.boards[int(channel)], json.loads(body), new=True)
            case "PATCH", ["channels", channel, "messages", number]:
                return 200, self._edit(self.boards[int(channel)], number, json.loads(body))
            case "PATCH", ["webhooks", _, token, "messages", number]:
                return 200, self._edit(self._channels[token], number, json.loads(body))
            case "GET", _:
                return 200, json.dumps(self._known(path))
            case "PUT", ["applications", number, "commands"]:
                self.commands = [self._numbered(one, number) for one in json.loads(body)]
                return 200, json.dumps(self.commands)
        return 204, ""

    def _callback(self, number: int, token: str, body: Json) -> tuple[int, str]:
        sent = self._sent.get(number)
        if sent is None or perf_counter() - sent.at > ANSWER_SECONDS:
            return UNKNOWN_INTERACTION
        del self._sent[number]
        kind, board, data = body["type"], sent.board, body.get("data") or {}
        about = f'{{"id":"{number}","type":{sent.kind},"response_message_loading":false'
        if kind != MESSAGE:
            self._channels[token] = board
        if kind == DEFERRED:
            board.message_id = self.world.snowflakes.next()
        resource = ""
        if kind == UPDATE:
            resource = f',"resource":{{"type":7,"message":{self._show(board, data)}}}'
        sent.answered(kind)
        about += f',"response_message_id":"{board.message_id}"}}'
        return 200, f'{{"interaction":{about}{resource}}}'

    def _edit(self, board: Board, number: str, body: Json) -> str:
        if number in ("@original", str(board.message_id)):
            return self._show(board, body)
        return self._written(board)

    def _numbered(self, command: Json, application: str) -> Json:
        numbers = {"id": str(self.world.snowflakes.next()), "application_id": application}
        return command | numbers | {"version": "1"}

    def _known(self, path: str) -> object:
        match urlsplit(path).path.strip("/").split("/"):
            case ["users", "@me"]:
                return shapes.own_user(self.world.bot)
            case ["oauth2", "applications", "@me"]:
                return shapes.application(self.world)
            case ["gateway", "bot"]:
                limit = {"total": 9, "remaining": 9, "reset_after": 0, "max_concurrency": 9}
                return {"url": self._gateway_url, "shards": 1, "session_start_limit": limit}
            case ["applications", _, "emojis"]:
                return {"items": self._emojis}
            case ["applications", _, "commands"]:
                return self.commands
            case ["guilds", number]:
                return shapes.guild(self.world.guilds[int(number)])
        return {}

    # The gateway

    def heard(self, socket: Connection, text: bytes) -> None:
        """Greet a new socket, begin a session, and answer heartbeats."""
        if not text:
            socket.send(json.dumps({"op": 10, "d": {"heartbeat_interval": 41_250}}))
            return
        frame = json.loads(text)
        match frame["op"]:
            case 1:
                socket.send(json.dumps({"op": 11}))
            case 2:
                self._begin(socket, *frame["d"].get("shard", (0, 1)))

    def met(self, socket: Connection) -> None:
        """Remember it, to end it."""
        self._connections.add(socket)

    def lost(self, socket: Connection) -> None:
        """No events go there any more."""
        self._connections.discard(socket)
        self._sessions.pop(socket, None)

    def _begin(self, socket: Connection, shard: int, shards: int) -> None:
        session = self._sessions[socket] = Session(socket, shard, shards)
        own = filter(session.holds, self.world.guilds.values())
        guilds = [shapes.gateway_guild(self.world, guild) for guild in own]
        ready = {
            "v": 10,
            "user": shapes.own_user(self.world.bot),
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in guilds],
            "session_id": "1",
            "resume_gateway_url": self._gateway_url,
            "application": {"id": str(self.world.bot.id), "flags": 0},
            "shard": [shard, shards],
        }
        session.send("READY", json.dumps(ready))
        for guild in guilds:
            session.send("GUILD_CREATE", json.dumps(guild))
        self.ready.set()
