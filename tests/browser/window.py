"""A headless browser, and what a person can do in one window of it."""

import asyncio
import base64
import functools
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest

pytest.importorskip("selenium", reason="the browser is driven through selenium")

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from sandbox import PATIENCE

from .wire import Wire

# Only this module knows that selenium may be missing; others import its names from this package.
__all__ = ["Chrome", "Keys", "Select", "Window", "act", "chromium", "needs_browser"]

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
CHROMEDRIVER = shutil.which("chromedriver")
needs_browser = pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="needs Chromium and chromedriver"
)

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
    # The address bar's own pages: two are loaded for each window, and take longer than what is tested in it.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--no-first-run",
    "--force-prefers-reduced-motion",
    "--window-size=1280,800",
)
# The first window is empty, instead of Chromium's page of suggestions.
PREFERENCES = {"session.restore_on_startup": 4, "session.startup_urls": ["about:blank"]}
PHONE = 400
"""Pixels: a window of this width is a phone's."""
# Asks again at each change of the page, so that nothing polls and nothing sleeps.
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

_shown: WeakKeyDictionary[Chrome, str] = WeakKeyDictionary()
"""The window that each browser is switched to: a switch costs as much as a question."""
_wires: WeakKeyDictionary[Chrome, dict[str, Wire]] = WeakKeyDictionary()
"""The connections to each browser's windows, by the windows' handles."""


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    """A headless browser that keeps its files in the folder `profile`."""
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", PREFERENCES)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(CHROMEDRIVER))
    driver.set_script_timeout(PATIENCE)
    _wires[driver] = {}
    try:
        yield driver
    finally:
        for wire in _wires[driver].values():
            wire.close()
        driver.quit()


def _wire(browser: Chrome, handle: str) -> Wire:
    """The connection to a window: the one that is there, else a new one."""
    wires = _wires[browser]
    if handle not in wires:
        address = browser.capabilities["goog:chromeOptions"]["debuggerAddress"]
        wires[handle] = Wire(address, handle)
    return wires[handle]


class Window:
    """What a person can do in one browser window: the one that the browser shows when this is made."""

    def __init__(self, browser: Chrome, opener: "Window | None" = None) -> None:
        self._browser, self._opener = browser, opener
        self._handle = browser.current_window_handle
        _shown[browser] = self._handle
        self.wire = _wire(browser, self._handle)

    @property
    def browser(self) -> Chrome:
        """The browser, switched to this window."""
        self._switch()
        return self._browser

    def _switch(self) -> None:
        if _shown.get(self._browser) != self._handle:
            self._browser.switch_to.window(self._handle)
            _shown[self._browser] = self._handle

    def another(self) -> "Window":
        """A second window of the same browser."""
        self._browser.switch_to.new_window("window")
        return Window(self._browser, opener=self)

    def close(self) -> None:
        """Close this window and go back to the one that it was opened from."""
        assert self._opener, "a browser needs a window"
        self.browser.close()
        _wires[self._browser].pop(self._handle).close()
        self._opener._switch()

    def become_phone(self) -> None:
        """Take on the size of a phone, 400 px wide."""
        self.take_size(PHONE, 850)

    def become_wide(self, width: int) -> None:
        """Take on the size of a desktop's window, `width` px wide."""
        self.take_size(width, 800)

    def take_size(self, width: int, height: int) -> None:
        """Take on a size in pixels, of a phone or of a desktop's window."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        self.wire.call("Emulation.setDeviceMetricsOverride", **size, mobile=width <= PHONE)

    def become_desktop(self) -> None:
        """Go back to the browser's own size."""
        self.wire.call("Emulation.clearDeviceMetricsOverride")

    def visit(self, address: str) -> None:
        """Open the page and wait for its connection."""
        self.wire.visit(address)
        self.until("store.me && document.querySelector('[data-channel-id]')")

    def until(self, condition: str) -> Any:
        """The first true value of a JavaScript expression, else a TimeoutException."""
        return self.wire.evaluate(UNTIL % condition)

    def has_pictures(self) -> None:
        """Wait until every picture is there, or will never be."""
        self.wire.evaluate(PICTURES)

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression now; an element is an empty one."""
        return self.wire.evaluate(f"({expression})")

    def find(self, selector: str) -> WebElement:
        """The element, once it is there."""
        self.until(f"document.querySelector({selector!r})")
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def type(self, *keys: str) -> None:
        """Press keys, wherever the keyboard's focus is."""
        self.wire.press_keys("".join(keys))

    def compose(self, *keys: str) -> None:
        """Type into the composer."""
        self.ask("$('composer').focus()")
        self.type(*keys)

    def paste(self, text: str) -> None:
        """Put a text into the composer at once, for which the page does less than for one key after another."""
        self.ask("$('composer').focus()")
        self.wire.call("Input.insertText", text=text)

    def sees(self, text: str) -> None:
        """Wait until the messages hold the text."""
        self.until(f"document.querySelector('#messages').innerText.includes({text!r})")

    def press(self, custom_id: str) -> None:
        """Click a button of a message."""
        self.find(f"#messages [data-custom-id={custom_id}]").click()

    def press_label(self, label: str) -> str:
        """Click the newest enabled button with this label, once there is one; return its custom id."""
        return self.click(BUTTON % label)

    def click(self, element: str) -> str:
        """Click the element, a JavaScript expression, once it is in reach; return its custom id, if it has one."""
        place = self._place(PLACE % element)
        event = {"x": place["x"], "y": place["y"], "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self.wire.call("Input.dispatchMouseEvent", type=kind, **event)
        return str(place["id"])

    def _place(self, look: str) -> Any:
        """Where an element is, once it stays there: a page that is drawn may move it."""
        while True:
            place = self.until(look)
            self.wire.evaluate(FRAMES)
            if self.ask(look) == place:
                return place

    def decide(self, label: str) -> None:
        """Click the newest enabled button with this label, and wait until it is gone."""
        pressed = self.press_label(label)
        self.until(f"!document.querySelector('[data-custom-id=\"{pressed}\"]')")

    def picture(self) -> bytes:
        """What the window shows, as a PNG."""
        picture = self.wire.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(picture["data"])

    @property
    def console(self) -> list[str]:
        """What all windows of the browser have written to their consoles since this was last asked."""
        entries: list[dict[str, str]] = self.browser.get_log("browser")  # type: ignore[no-untyped-call]  # so in selenium
        return [entry["message"] for entry in entries]

    @property
    def articles(self) -> list[str]:
        """The texts of the messages."""
        found: list[str] = self.ask("[...document.querySelectorAll('article')].map(a=>a.innerText)")
        return found


async def act(scenario: Callable[..., Any], *arguments: object) -> Any:
    """Run a person's steps in a thread, while the server and the bot work in the loop."""
    return await asyncio.to_thread(functools.partial(scenario, *arguments))
