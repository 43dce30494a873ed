"""The sessions of the one bot: how they start, the sockets that carry them, and which events they hear of."""

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import web

from sandbox.wire.json_text import Json, dumps, is_int, loads
from sandbox.wire.numbers import NO_INTENTS, PRIVILEGED, Intent
from sandbox.world import shapes
from sandbox.world.clock import Clock, Timer
from sandbox.world.objects import Event
from sandbox.world.world import World


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class GatewayClose(Exception):  # not an error: an order to close
    """The client's socket must be closed with this code."""

    def __init__(self, code: int, reason: str, *, everywhere: bool = False) -> None:
        """With `everywhere`, all sessions of the bot end with it."""
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.everywhere = everywhere


def parse(text: str) -> Json:
    """Parse a frame; raises GatewayClose 4002 if it is not a JSON object."""
    try:
        return _object(loads(text))
    except ValueError:
        return _object(None)


def fields(frame: Json) -> Json:
    """The data of a frame; raises GatewayClose 4002 if they are not an object."""
    return _object(frame.get("d"))


def _object(value: object) -> Json:
    if not isinstance(value, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return value


ALL_INTENTS = (1 << 26) - 1
GUILDS_A_SHARD = 2_500


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` parts of a bot's guilds; part 0 of 1 is all of them."""

    id: int = 0
    count: int = 1

    def holds(self, guild_id: int) -> bool:
        """Whether the events of a guild go to this shard."""
        return (guild_id >> 22) % self.count == self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Identify:
    """Which events a session wants; `named` says whether it named a shard."""

    intents: Intent
    shard: Shard
    named: bool


def read_token(data: Json) -> str:
    """The token of IDENTIFY or RESUME; raises GatewayClose 4004 without one."""
    token = data.get("token")
    bare = token.removeprefix("Bot ").strip() if isinstance(token, str) else ""
    if not bare:
        raise GatewayClose(4004, "Authentication failed.")
    return bare


def read_identify(data: Json, guild_ids: Iterable[int]) -> Identify:
    """The rest of IDENTIFY; raises GatewayClose 4010 to 4014.

    A shard has at most 2,500 of the guilds; a bot in more of them must shard (4011).
    """
    intents, shard = _intents(data), _shard(data.get("shard"))
    if sum(map(shard.holds, guild_ids)) > GUILDS_A_SHARD:
        raise GatewayClose(4011, "Sharding required.")
    return Identify(intents=intents, shard=shard, named=data.get("shard") is not None)


def _intents(data: Json) -> Intent:
    intents = data.get("intents")
    if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
        raise GatewayClose(4013, "Invalid intent(s).")
    if intents & PRIVILEGED:
        raise GatewayClose(4014, "Disallowed intent(s).")
    return Intent(intents)


def _shard(asked: object) -> Shard:
    match asked:
        case None:
            return Shard()
        case [number, count] if is_int(number) and is_int(count) and 0 <= number < count:
            return Shard(number, count)
    raise GatewayClose(4010, "Invalid shard.")


DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StartLimit:
    """At most `total` sessions in 24 hours; in each bucket of shards one every `seconds`.

    A shard's bucket is `shard id % max_concurrency`.
    """

    total: int = 1_000
    max_concurrency: int = 1
    seconds: float = 5.0


class SessionStarts:
    """Counts the sessions that the bot starts; the 24 hours begin with the first of them."""

    def __init__(self, limit: StartLimit, clock: Clock) -> None:
        self._limit = limit
        self._clock = clock
        self._used = 0
        self._end = 0.0
        self._free: dict[int, float] = {}

    def spend(self) -> bool:
        """Count one more start; False when there was none left."""
        if self._left() == 0:
            return False
        if self._used == 0:
            self._end = self._clock.now() + DAY
        self._used += 1
        return True

    def admit(self, shard_id: int) -> bool:
        """Begin the pause of a shard's bucket; False when the last one is not over."""
        bucket, now = shard_id % self._limit.max_concurrency, self._clock.now()
        if now < self._free.get(bucket, now):
            return False
        self._free[bucket] = now + self._limit.seconds
        return True

    def _left(self) -> int:
        if self._clock.now() >= self._end:
            self._used = 0
        return self._limit.total - self._used

    def shape(self) -> Json:
        """The session start limit in Discord's own form; `reset_after` in milliseconds."""
        left = self._left()
        wait = self._end - self._clock.now() if self._used else 0.0
        return {
            "total": self._limit.total,
            "remaining": left,
            "reset_after": math.ceil(wait * 1000),
            "max_concurrency": self._limit.max_concurrency,
        }


REPLAYED = 1_000


class Connection:
    """A socket; sends frames in order."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    def send(self, op: Op, data: object = None) -> None:
        """Send a frame that is not an event."""
        self.send_text(dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Send one frame."""
        self._outgoing.put_nowait(text)

    async def write(self) -> None:
        """Write the frames to the socket, until cancelled or until it is closed."""
        while not self.socket.closed:
            text = await self._outgoing.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """A shard's intents, and the last events, to send again after a RESUME."""

    id: str
    intents: Intent
    shard: Shard
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    connection: Connection | None = None
    expiry: Timer | None = None

    def dispatch(self, name: object, data: object) -> None:
        """Send an event now, or after the RESUME."""
        self.sequence += 1
        text = dumps({"op": Op.DISPATCH, "d": data, "s": self.sequence, "t": name})
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def replay(self, after: int) -> bool:
        """Send the events after that sequence number; False if some are no longer known."""
        if after > self.sequence or (self.sent and self.sent[0][0] > after + 1):
            return False
        for sequence, text in self.sent:
            if sequence > after and self.connection is not None:
                self.connection.send_text(text)
        return True


OF_GUILDS = (
    "GUILD_CREATE GUILD_DELETE GUILD_UPDATE GUILD_ROLE_UPDATE CHANNEL_UPDATE CHANNEL_DELETE "
    "THREAD_CREATE THREAD_UPDATE THREAD_DELETE THREAD_LIST_SYNC"
)
INTENTS: Mapping[str, Intent] = dict.fromkeys(OF_GUILDS.split(), Intent.GUILDS) | {
    "GUILD_MEMBER_UPDATE": Intent.GUILD_MEMBERS,
    "MESSAGE_CREATE": Intent.GUILD_MESSAGES,
    "MESSAGE_UPDATE": Intent.GUILD_MESSAGES,
    "MESSAGE_DELETE": Intent.GUILD_MESSAGES,
    "INTERACTION_CREATE": NO_INTENTS,
}

TO_ANYBODY = ("INTERACTION_CREATE", "GUILD_DELETE")
"""What a bot hears of a guild in which it is no member, or no more."""


def needed_intent(world: World, event: Event) -> Intent | None:
    """The intent by which a session hears of an event; None when no bot hears of it."""
    if event.guild_id is None or _is_hidden(world, event):
        return None
    if not world.guilds[event.guild_id].bot_is_member and event.name not in TO_ANYBODY:
        return None
    if event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(world.bot.id):
        return NO_INTENTS
    return INTENTS.get(event.name)


def _is_hidden(world: World, event: Event) -> bool:
    """Whether it is a user's ephemeral message, or happened where the bot sees nothing."""
    kind, _, what = event.name.partition("_")
    if kind not in ("MESSAGE", "THREAD") or what == "LIST_SYNC":
        return False
    number = event.data["channel_id" if kind == "MESSAGE" else "id"]
    channel = world.channels.get(int(number))
    return event.visible_to is not None or (channel is not None and not channel.bot_sees)


def as_heard(world: World, event: Event) -> Json:
    """What a bot is told of an event: other people's words only if they mention the bot."""
    if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
        return event.data
    author = world.people[int(event.data["author"]["id"])]
    guild = world.guilds[event.guild_id or 0]
    member = shapes.member(author, guild)
    del member["user"]
    data = event.data | {"guild_id": str(guild.id), "member": member}
    mentioned = any(user["id"] == str(world.bot.id) for user in data["mentions"])
    if author.bot or mentioned:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}


RESUMABLE_SECONDS = 120.0


class Sessions:
    """Knows the sessions that are connected or resumable, and tells each what happens in the guilds of its shard."""

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
        """The session with this id; None when there is none any more."""
        return self._known.get(str(session_id))

    def hears(self, guild_id: int) -> bool:
        """Whether a session of the guild's shard is connected now."""
        return any(session.connection for session in self._of(guild_id))

    def reaches(self, guild_id: int) -> bool:
        """Whether an event of the guild would reach the bot, now or after a RESUME."""
        return bool(self._of(guild_id))

    @property
    def online(self) -> bool:
        """Whether the bot is connected now, and hears of every guild."""
        connected = any(session.connection for session in self)
        return connected and all(map(self.hears, self._world.guilds))

    def _of(self, guild_id: int) -> list[Session]:
        return [session for session in self if session.shard.holds(guild_id)]

    def _publish(self, event: Event) -> None:
        """Dispatch an event to the guild's sessions whose intents cover it, if the bot may hear of it."""
        needed = needed_intent(self._world, event)
        if needed is None or event.guild_id is None:
            return
        for session in self._of(event.guild_id):
            if needed in session.intents:
                session.dispatch(event.name, as_heard(self._world, event))

    def add(self, session: Session) -> None:
        """Add a new one.

        Discord would keep what the bot has left behind for its two minutes; here it is gone with the next of its shard.
        """
        for old in self:
            if old.connection is None and old.shard == session.shard:
                self.drop(old)
        self._known[session.id] = session

    def keep_for_a_while(self, session: Session) -> None:
        """Let it be resumed for two minutes."""
        session.expiry = self._clock.call_later(RESUMABLE_SECONDS, lambda: self.drop(session))

    def drop(self, session: Session) -> None:
        """Forget it: it can't be resumed."""
        self._known.pop(session.id, None)
        if session.expiry is not None:
            session.expiry.cancel()

    def presence_changed(self) -> None:
        """Tell the page that the bot came or went."""
        self._world.publish(Event(name="BOT", data={"online": self.online}))
