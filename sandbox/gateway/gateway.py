"""Serves the WebSockets of the simulated Discord gateway."""

import asyncio
import secrets
from collections import deque

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox.gateway.frames import GatewayClose, Op, fields, parse
from sandbox.gateway.identify import SessionStarts, StartLimit, read_identify, read_token
from sandbox.gateway.session import Connection, Session, Sessions
from sandbox.wire.json_text import Json
from sandbox.wire.numbers import Intent
from sandbox.world import shapes
from sandbox.world.clock import Clock
from sandbox.world.objects import Guild
from sandbox.world.world import World

HEARTBEAT_MS = 41_250

ACK_SECONDS = 0.02
"""Delay of a heartbeat's answer: a client records the time only after sending."""

SENDS_A_MINUTE = 120
CLOSE_SECONDS = 2.0


class Gateway:
    """The gateway: all WebSockets and sessions of the bot."""

    def __init__(self, world: World, clock: Clock, limit: StartLimit) -> None:
        self._world = world
        self._clock = clock
        self.connections: set[Connection] = set()
        self.sessions = Sessions(world, clock)
        self.starts = SessionStarts(limit, clock)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if status := self._world.hooks.connecting():
            return web.Response(status=status)
        socket = web.WebSocketResponse(
            timeout=CLOSE_SECONDS, max_msg_size=64 * 1024, compress=False
        )
        await socket.prepare(request)
        connection = Connection(socket)
        self.connections.add(connection)
        writer = asyncio.create_task(connection.write())
        try:
            if request.query.get("v", "10") != "10":
                raise GatewayClose(4012, "Invalid API version.")
            self._world.hooks.greeting()
            connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS})
            await self._read(connection)
        except GatewayClose as close:
            if close.everywhere:
                await self.disconnect(resumable=False, code=close.code)
            await socket.close(code=close.code, message=close.reason.encode())
        finally:
            writer.cancel()
            self.connections.discard(connection)
            self._left(connection)
        return socket

    async def _read(self, connection: Connection) -> None:
        recent: deque[float] = deque(maxlen=SENDS_A_MINUTE)
        async for frame in connection.socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            now = self._clock.now()
            if len(recent) == SENDS_A_MINUTE and now - recent[0] < 60:
                raise GatewayClose(4008, "You are being rate limited.")
            recent.append(now)
            self._receive(connection, parse(frame.data))

    def _receive(self, connection: Connection, frame: Json) -> None:
        match frame.get("op"):
            case Op.HEARTBEAT:
                asyncio.get_running_loop().call_later(ACK_SECONDS, connection.send, Op.ACK)
            case Op.IDENTIFY | Op.RESUME if connection.session is not None:
                raise GatewayClose(4005, "Already authenticated.")
            case Op.IDENTIFY:
                self._identify(connection, fields(frame))
            case Op.RESUME:
                self._resume(connection, fields(frame))
            case _:
                raise GatewayClose(4001, "Unknown opcode.")

    def _identify(self, connection: Connection, data: Json) -> None:
        token = self._token(data)
        asked = read_identify(data, self._world.guilds)
        if not self.starts.spend():
            self._world.dead_tokens.add(token)
            raise GatewayClose(4004, "Authentication failed.", everywhere=True)
        if not self.starts.admit(asked.shard.id):
            connection.send(Op.INVALID_SESSION, False)
            return
        session = Session(id=secrets.token_hex(16), intents=asked.intents, shard=asked.shard)
        self.sessions.add(session)
        connection.session, session.connection = session, connection
        named = {"shard": [asked.shard.id, asked.shard.count]} if asked.named else {}
        of_shard = [one for one in self._world.guilds.values() if asked.shard.holds(one.id)]
        guilds = [one for one in of_shard if one.bot_is_member]
        session.dispatch("READY", self._ready(session, guilds) | named)
        if Intent.GUILDS in session.intents:
            for guild in (one for one in guilds if not one.unavailable):
                session.dispatch("GUILD_CREATE", shapes.gateway_guild(self._world, guild))
        self.sessions.presence_changed()

    def _token(self, data: Json) -> str:
        self._world.hooks.authenticating()
        token = read_token(data)
        if token in self._world.dead_tokens:
            raise GatewayClose(4004, "Authentication failed.")
        return token

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        return {
            "v": 10,
            "user": shapes.own_user(self._world.bot),
            "guilds": [{"id": str(one.id), "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }

    @property
    def url(self) -> str:
        return self._world.base_url.replace("http://", "ws://", 1) + "/gateway"

    def _resume(self, connection: Connection, data: Json) -> None:
        self._token(data)
        session = self.sessions.find(data.get("session_id"))
        sequence = data.get("seq")
        if session is None:
            connection.send(Op.INVALID_SESSION, False)
            return
        if session.expiry is not None:
            session.expiry.cancel()
        session.connection = connection
        if not isinstance(sequence, int) or not session.replay(sequence):
            session.connection = None
            self.sessions.drop(session)
            raise GatewayClose(4007, "Invalid seq.")
        connection.session = session
        session.dispatch("RESUMED", {"_trace": []})
        self.sessions.presence_changed()

    def _left(self, connection: Connection) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if connection.socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
            self.sessions.drop(session)
        else:
            self.sessions.keep_resumable(session)
        self.sessions.presence_changed()

    async def disconnect(
        self, *, resumable: bool, code: int = 4000, shard_id: int | None = None
    ) -> None:
        """Close all WebSockets, or one shard's; unless `resumable`, also drop the sessions."""
        ended = [one for one in self.sessions if shard_id in (None, one.shard.id)]
        closed = [one for one in self.connections if shard_id is None or one.session in ended]
        for session in ended:
            if connection := session.connection:
                session.connection = connection.session = None
                self.sessions.keep_resumable(session)
            if not resumable:
                self.sessions.drop(session)
        self.sessions.presence_changed()
        await asyncio.gather(*(connection.socket.close(code=code) for connection in closed))

    async def close(self) -> None:
        await self.disconnect(resumable=False, code=WSCloseCode.GOING_AWAY)
