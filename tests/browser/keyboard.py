"""Presses keys in a window, one after another, as a keyboard does."""

from collections.abc import Mapping
from types import MappingProxyType

from selenium.webdriver.common.keys import Keys

from .wire import Wire

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


def press_keys(wire: Wire, keys: str) -> None:
    """Press and release each key, wherever the keyboard's focus is."""
    for key in keys:
        name, number, text = NAMED.get(key, (key, 0, key))
        event = {"key": name, "windowsVirtualKeyCode": number}
        wire.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
        wire.call("Input.dispatchKeyEvent", type="keyUp", **event)
