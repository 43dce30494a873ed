"""A wire between the bot and the sandbox's REST API that can be cut in the middle of a request."""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

READ = 65_536


class Wire:
    """Listens on loopback and passes everything on to the server at a URL; use it as `async with`."""

    def __init__(self, target: str) -> None:
        self._target = urlsplit(target)
        self._server: asyncio.Server | None = None
        self._pumps: set[asyncio.Task[None]] = set()
        self._doomed: tuple[bytes, asyncio.Event] | None = None
        self._host = b""
        self.url = ""

    def cut_at(self, method: str) -> asyncio.Event:
        """The next request of this method breaks the connection before the server sees it; set when it has."""
        broken = asyncio.Event()
        self._doomed = method.encode() + b" ", broken
        return broken

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self._host = f"127.0.0.1:{port}".encode()
        self.url = f"http://127.0.0.1:{port}{self._target.path}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        for pump in tuple(self._pumps):
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(
            self._target.hostname, self._target.port
        )
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            pump = asyncio.create_task(self._pump(source, sink, (writer, far_writer)))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        ends: tuple[asyncio.StreamWriter, ...],
    ) -> None:
        try:
            with suppress(ConnectionError):
                while (data := await source.read(READ)) and not self._is_doomed(data):
                    # The sandbox serves who asks for it by its own address alone.
                    sink.write(data.replace(self._host, self._target.netloc.encode()))
        finally:
            for writer in ends:
                writer.close()

    def _is_doomed(self, data: bytes) -> bool:
        if self._doomed is None or not data.startswith(self._doomed[0]):
            return False
        self._doomed[1].set()
        self._doomed = None
        return True
