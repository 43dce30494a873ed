"""One bot's session on the gateway, the socket that carries it, and the frames it may send."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import web

from .clock import Timer
from .wire import Intent, Json, dumps, loads

REPLAYED = 1_000


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class GatewayClose(Exception):  # an order to close, with Discord's code for it
    """The client's socket must be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """One socket, written to in order."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.session: Session | None = None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()

    def send(self, op: Op, data: object = None) -> None:
        """Send one frame that is no event."""
        self.send_text(dumps({"op": op, "d": data, "s": None, "t": None}))

    def send_text(self, text: str) -> None:
        """Send one frame."""
        self._outgoing.put_nowait(text)

    async def write(self) -> None:
        """Carry frames to the socket until cancelled or until it is gone."""
        while not self.socket.closed:
            text = await self._outgoing.get()
            try:
                await self.socket.send_str(text)
            except ConnectionError:
                return


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """What a bot identified as, and the events that it may have to be sent again."""

    id: str
    intents: Intent
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))
    connection: Connection | None = None
    expiry: Timer | None = None

    def dispatch(self, name: object, data: object) -> None:
        """Send an event, or keep it for the RESUME."""
        self.sequence += 1
        text = dumps({"op": Op.DISPATCH, "d": data, "s": self.sequence, "t": name})
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send_text(text)

    def replay(self, after: int) -> bool:
        """Send what came after that sequence number; False when it is no longer known."""
        if after > self.sequence or (self.sent and self.sent[0][0] > after + 1):
            return False
        for sequence, text in self.sent:
            if sequence > after and self.connection is not None:
                self.connection.send_text(text)
        return True


def parse(text: str) -> Json:
    """A frame; raises GatewayClose 4002 when it is no JSON object."""
    try:
        frame = loads(text)
    except ValueError:
        raise GatewayClose(4002, "Error while decoding payload.") from None
    if not isinstance(frame, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return frame


def fields(frame: Json) -> Json:
    """The object that a frame carries; raises GatewayClose 4002 without one."""
    data = frame.get("d")
    if not isinstance(data, dict):
        raise GatewayClose(4002, "Error while decoding payload.")
    return data


def shard_of(data: Json) -> tuple[int, int]:
    """The shard that an IDENTIFY asks for, out of how many; raises GatewayClose 4010."""
    match data.get("shard", [0, 1]):
        case [int(index), int(count)] if 0 <= index < count:
            return index, count
    raise GatewayClose(4010, "Invalid shard.")
