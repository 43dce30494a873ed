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
PHONE = 400
"""Pixels: a window of this width is a phone's."""
# Asks again at each change of the page, so that nothing polls and nothing sleeps.
UNTIL = """
const done = arguments[arguments.length - 1];
const look = () => { const found = (%s); if (found) { watcher.disconnect(); done(found); } };
const watcher = new MutationObserver(look);
watcher.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
look();
"""
PICTURES = """
const done = arguments[arguments.length - 1];
Promise.all([...document.images].map((one) => one.decode().catch(() => null))).then(() => done());
"""
FRAMES = """
const done = arguments[arguments.length - 1];
requestAnimationFrame(() => requestAnimationFrame(() => done()));
"""
BUTTON = """(() => {
    const buttons = [...document.querySelectorAll('#messages button[data-custom-id]:enabled')];
    const button = buttons.findLast((one) => one.innerText.trim() === %r);
    if (!button) return null;
    button.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return button.contains(document.elementFromPoint(x, y)) && { x, y, id: button.dataset.customId };
})()"""

_shown: WeakKeyDictionary[Chrome, str] = WeakKeyDictionary()
"""The window that each browser is switched to: a switch costs as much as a question."""


@contextmanager
def chromium(profile: Path) -> Iterator[Chrome]:
    """A headless browser that keeps its files in the folder `profile`."""
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(CHROMEDRIVER))
    driver.set_script_timeout(PATIENCE)
    try:
        yield driver
    finally:
        driver.quit()


class Window:
    """What a person can do in one browser window: the one that the browser shows when this is made."""

    def __init__(self, browser: Chrome) -> None:
        self._browser = browser
        self._handle = browser.current_window_handle
        _shown[browser] = self._handle

    @property
    def browser(self) -> Chrome:
        """The browser, switched to this window."""
        if _shown.get(self._browser) != self._handle:
            self._browser.switch_to.window(self._handle)
            _shown[self._browser] = self._handle
        return self._browser

    def another(self) -> "Window":
        """A second window of the same browser."""
        self._browser.switch_to.new_window("window")
        return Window(self._browser)

    def close(self) -> None:
        """Close this window; another one must be open."""
        self.browser.close()
        del _shown[self._browser]

    def become_phone(self) -> None:
        """Take on the size of a phone, 400 px wide."""
        self.take_size(PHONE, 850)

    def become_wide(self, width: int) -> None:
        """Take on the size of a desktop's window, `width` px wide."""
        self.take_size(width, 800)

    def take_size(self, width: int, height: int) -> None:
        """Take on a size in pixels, of a phone or of a desktop's window."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {**size, "mobile": width <= PHONE}
        )

    def become_desktop(self) -> None:
        """Go back to the browser's own size."""
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def visit(self, address: str) -> None:
        """Open the page and wait for its connection."""
        self.browser.get(address)
        self.until("store.me && document.querySelector('[data-channel-id]')")

    def until(self, condition: str) -> Any:
        """The first true value of a JavaScript expression, else a TimeoutException."""
        return self.browser.execute_async_script(UNTIL % condition)

    def has_pictures(self) -> None:
        """Wait until every picture is there, or will never be."""
        self.browser.execute_async_script(PICTURES)

    def ask(self, expression: str) -> Any:
        """The value of a JavaScript expression now."""
        return self.browser.execute_script(f"return ({expression})")

    def find(self, selector: str) -> WebElement:
        """The element, once it is there."""
        self.until(f"document.querySelector({selector!r})")
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def type(self, *keys: str) -> None:
        """Press keys, wherever the keyboard's focus is."""
        self.browser.switch_to.active_element.send_keys(*keys)

    def compose(self, *keys: str) -> None:
        """Type into the composer."""
        self.find("#composer").send_keys(*keys)

    def sees(self, text: str) -> None:
        """Wait until the messages hold the text."""
        self.until(f"document.querySelector('#messages').innerText.includes({text!r})")

    def press(self, custom_id: str) -> None:
        """Click a button of a message."""
        self.find(f"#messages [data-custom-id={custom_id}]").click()

    def press_label(self, label: str) -> str:
        """Click the newest enabled button with this label, once there is one; return its custom id."""
        place = self._place(label)
        # Twice as quick as the driver's own click, and just as real.
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": place["x"], "y": place["y"], "button": "left"}
            self.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {**event, "clickCount": 1})
        return str(place["id"])

    def _place(self, label: str) -> Any:
        """Where the newest enabled button with this label is, once it stays there: a page that is drawn may move it."""
        while True:
            place = self.until(BUTTON % label)
            self.browser.execute_async_script(FRAMES)
            if self.ask(BUTTON % label) == place:
                return place

    def decide(self, label: str) -> None:
        """Click the newest enabled button with this label, and wait until it is gone."""
        pressed = self.press_label(label)
        self.until(f"!document.querySelector('[data-custom-id=\"{pressed}\"]')")

    def photograph(self, file: Path) -> None:
        """Store what the window shows as a PNG."""
        file.write_bytes(self.picture())

    def picture(self) -> bytes:
        """What the window shows, as a PNG."""
        picture = self.browser.execute_cdp_cmd(
            "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True}
        )
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
