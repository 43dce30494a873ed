"""The bot's sessions at the simulated Discord gateway."""

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.gateway.audience import needed_intent, visible_data
from sandbox.gateway.frames import Op
from sandbox.gateway.identify import Shard
from sandbox.wire.json_text import dumps
from sandbox.wire.numbers import Intent
from sandbox.world.clock import Clock, Timer
from sandbox.world.objects import Event
from sandbox.world.world import World

REPLAYED = 1_000


class Connection:
    """A WebSocket that sends queued frames in order."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    def send(self, op: Op, data: object = None) -> None:
        """Queue a gateway frame that is not an event."""
        self.send_text(dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        self._outgoing.put_nowait(text)

    async def write(self) -> None:
        """Send queued frames until cancelled or closed."""
        while not self.socket.closed:
            text = await self._outgoing.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """A shard's gateway session, with its last events for a RESUME."""

    id: str
    intents: Intent
    shard: Shard
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    connection: Connection | None = None
    expiry: Timer | None = None

    def dispatch(self, name: object, data: object) -> None:
        """Send an event; while disconnected, store it for the RESUME."""
        self.sequence += 1
        text = dumps({"op": Op.DISPATCH, "d": data, "s": self.sequence, "t": name})
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def replay(self, after: int) -> bool:
        """Resend the events after sequence number `after`. Return False if some are no longer stored."""
        if after > self.sequence or (self.sent and self.sent[0][0] > after + 1):
            return False
        for sequence, text in self.sent:
            if sequence > after and self.connection is not None:
                self.connection.send_text(text)
        return True


RESUMABLE_SECONDS = 120.0


class Sessions:
    """The bot's connected and resumable gateway sessions."""

    def __init__(self, world: World, clock: Clock) -> None:
        self._world = world
        self._clock = clock
        self._known: dict[str, Session] = {}
        world.listeners.append(self._publish)

    def __iter__(self) -> Iterator[Session]:
        return iter(tuple(self._known.values()))

    def __len__(self) -> int:
        return len(self._known)

    def find(self, session_id: object) -> Session | None:
        return self._known.get(str(session_id))

    def hears(self, guild_id: int) -> bool:
        return any(session.connection for session in self._of(guild_id))

    def reaches(self, guild_id: int) -> bool:
        """Return True if the guild's events reach the bot, now or after a RESUME."""
        return bool(self._of(guild_id))

    @property
    def online(self) -> bool:
        """True if the shards of all guilds are connected."""
        connected = any(session.connection for session in self)
        return connected and all(map(self.hears, self._world.guilds))

    def _of(self, guild_id: int) -> list[Session]:
        return [session for session in self if session.shard.holds(guild_id)]

    def _publish(self, event: Event) -> None:
        needed = needed_intent(self._world, event)
        if needed is None or event.guild_id is None:
            return
        for session in self._of(event.guild_id):
            if needed in session.intents:
                session.dispatch(event.name, visible_data(self._world, event))

    def add(self, session: Session) -> None:
        """Add a session, and drop its shard's disconnected ones, which Discord would keep for two minutes."""
        for old in self:
            if old.connection is None and old.shard == session.shard:
                self.drop(old)
        self._known[session.id] = session

    def keep_resumable(self, session: Session) -> None:
        """Keep a session resumable for two minutes."""
        session.expiry = self._clock.call_later(RESUMABLE_SECONDS, lambda: self.drop(session))

    def drop(self, session: Session) -> None:
        """End a session; it can't be resumed."""
        self._known.pop(session.id, None)
        if session.expiry is not None:
            session.expiry.cancel()

    def presence_changed(self) -> None:
        """Publish the bot's online state to the web page."""
        self._world.publish(Event(name="BOT", data={"online": self.online}))
