"""A proxy between a bank and its server that can cut connections at any moment, on real sockets."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Final, Literal
from urllib.parse import parse_qs, urlsplit

NAME: Final = ".s.PGSQL.5432"
"""PostgreSQL's name for its socket in a directory."""

_SYNC: Final = b"S\0\0\0\4"
"""The Sync message, by which a client requests the pending results."""

Cut = Literal["before", "after", "unnoticed"]
"""Where a line is cut: if the request reaches the server, and if the server notices. The response is always lost."""


class Wire:
    """Forwards traffic until it has to cut it."""

    def __init__(self, address: str, folder: Path) -> None:
        self._far = parse_qs(urlsplit(address).query)["host"][0]
        self.address = address.replace(self._far, str(folder))
        self._near = socket.socket(socket.AF_UNIX)
        self._near.bind(str(folder / NAME))
        self._near.listen(64)
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lost = set[socket.socket]()
        """Connections to the server whose next response is cut off."""
        self._unnoticed = set[socket.socket]()
        """The cut connections that stay open on the server's side."""
        self._lock = Lock()
        self._word: tuple[bytes, Cut] | None = None
        self._times = 0
        self.is_cut = False
        """While true, no new connection reaches the server."""
        self.cuts = 0
        self.waits = 0
        """How often a client has waited for the server's results, on all connections."""
        Thread(target=self._accept, daemon=True).start()

    def cut_at(self, word: str, cut: Cut, *, times: int = 1, stay: bool = False) -> None:
        """Cut the connections that send this word next; with `stay`, accept none until `mend`."""
        self._word, self._times, self._stay = (word.encode(), cut), times, stay

    def cut_all(self, *, stay: bool = False) -> None:
        """Cut every open connection; with `stay`, accept none until `mend`."""
        self.is_cut = stay or self.is_cut
        with self._lock:
            for pair in self._pairs:
                _end(*pair)
            self._pairs.clear()

    def _cut_others(self, source: socket.socket) -> None:
        with self._lock:
            others = [pair for pair in self._pairs if source not in pair]
        for pair in others:
            _end(*pair)

    def mend(self) -> None:
        """Accept connections again."""
        self.is_cut = False

    def close(self) -> None:
        _end(self._near)
        self.cut_all()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._near.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.socket(socket.AF_UNIX)
                far.connect(f"{self._far}/{NAME}")
                with self._lock:
                    self._pairs.append((near, far))
                Thread(target=self._pass, args=(near, far, True), daemon=True).start()
                Thread(target=self._pass, args=(far, near, False), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, outgoing: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if outgoing and self._word is not None and self._word[0] in data:
                    _, cut = self._word
                    self._times -= 1
                    self._word = self._word if self._times else None
                    self.is_cut, self.cuts = self._stay, self.cuts + 1
                    if self._stay:
                        self._cut_others(source)
                    if cut == "before":
                        break
                    self._lost.add(target)
                    if cut == "unnoticed":
                        self._unnoticed.add(target)
                if outgoing:
                    self.waits += data.count(_SYNC)
                if source in self._lost:  # the server has executed the request
                    target.shutdown(socket.SHUT_RDWR)
                    break
                target.sendall(data)
        if not {source, target} & self._unnoticed:
            _end(source, target)


def _end(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextmanager
def wire(address: str) -> Iterator[Wire]:
    """A proxy for this address, closed after the block."""
    with TemporaryDirectory(prefix="bj-wire-", ignore_cleanup_errors=True) as folder:
        opened = Wire(address, Path(folder))
        try:
            yield opened
        finally:
            opened.close()
