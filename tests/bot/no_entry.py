"""A Discord that knows no token: whoever gets as far as there is told so, and ends."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class NoEntry(BaseHTTPRequestHandler):
    """Refuses everybody."""

    def do_GET(self) -> None:
        """Refuse."""
        self.send_response(401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing: the test reads what the bot says."""


@contextmanager
def no_entry() -> Iterator[str]:
    """Such a Discord; the address of its API. It answers from a thread, for a bot that has this process's loop."""
    with ThreadingHTTPServer(("127.0.0.1", 0), NoEntry) as server:
        # It notices every so many seconds that it is to stop.
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
