"""A headless browser and its windows."""

import asyncio
import base64
import functools
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.driver import PATIENCE

from .wire import Wire

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
needs_browser = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--no-proxy-server",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    # The address bar's own pages: each window would load two, slower than the page under test.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--no-first-run",
    "--force-prefers-reduced-motion",
    "--window-size=1280,800",
    "--remote-debugging-port=0",
)
PHONE = 400
"""Pixels: windows of at most this width emulate a phone."""
LOADED = """new Promise((done) => {
    if (document.readyState === 'complete') done();
    else addEventListener('load', () => done());
})"""
# Evaluates the condition at each change of the page, without polling.
UNTIL = """new Promise((done) => {
    const look = () => { const found = (%s); if (found) { watcher.disconnect(); done(found); } };
    const watcher = new MutationObserver(look);
    watcher.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
    look();
})"""
PICTURES = """Promise.all([...document.images].filter((one) => !one.complete).map((one) =>
    new Promise((done) => ['load', 'error'].forEach((end) => one.addEventListener(end, () => done())))
)).then(() => null)"""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
BUTTON = """[...document.querySelectorAll('#messages button[data-custom-id]:enabled')]
    .findLast((one) => one.innerText.trim() === %r)"""
PLACE = """(() => {
    const one = %s;
    if (!one) return null;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return one.contains(document.elementFromPoint(x, y)) && { x, y, id: one.dataset.customId ?? '' };
})()"""
CHOOSE = """(() => {
    const box = document.querySelector(%r);
    box.value = [...box.options].find((one) => one.text === %r).value;
    box.dispatchEvent(new Event('change', { bubbles: true }));
})()"""


class Browser:
    """A running headless browser with independent windows."""

    def __init__(self, address: str) -> None:
        """`address`: the browser's own DevTools socket."""
        self._windows = address.rpartition("/browser/")[0] + "/page/"
        self._wires = [Wire(address)]

    def window(self) -> "Window":
        """Open a window of desktop size."""
        made = self._wires[0].call("Target.createTarget", url="about:blank", newWindow=True)
        self._wires.append(Wire(self._windows + made["targetId"]))
        return Window(self, self._wires[-1])

    def close(self) -> None:
        self._wires[0].call("Browser.close")
        for wire in self._wires:
            wire.close()


@contextmanager
def chromium(profile: Path) -> Iterator[Browser]:
    """Run a headless browser that keeps its files in the folder `profile`."""
    command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        addresses = (re.search(r"ws://\S+", line) for line in process.stderr)
        browser = Browser(next(found[0] for found in addresses if found))
        Thread(target=process.stderr.read, daemon=True).start()  # a full pipe blocks the browser
        try:
            yield browser
        finally:
            browser.close()
            process.wait(timeout=PATIENCE)


class Window:
    """One browser window, with the actions of a person."""

    def __init__(self, browser: Browser, wire: Wire) -> None:
        self._browser, self.wire = browser, wire
        for domain in ("Runtime", "Log"):
            wire.call(f"{domain}.enable")

    def another(self) -> "Window":
        """Open a second window of the same browser."""
        return self._browser.window()

    def close(self) -> None:
        self.wire.call("Page.close")

    def take_size(self, width: int, height: int) -> None:
        """Resize the window, in pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        self.wire.call("Emulation.setDeviceMetricsOverride", **size, mobile=width <= PHONE)

    def visit(self, address: str) -> None:
        """Open the page and wait for its connection. Raises `RuntimeError` if the page cannot be loaded."""
        if why := self.wire.call("Page.navigate", url=address).get("errorText"):
            raise RuntimeError(f"{address}: {why}")
        self.wire.evaluate(LOADED)
        self.until("store.me && document.querySelector('[data-channel-id]')")

    def until(self, condition: str) -> Any:
        """Wait until a JavaScript expression is true, and return its value. Raises the socket's timeout."""
        return self.wire.evaluate(UNTIL % condition)

    def has_pictures(self) -> None:
        """Wait until every picture has loaded or failed."""
        self.wire.evaluate(PICTURES)

    def ask(self, expression: str) -> Any:
        """Evaluate a JavaScript expression; an element becomes an empty object."""
        return self.wire.evaluate(f"({expression})")

    def type(self, *keys: str) -> None:
        """Press keys with the current focus."""
        self.wire.press_keys("".join(keys))

    def fill(self, selector: str, *keys: str) -> None:
        """Type into an element as soon as it exists."""
        self.until(f"document.querySelector({selector!r})")
        self.ask(f"document.querySelector({selector!r}).focus()")
        self.type(*keys)

    def compose(self, *keys: str) -> None:
        self.fill("#composer", *keys)

    def paste(self, text: str) -> None:
        """Insert a text into the composer in one step, which is faster than typing."""
        self.ask("$('composer').focus()")
        self.wire.call("Input.insertText", text=text)

    def choose(self, selector: str, text: str) -> None:
        """Choose the option with this text in a list."""
        self.ask(CHOOSE % (selector, text))

    def sees(self, text: str) -> None:
        """Wait until the messages contain the text."""
        self.until(f"document.querySelector('#messages').innerText.includes({text!r})")

    def press(self, selector: str) -> str:
        """Click an element as soon as it is in reach; return its custom id, or ""."""
        return self._click(f"document.querySelector({selector!r})")

    def press_id(self, custom_id: str) -> None:
        """Click a message's button."""
        self.press(f"#messages [data-custom-id={custom_id}]")

    def press_label(self, label: str) -> str:
        """Click the newest enabled button with this label, as soon as there is one; return its custom id."""
        return self._click(BUTTON % label)

    def _click(self, element: str) -> str:
        """Click the element, a JavaScript expression, once its position is stable: a page being drawn may move it."""
        look, place = PLACE % element, None
        while place is None or self.ask(look) != place:
            place = self.until(look)
            self.wire.evaluate(FRAMES)
        event = {"x": place["x"], "y": place["y"], "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.wire.call("Input.dispatchMouseEvent", type=kind, **event)
        return str(place["id"])

    def decide(self, label: str) -> None:
        """Click the newest enabled button with this label, and wait until it disappears."""
        pressed = self.press_label(label)
        self.until(f"!document.querySelector('[data-custom-id=\"{pressed}\"]')")

    def picture(self) -> bytes:
        picture = self.wire.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(picture["data"])

    @property
    def console(self) -> list[dict[str, Any]]:
        """The console entries of this window so far."""
        self.ask("0")
        return self.wire.complaints

    @property
    def articles(self) -> list[str]:
        found: list[str] = self.ask("[...document.querySelectorAll('article')].map(a=>a.innerText)")
        return found


async def act(scenario: Callable[..., Any], *arguments: object) -> Any:
    """Run a person's steps in a thread, so that the server and the bot keep running in the event loop."""
    return await asyncio.to_thread(functools.partial(scenario, *arguments))
