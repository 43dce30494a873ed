"""The page in a real browser, with the toy bot behind it: what a person does, and what they see."""

from sandbox import ManualClock, Sandbox
from tests.browser import Keys, Select, Window, act, needs_browser

from .toy import Toy, playing

pytestmark = needs_browser


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
    """Options may be typed in order or by name."""

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
        window.until("!$('modal').open")
        assert window.ask("document.activeElement.dataset.customId") == "ask"

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
        await sandbox.wait_for(lambda: sandbox.open_interactions)
        clock.advance(3.5)
        await act(look)
        assert len(toy.seen) == 1


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
        assert await act(window.ask, "!!document.querySelector('[data-custom-id][aria-busy]')")
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
        other = window.another()
        other.visit(f"{sandbox.url}/?user=2")
        other.compose("Hello from Bob", Keys.ENTER)
        other.sees("Hello from Bob")
        Select(other.find("#user-switcher")).select_by_visible_text("Dave")
        other.until("nameOf(store.me) === 'Dave'")
        other.visit(sandbox.url)
        other.until("nameOf(store.me) === 'Dave'")
        other.close()
        window.sees("Hello from Bob")
        assert window.ask("nameOf(store.me)") == "Alice"

    await act(steps)


async def test_nothing_from_a_user_becomes_markup(sandbox: Sandbox, window: Window) -> None:
    """A message with tags in it is shown as text."""
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
    "<:ace_of_spades:7>": (
        '<img class="emoji" src="/emojis/7.png" alt="ace of spades" title=":ace_of_spades:" '
        'draggable="false">'
    ),
    "A♠ 🎴": 'A<span class="emoji">♠</span> <span class="emoji">🎴</span>',
    "♥️ 👩‍🚀 1️⃣ 1 # © ✓ →": (
        '<span class="emoji">♥️</span> <span class="emoji">👩‍🚀</span> <span class="emoji">1️⃣</span> '
        '1 # <span class="emoji">©</span> ✓ →'
    ),
    r"\♠ \🎴 ♠︎": "♠ 🎴 ♠︎",
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
    """A window of 400 px does not scroll sideways, and the channels are behind a button."""

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
