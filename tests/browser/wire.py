"""Control Chromium over its DevTools protocol."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from tests.driver import PATIENCE

pytest.importorskip("websocket", reason="the browser is driven through a web socket")

from websocket import WebSocket, create_connection


class Keys:
    """Keys that write no character."""

    ENTER, TAB, ESCAPE, BACKSPACE, ARROW_UP, ARROW_DOWN = "\r\t\x1b\b↑↓"


# Each key's name, its Windows key code, by which Chromium knows its effect, and the text that it writes.
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
COMPLAINTS = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
"""The events for entries of a window's console."""


class Wire:
    """A connection to a browser or one of its windows, for one thread at a time."""

    def __init__(self, address: str) -> None:
        self._socket: WebSocket = create_connection(
            address, timeout=PATIENCE, suppress_origin=True, http_no_proxy=["*"]
        )
        self._calls = 0
        self.complaints: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a protocol method and return its result. Raises `RuntimeError` if Chromium refuses."""
        self._calls += 1
        self._socket.send(json.dumps({"id": self._calls, "method": method, "params": parameters}))
        reply: dict[str, Any] = {}
        while reply.get("id") != self._calls:
            reply = json.loads(self._socket.recv())
            if reply.get("method") in COMPLAINTS:
                self.complaints.append(reply["params"])
        if wrong := reply.get("error"):
            raise RuntimeError(f"{method}: {wrong['message']}")
        result: dict[str, Any] = reply["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """Evaluate a JavaScript expression, awaiting promises; an element becomes an empty object.

        Raises `RuntimeError` with the expression's exception.
        """
        found = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if thrown := found.get("exceptionDetails"):
            reason = thrown.get("exception", {}).get("description", thrown["text"])
            raise RuntimeError(f"{reason}\n{expression}")
        return found["result"].get("value")

    def press_keys(self, keys: str) -> None:
        """Press and release each key in turn, with the current focus."""
        for key in keys:
            name, number, text = NAMED.get(key, (key, 0, key))
            event = {"key": name, "windowsVirtualKeyCode": number}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def close(self) -> None:
        self._socket.shutdown()  # type: ignore[no-untyped-call]  # so in websocket-client
