"""A Discord API that refuses every token, so that bots end after their startup checks."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class NoEntry(BaseHTTPRequestHandler):
    """Refuses all requests with this status."""

    status = 401

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Log nothing: the tests read the bot's own log."""


@contextmanager
def no_entry(status: int = 401) -> Iterator[str]:
    """Run the API and yield its address. It runs in a thread, as bots may use this process's event loop."""
    handler = type("NoEntry", (NoEntry,), {"status": status})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        # The argument is the seconds between two checks for shutdown.
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
