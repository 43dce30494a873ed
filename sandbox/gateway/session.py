"""A bot's session on the gateway, and the socket that carries it."""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.wire.json_text import dumps
from sandbox.wire.numbers import Intent
from sandbox.world.clock import Timer

from .frames import Op
from .identify import Shard

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
