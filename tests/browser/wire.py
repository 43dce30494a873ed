"""Chromium's DevTools protocol, by which a browser and its windows are told and asked."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from sandbox import PATIENCE

pytest.importorskip("websocket", reason="the browser is driven through a web socket")

from websocket import WebSocket, create_connection


class Keys:
    """Those that have no sign of their own."""

    ENTER, TAB, ESCAPE, BACKSPACE, ARROW_UP, ARROW_DOWN = "\r\t\x1b\b↑↓"


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
COMPLAINTS = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
"""The events that tell of what is written to a console."""


class Wire:
    """A connection to a browser or one of its windows, for one thread at a time."""

    def __init__(self, address: str) -> None:
        self._socket: WebSocket = create_connection(
            address, timeout=PATIENCE, suppress_origin=True, http_no_proxy=["*"]
        )
        self._calls = 0
        self.complaints: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """What a method of the protocol returns; a RuntimeError if Chromium refuses, or is silent."""
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
        """The value of a JavaScript expression, or what it promises; an element of the page is an empty one.

        Raises a RuntimeError with what the expression throws.
        """
        found = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if thrown := found.get("exceptionDetails"):
            told = thrown.get("exception", {}).get("description", thrown["text"])
            raise RuntimeError(f"{told}\n{expression}")
        return found["result"].get("value")

    def press_keys(self, keys: str) -> None:
        """Press and release each key, one after another, wherever the keyboard's focus is."""
        for key in keys:
            name, number, text = NAMED.get(key, (key, 0, key))
            event = {"key": name, "windowsVirtualKeyCode": number}
            self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def close(self) -> None:
        self._socket.shutdown()  # type: ignore[no-untyped-call]  # so in websocket-client
