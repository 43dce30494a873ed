"""HTTP and one kind of WebSocket on loopback, written by hand so that the server costs little.

It reads what a well-behaved client sends: requests with a `Content-Length`, one after another, and short frames.
"""

import asyncio
import base64
import hashlib
import re
from typing import Protocol

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_KEY = re.compile(rb"\r\nsec-websocket-key: *(\S+)", re.IGNORECASE)
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _CLOSE = 1, 8
_END = b"\r\n\r\n"


class Service(Protocol):
    """What is served."""

    def answer(self, method: str, path: str, body: bytes) -> tuple[int, str]:
        """The status and the JSON of the answer to a request."""

    def heard(self, socket: "Connection", text: bytes) -> None:
        """A frame came in; an empty one when the socket was opened."""

    def met(self, socket: "Connection") -> None:
        """A connection was opened."""

    def lost(self, socket: "Connection") -> None:
        """A connection is over."""


class Connection(asyncio.Protocol):
    """A connection of the client: requests, or frames from the handshake on."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._next = self._request

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember where to write."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._service.met(self)

    def connection_lost(self, _: Exception | None) -> None:
        """Tell whoever sends events here."""
        self._service.lost(self)

    def drop(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read as many requests or frames as there are."""
        self._buffer += data
        while self._next():
            pass

    def send(self, text: str) -> None:
        """Send a frame."""
        body = text.encode()
        size = len(body)
        if size < 126:
            head = bytes((0x80 | _TEXT, size))
        elif size < 1 << 16:
            head = bytes((0x80 | _TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((0x80 | _TEXT, 127)) + size.to_bytes(8, "big")
        self._write(head + body)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def _take(self, size: int) -> bytes:
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def _request(self) -> bool:
        end = self._buffer.find(_END)
        if end < 0:
            return False
        length = _LENGTH.search(self._buffer, 0, end)
        whole = end + len(_END) + (int(length[1]) if length else 0)
        if len(self._buffer) < whole:
            return False
        head, _, body = self._take(whole).partition(_END)
        if (key := _KEY.search(head)) is not None:
            self._shake_hands(key[1])
            return True
        method, path, _ = head.split(b" ", 2)
        status, text = self._service.answer(method.decode(), path.decode(), body)
        answer = text.encode()
        # Without a type where there is no content: the library would read nothing as JSON.
        kind = b"Content-Type: application/json\r\n" if answer else b""
        self._write(
            b"HTTP/1.1 %d .\r\n%sContent-Length: %d\r\n\r\n%s" % (status, kind, len(answer), answer)
        )
        return True

    def _shake_hands(self, key: bytes) -> None:
        accepted = base64.b64encode(hashlib.sha1(key + _MAGIC).digest())
        self._write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: %s\r\n\r\n" % accepted
        )
        self._next = self._frame
        self._service.heard(self, b"")

    def _frame(self) -> bool:
        if len(self._buffer) < 2:
            return False
        size, start = self._buffer[1] & 0x7F, 2
        if size == 126:
            size, start = int.from_bytes(self._buffer[2:4], "big"), 4
        if len(self._buffer) < start + 4 + size:
            return False
        kind, frame = self._buffer[0] & 0xF, self._take(start + 4 + size)
        mask, masked = frame[start : start + 4], frame[start + 4 :]
        if kind == _TEXT:
            text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(masked))
            self._service.heard(self, text)
        elif kind == _CLOSE and self._transport is not None:
            self._write(bytes((0x80 | _CLOSE, 0)))
            self._transport.close()
        return True
