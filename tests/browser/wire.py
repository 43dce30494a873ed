"""Chromium's DevTools protocol: a window is asked and told without its driver, which costs nine times as much."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from selenium.common.exceptions import JavascriptException, TimeoutException, WebDriverException
from selenium.webdriver.common.keys import Keys
from websocket import WebSocket, WebSocketTimeoutException, create_connection

from sandbox import PATIENCE

LOADED = """new Promise((done) => {
    if (document.readyState === 'complete') done();
    else addEventListener('load', () => done());
})"""

# The name of each key, its number on Windows, by which Chromium knows what it does, and the text that it writes.
NAMED: Mapping[str, tuple[str, int, str]] = MappingProxyType(
    {
        Keys.ENTER: ("Enter", 13, "\r"),
        Keys.TAB: ("Tab", 9, ""),
        Keys.ESCAPE: ("Escape", 27, ""),
        Keys.BACKSPACE: ("Backspace", 8, ""),
        Keys.ARROW_UP: ("ArrowUp", 38, ""),
        Keys.ARROW_DOWN: ("ArrowDown", 40, ""),
    }
)


class Wire:
    """A connection to one window, for one thread at a time. Chromium serves it beside the driver's own."""

    def __init__(self, address: str, handle: str) -> None:
        """`address`: host and port of the browser's debugger; `handle`: the driver's name for the window."""
        self._socket: WebSocket = create_connection(
            f"ws://{address}/devtools/page/{handle}",
            timeout=PATIENCE,
            suppress_origin=True,
            http_no_proxy=["*"],
        )
        self._calls = 0

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """What a method of the protocol returns.

        Raises WebDriverException if Chromium refuses, and TimeoutException if it is silent.
        """
        self._calls += 1
        asked = {"id": self._calls, "method": method, "params": parameters}
        self._socket.send(json.dumps(asked))
        reply = self._reply(asked)
        if wrong := reply.get("error"):
            raise WebDriverException(f"{method}: {wrong['message']}")
        result: dict[str, Any] = reply["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, or what it promises; an element of the page is an empty one.

        Raises JavascriptException with what the expression throws.
        """
        found = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if thrown := found.get("exceptionDetails"):
            told = thrown.get("exception", {}).get("description", thrown["text"])
            raise JavascriptException(f"{told}\n{expression}")
        return found["result"].get("value")

    def visit(self, address: str) -> None:
        """Open a page and wait until it is loaded.

        Raises WebDriverException if it can't be had.
        """
        if why := self.call("Page.navigate", url=address).get("errorText"):
            raise WebDriverException(f"{address}: {why}")
        self.evaluate(LOADED)

    def press_keys(self, keys: str) -> None:
        """Press and release each key, one after another, wherever the keyboard's focus is."""
        for key in keys:
            name, number, text = NAMED.get(key, (key, 0, key))
            event = {"key": name, "windowsVirtualKeyCode": number}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def close(self) -> None:
        """Hang up."""
        self._socket.shutdown()  # type: ignore[no-untyped-call]  # so in websocket-client

    def _reply(self, asked: dict[str, object]) -> dict[str, Any]:
        """The answer to this call: what comes before is an answer to one that was given up, or no answer."""
        try:
            while True:
                reply: dict[str, Any] = json.loads(self._socket.recv())
                if reply.get("id") == asked["id"]:
                    return reply
        except WebSocketTimeoutException:
            raise TimeoutException(f"no answer in {PATIENCE} s: {asked}") from None
