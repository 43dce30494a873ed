"""The page in a real browser, with the toy bot behind it: what a person does, and what he sees."""

import asyncio
import functools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox import ManualClock, Sandbox

from .toy import Toy, playing

pytest.importorskip("selenium", reason="the browser is driven through selenium")

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
CHROMEDRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
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
    "--no-first-run",
    "--force-prefers-reduced-motion",
    "--window-size=1280,800",
)
PATIENCE_S = 5
# Asks again at each change of the page, so that nothing polls and nothing sleeps.
UNTIL = """
const done = arguments[arguments.length - 1];
const look = () => { const found = (%s); if (found) { watcher.disconnect(); done(found); } };
const watcher = new MutationObserver(look);
watcher.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
look();
"""


class Window:
    """What a person can do in one browser window."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self.browser = browser

    def visit(self, address: str) -> None:
        """Open the page and wait for its connection."""
        self.browser.get(address)
        self.until("store.me && document.querySelector('[data-channel-id]')")

    def until(self, condition: str) -> Any:
        """The first true value of a JavaScript expression, else a TimeoutException."""
        return self.browser.execute_async_script(UNTIL % condition)

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

    @property
    def articles(self) -> list[str]:
        """The texts of the messages."""
        found: list[str] = self.ask("[...document.querySelectorAll('article')].map(a=>a.innerText)")
        return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """One headless browser for all tests."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    profile: Path = tmp_path_factory.mktemp("profile")
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))
    driver.set_script_timeout(PATIENCE_S)
    yield driver
    driver.quit()


@pytest.fixture
def window(browser: webdriver.Chrome) -> Window:
    """A window of the browser; each sandbox has its own port, so nothing is left in it."""
    return Window(browser)


@pytest.fixture
def narrow(window: Window) -> Iterator[Window]:
    """The window at a phone's width, 400 px."""
    size = {"width": 400, "height": 850, "deviceScaleFactor": 1, "mobile": False}
    window.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield window
    window.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


async def act(scenario: Callable[..., Any], *arguments: object) -> Any:
    """Run a person's steps in a thread, while the server and the bot work in the loop."""
    return await asyncio.to_thread(functools.partial(scenario, *arguments))


async def test_a_typed_command_is_answered(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """A command typed in full and sent with Enter shows who used it, and the bot's answer."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/board", Keys.ENTER)
        window.sees("Count: 0")
        assert "Alice\nused\n/board" in window.articles[0]
        assert "Dealer\nAPP" in window.articles[0]

    await act(steps)


async def test_an_edit_keeps_the_focus_and_the_nodes(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """A click's edit is drawn in place: the same button stays, with the keyboard's focus."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/board", Keys.ENTER)
        window.find("[data-custom-id=count]")
        window.browser.execute_script(
            "window.before = document.querySelector('[data-custom-id=count]')"
        )
        window.press("count")
        window.sees("Count: 1")
        window.until("!document.querySelector('[data-custom-id=count][aria-busy]')")
        assert window.ask("before === document.querySelector('[data-custom-id=count]')")
        assert window.ask("document.activeElement.dataset.customId") == "count"
        window.type(Keys.ENTER)
        window.sees("Count: 2")
        window.type(Keys.ENTER)
        window.sees("Count: 3")
        assert not window.find("[data-custom-id=count]").is_enabled()
        assert "(edited)" in window.articles[0]

    await act(steps)


async def test_options_are_asked_for_as_fields(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """A chosen command asks for its options; the answer is shown to its user alone."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/gre", Keys.TAB)
        window.find("[data-option=tone]").send_keys("rud", Keys.ENTER)
        window.find("[data-option=who]").send_keys("bo", Keys.ENTER)
        window.find("[data-add-option=times]").click()
        window.find("[data-option=times]").send_keys("7", Keys.ENTER)
        window.until("$('status').textContent === 'times must be at most 3.'")
        window.type(Keys.BACKSPACE, "2", Keys.ENTER)
        window.sees("rude Bob rude Bob")
        window.sees("Only you can see this")
        Select(window.find("#user-switcher")).select_by_visible_text("Bob")
        window.until("nameOf(store.me) === 'Bob'")
        window.until("!document.querySelector('article')")

    await act(steps)


async def test_options_typed_as_text(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """Options may be typed in order or by name, as the person likes."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/greet Rudely Bob 2", Keys.ENTER)
        window.sees("rude Bob rude Bob")
        window.compose("/greet who:@carol tone:Kindly", Keys.ENTER)
        window.sees("kind Carol")
        window.compose("/greet kind dave times:2", Keys.ENTER)
        window.sees("kind Dave kind Dave")

    await act(steps)


async def test_autocomplete_asks_the_bot(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """What the bot suggests can be picked with the arrow keys."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/complete", Keys.TAB)
        window.find("[data-option=word]").send_keys("ap")
        window.until("document.querySelectorAll('[role=option]').length === 2")
        window.type(Keys.ARROW_DOWN, Keys.ENTER)
        window.type(Keys.ENTER)
        window.sees("Word: apricot")

    await act(steps)


async def test_a_modal_is_filled_in_and_cancelled(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """Escape leaves a modal, an empty field is refused in it, and Enter sends it."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/ask", Keys.ENTER)
        window.until("$('modal').open")
        window.type(Keys.ESCAPE)
        window.until("!$('modal').open")
        window.compose("/board", Keys.ENTER)
        window.press("ask")
        window.until("$('modal').open && document.activeElement.dataset.customId === 'amount'")
        window.type(Keys.ENTER)
        window.until("$('modal').innerText.includes('This field is required.')")
        window.type("250", Keys.ENTER)
        window.sees("Amount: 250")
        assert not window.ask("$('modal').open")

    await act(steps)


async def test_a_select_menu_sends_what_is_picked(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """A select menu opens as a list and sends the option that is picked."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/board", Keys.ENTER)
        window.press("colour")
        window.until("document.querySelectorAll('[role=option]').length === 2")
        window.type(Keys.ARROW_DOWN, Keys.ENTER)
        window.sees("Colour: blue")

    await act(steps)


async def test_a_bot_that_is_silent_failed(window: Window) -> None:
    """After three seconds without an answer the person who asked, and no one else, is told."""
    clock = ManualClock()
    async with Sandbox(clock=clock) as sandbox, playing(sandbox) as toy:

        def ask() -> None:
            window.visit(sandbox.url)
            window.compose("/silence", Keys.ENTER)
            window.until("$('status').textContent === 'Sending /silence…'")

        def look() -> None:
            window.sees("The application did not respond")
            assert "Alice\nused\n/silence" in window.articles[-1]
            window.find("[data-dismiss]").click()
            window.until("!document.querySelector('article')")

        await act(ask)
        await sandbox.wait_for(lambda: toy.seen)
        clock.advance(3.5)
        await act(look)


async def test_a_click_on_an_offline_bot_failed(window: Window) -> None:
    """A click that nobody answers is marked under its message, and the bot is shown as offline."""
    clock = ManualClock()
    async with Sandbox(clock=clock) as sandbox, playing(sandbox) as toy:

        def board() -> None:
            window.visit(sandbox.url)
            window.compose("/board", Keys.ENTER)
            window.sees("Count: 0")

        def click() -> None:
            window.until("$('bot-mark').textContent === 'Dealer is offline'")
            window.press("count")

        await act(board)
        before = sandbox.open_interactions
        await toy.close()
        await act(click)
        await sandbox.wait_for(lambda: sandbox.open_interactions > before)
        assert await act(window.ask, "document.querySelector('[data-custom-id][aria-busy]')")
        clock.advance(3.5)
        await act(window.sees, "This interaction failed")


async def test_a_lost_connection_comes_back(sandbox: Sandbox, window: Window) -> None:
    """A banner stands while the server is away; afterwards the same user goes on."""
    port = int(sandbox.url.rsplit(":", 1)[1])
    await act(window.visit, f"{sandbox.url}/?user=3")
    await sandbox.stop()
    await act(window.until, "!$('banner').hidden")
    async with Sandbox(port=port):
        await act(window.until, "$('banner').hidden && nameOf(store.me) === 'Carol'")


async def test_each_window_is_its_own_user(sandbox: Sandbox, window: Window) -> None:
    """Two windows talk to each other as two users, and a reload forgets neither."""

    def steps() -> None:
        window.visit(f"{sandbox.url}/?user=1")
        first = window.browser.current_window_handle
        window.browser.switch_to.new_window("tab")
        window.visit(f"{sandbox.url}/?user=2")
        window.compose("Hello from Bob", Keys.ENTER)
        window.sees("Hello from Bob")
        Select(window.find("#user-switcher")).select_by_visible_text("Dave")
        window.until("nameOf(store.me) === 'Dave'")
        window.visit(sandbox.url)
        window.until("nameOf(store.me) === 'Dave'")
        window.browser.close()
        window.browser.switch_to.window(first)
        window.sees("Hello from Bob")
        assert window.ask("nameOf(store.me)") == "Alice"

    await act(steps)


async def test_nothing_from_a_user_becomes_markup(sandbox: Sandbox, window: Window) -> None:
    """A message with tags in it is shown as the text it is."""
    text = "<img src=x onerror='window.hurt=1'><b>x</b> [y](javascript:alert(1))"

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose(text, Keys.ENTER)
        window.sees("<b>x</b>")
        assert text in window.articles[0]
        assert window.ask("document.querySelectorAll('#messages :is(img, b, a)').length") == 0
        assert window.ask("window.hurt === undefined")

    await act(steps)


MARKDOWN = {
    "**a *b* c**": "<strong>a <em>b</em> c</strong>",
    "***a***": "<strong><em>a</em></strong>",
    "***a** b*": "<em><strong>a</strong> b</em>",
    "__*a*__ ~~b~~ _c_": "<u><em>a</em></u> <s>b</s> <em>c</em>",
    "snake_case_name": "snake_case_name",
    "**open *marks __stay": "**open *marks __stay",
    "____ ****": "____ ****",
    r"\*a\* \\*b*": r"*a* \<em>b</em>",
    "`**a**` ``b`c``": "<code>**a**</code> <code>b`c</code>",
    "a ```py\n# b\n``` c": "a <pre><code># b</code></pre> c",
    "```open": "```open",
    "# a\n## b\n#c": "<h1>a</h1><h2>b</h2>#c",
    "-# small **b**": "<small>small <strong>b</strong></small>",
    "> a\n> b\nc": "<blockquote>a\nb</blockquote>c",
    ">>> a\nb": "<blockquote>a\nb</blockquote>",
    "- a\n  - b\n- c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "3. a\n4. b": '<ol start="3"><li>a</li><li>b</li></ol>',
    "<script>a</script>": "&lt;script&gt;a&lt;/script&gt;",
    "`<b>a</b>`": "<code>&lt;b&gt;a&lt;/b&gt;</code>",
    "[a](javascript:b)": "[a](javascript:b)",
    "<t:99999999999999:R> <:bad:x>": "&lt;t:99999999999999:R&gt; &lt;:bad:x&gt;",
    "<:as:7>": '<img class="emoji" src="/emojis/7.png" alt=":as:" title=":as:" draggable="false">',
    "[a](https://b.org/(c))": (
        '<a href="https://b.org/(c)" target="_blank" rel="noopener noreferrer">a</a>'
    ),
    "<@1>": '<span class="mention" data-user-id="1">@unknown-user</span>',
}


async def test_markdown(sandbox: Sandbox, window: Window) -> None:
    """Marks nest, escape and stay open as they do in Discord."""

    def steps() -> dict[str, str]:
        window.visit(sandbox.url)
        script = "return arguments[0].map((text) => markdown(text).innerHTML)"
        drawn = window.browser.execute_script(script, list(MARKDOWN))
        return dict(zip(MARKDOWN, drawn, strict=True))

    assert await act(steps) == MARKDOWN


async def test_relative_times_move_on(sandbox: Sandbox, window: Window) -> None:
    """`<t:…:R>` counts down in place, with the absolute time as its title."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.browser.execute_script("const now = Date.now(); Date.now = () => now")
        unix = window.ask("Math.floor(Date.now() / 1000)")
        window.compose(f"<t:{unix + 90}:R>", Keys.ENTER)
        window.sees("in 2 minutes")
        assert window.find("article .md time").get_attribute("title")
        window.browser.execute_script("const now = Date.now(); Date.now = () => now + 78000")
        window.browser.execute_script("tickTimes()")
        window.sees("in 12 seconds")

    await act(steps)


async def test_a_narrow_window_is_enough(sandbox: Sandbox, toy: Toy, narrow: Window) -> None:
    """At a width of 400 px nothing sticks out, and the channels are behind a button."""

    def steps() -> None:
        narrow.visit(sandbox.url)
        narrow.compose("/board", Keys.ENTER)
        narrow.sees("Count: 0")
        narrow.compose("/")
        narrow.until("document.querySelector('[role=option]')")
        assert narrow.ask("document.documentElement.scrollWidth") == 400
        assert narrow.ask("$('log').scrollWidth <= $('log').clientWidth")
        assert not narrow.find("#sidebar").is_displayed()
        narrow.find("#menu").click()
        narrow.find("[data-channel-id]:not([aria-current])").click()
        narrow.until("$('menu').getAttribute('aria-expanded') === 'false'")

    await act(steps)
