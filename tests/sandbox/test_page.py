"""The page in a real browser with the toy bot: actions, display and announcements."""

import asyncio
import base64
import functools
import json
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from tests.browser.axe import grave_findings
from tests.browser.window import Window, act, needs_browser
from tests.browser.wire import Keys
from tests.driver import Sandbox

from .raw import Json, Raw
from .test_limits import button, container, layout, row, text
from .toy import Play, Toy, chart, playing

pytestmark = needs_browser


@pytest.fixture
def narrow(window: Window) -> Iterator[Window]:
    """The window at phone width, 400 px."""
    window.take_size(400, 850)
    yield window
    window.take_size(1280, 800)


@pytest.fixture
async def page(sandbox: Sandbox, window: Window) -> Window:
    """The window showing the page."""
    await act(window.visit, sandbox.url)
    return window


def by_a_person(story: Callable[..., None]) -> Callable[..., Coroutine[Any, Any, None]]:
    """Run a synchronous test in a thread, so that the server and the bot keep running in the event loop."""

    @functools.wraps(story)
    async def test(**given: Any) -> None:
        await act(functools.partial(story, **given))

    return test


@by_a_person
def test_a_message_is_edited_in_place_and_deleted(toy: Toy, page: Window) -> None:
    """A click keeps the same button focused, a select can add a picture, links work, and deleted messages disappear."""
    page.compose("/board", Keys.ENTER)
    page.until("window.before = document.querySelector('[data-custom-id=count]')")
    page.press_id("count")
    page.sees("Count: 1")
    page.until("!document.querySelector('[data-custom-id=count][aria-busy]')")
    assert page.ask("before === document.querySelector('[data-custom-id=count]')")
    assert page.ask("document.activeElement.dataset.customId") == "count"
    for count in (2, 3):
        page.type(Keys.ENTER)
        page.sees(f"Count: {count}")
    assert page.ask("document.querySelector('[data-custom-id=count]').disabled")
    assert "(edited)" in page.articles[0]
    assert page.ask("document.querySelector('article a.btn').href") == "https://example.org/help"
    page.press_id("colour")
    page.until("document.querySelectorAll('[role=option]').length === 2")
    assert grave_findings(page) == []
    page.press("[role=option]:nth-child(2)")
    page.sees("Colour: blue")
    page.until("document.querySelector('article .gallery img')")
    page.press_id("close")
    page.until("!document.querySelector('article')")


OFFERS = "[...document.querySelectorAll('[role=option] .label')].map(one => one.innerText)"
ACTIVE = "document.querySelector('[role=option][aria-selected=true]')?.innerText"
WRITTEN = "$('composer').value"


def offers(window: Window, *expected: str) -> None:
    """Wait for exactly these suggestions."""
    window.until(f"({OFFERS}).join() === {','.join(expected)!r}")


@by_a_person
def test_options_are_fields_or_typed(toy: Toy, page: Window) -> None:
    """A chosen command shows fields for its options. Typing a command suggests choices; Enter accepts the first one."""
    page.compose("/gre", Keys.TAB)
    page.fill("[data-option=tone]", "rud", Keys.ENTER)
    page.fill("[data-option=who]", "bo", Keys.ENTER)
    page.press("[data-add-option=times]")
    page.fill("[data-option=times]", "7", Keys.ENTER)
    page.until("$('status').textContent === 'times must be at most 3.'")
    assert grave_findings(page) == []
    page.type(Keys.BACKSPACE, "2", Keys.ENTER)
    page.sees("rude Bob rude Bob")
    page.sees("Only you can see this")
    page.choose("#user-switcher", "Bob")
    page.until("nameOf(store.me) === 'Bob'")
    page.until("!document.querySelector('article')")
    page.compose("/la")
    page.until(f"({OFFERS}).join().startsWith('/later')")
    assert "/languages" not in page.ask(OFFERS), "it is for those who manage the server"

    page.type(Keys.BACKSPACE, Keys.BACKSPACE, "greet ")
    offers(page, "Kindly", "Rudely", "tone:", "who:", "times:")
    page.compose("ru")
    offers(page, "Rudely")
    page.type(Keys.ENTER)
    assert page.ask(WRITTEN) == "/greet tone:Rudely who:"
    offers(page, "Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Dealer")
    page.type(Keys.ARROW_UP)
    assert "Dealer" in page.ask(ACTIVE)
    page.type(Keys.ARROW_DOWN)
    assert "Alice" in page.ask(ACTIVE)
    page.press("[role=option]:nth-child(2)")
    assert page.ask(WRITTEN) == "/greet tone:Rudely who:Bob "
    offers(page, "times:")
    assert page.ask("document.activeElement.id") == "composer"
    assert not page.ask(ACTIVE), "Enter must send a command that is whole"
    page.type(Keys.ENTER)
    page.sees("rude Bob")


@by_a_person
def test_commands_speak_the_users_language(sandbox: Sandbox, toy: Toy, page: Window) -> None:
    """In another language, commands, options and choices are shown and typed in that language."""
    page.choose("#my-locale", "Deutsch")
    page.until("store.locale === 'de'")
    assert sandbox.user(1).locale == "de"
    page.compose("/grü")
    offers(page, "/grüße")
    page.type(Keys.ENTER)
    page.until("document.activeElement.dataset.option === 'tone'")
    assert page.ask("$('status').textContent") == "ton: Wie"
    assert page.ask(OFFERS) == ["Freundlich", "Grob"]
    page.type("Gro", Keys.ENTER, "bo", Keys.ENTER)
    page.press("[data-add-option=times]")
    page.fill("[data-option=times]", "7", Keys.ENTER)
    page.until("$('status').textContent === 'mal must be at most 3.'")
    page.type(Keys.BACKSPACE, "2", Keys.ENTER)
    page.sees("rude Bob rude Bob")
    page.compose("/grüße Freundlich wen:Carol", Keys.ENTER)
    page.sees("kind Carol")
    page.compose("/greet kind Dave", Keys.ENTER)
    page.sees("kind Dave")


@by_a_person
def test_a_modal_is_filled_in_and_cancelled(toy: Toy, page: Window) -> None:
    """Escape closes a modal, an empty required field is refused, and Enter submits."""
    page.compose("/ask", Keys.ENTER)
    page.until("$('modal').open")
    page.type(Keys.ESCAPE)
    page.until("!$('modal').open")
    page.compose("/board", Keys.ENTER)
    page.press_id("ask")
    page.until("$('modal').open && document.activeElement.dataset.customId === 'amount'")
    page.type(Keys.ENTER)
    page.until("$('modal').innerText.includes('This field is required.')")
    assert grave_findings(page) == []
    page.type("250", Keys.ENTER)
    page.sees("Amount: 250")
    page.until("!$('modal').open")
    assert page.ask("document.activeElement.dataset.customId") == "ask"


@by_a_person
def test_each_window_is_its_own_user(sandbox: Sandbox, window: Window) -> None:
    """Two windows chat as two users, also after a reload; messages cannot inject markup."""
    window.visit(f"{sandbox.url}/?user=1")
    other = window.another()
    other.visit(f"{sandbox.url}/?user=2")
    text = "<img src=x onerror='window.hurt=1'><b>x</b> [y](javascript:alert(1))"
    other.compose(text, Keys.ENTER)
    other.sees("<b>x</b>")
    other.choose("#user-switcher", "Dave")
    other.until("nameOf(store.me) === 'Dave'")
    other.visit(sandbox.url)
    other.until("nameOf(store.me) === 'Dave'")
    other.close()
    window.sees("<b>x</b>")
    assert text in window.articles[0]
    assert window.ask("document.querySelectorAll('#messages :is(img, b, a)').length") == 0
    assert window.ask("window.hurt === undefined")
    assert window.ask("nameOf(store.me)") == "Alice"


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


@by_a_person
def test_markdown(page: Window) -> None:
    """Markdown nests, escapes and stays unclosed as in Discord."""
    drawn = page.ask(f"{json.dumps(list(MARKDOWN))}.map((text) => markdown(text).innerHTML)")
    assert dict(zip(MARKDOWN, drawn, strict=True)) == MARKDOWN


@by_a_person
def test_an_emoji_without_a_picture_is_shown_by_its_name(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    chip = sandbox.guild().add_emoji("chip")
    sandbox.user(2).say(sandbox.channel(0), f"{chip} 50")
    window.visit(sandbox.url)
    window.sees(":chip: 50")


RICH = "Bob `x` <t:1700000000:R> ||secret|| **bold** https://example.org"


@by_a_person
def test_narrow_window(sandbox: Sandbox, toy: Toy, narrow: Window) -> None:
    """At 400 px nothing scrolls sideways, and the channels are behind a menu button."""
    narrow.visit(sandbox.url)
    for said in (RICH, "/board", "/files"):
        narrow.compose(said, Keys.ENTER)
    narrow.sees("Count: 0")
    narrow.sees("export.json")
    narrow.compose("/")
    narrow.until("document.querySelectorAll('[role=option]').length > 3")
    assert grave_findings(narrow) == []
    assert narrow.ask("document.documentElement.scrollWidth") == 400
    assert narrow.ask("$('log').scrollWidth <= $('log').clientWidth")
    assert not narrow.ask("$('sidebar').checkVisibility({ visibilityProperty: true })")
    narrow.press("#menu")
    narrow.press("[data-channel-id]:not([aria-current])")
    narrow.until("$('menu').getAttribute('aria-expanded') === 'false'")


FOCUSED = "document.activeElement.closest('[id]').id"


@by_a_person
def test_the_menu_of_a_narrow_window_takes_the_focus_and_gives_it_back(
    sandbox: Sandbox, narrow: Window
) -> None:
    """Otherwise Tab goes to what is behind it, and the focus is lost with the menu."""
    narrow.visit(sandbox.url)
    lounge = str(sandbox.channel("lounge").id)
    for key in (Keys.ESCAPE, Keys.TAB + Keys.ENTER):
        narrow.press("#menu")
        assert narrow.ask(FOCUSED) == "channels"
        narrow.type(key)
        narrow.until("$('menu').getAttribute('aria-expanded') === 'false'")
        assert narrow.ask(FOCUSED) == "menu"
    assert narrow.ask("store.channelId") == lounge


NEWS = "[...$('news').children].map((one) => one.textContent)"


async def test_new_messages_are_announced(raw: Raw, toy: Toy, window: Window) -> None:
    """New messages are announced with card names and without buttons; edits and the user's own messages are not."""
    sandbox, picture = raw.sandbox, base64.b64encode(chart("red").fp.read()).decode()
    body = {"name": "ace_of_spades", "image": f"data:image/png;base64,{picture}"}
    _, emoji = await raw.call("POST", f"{raw.app}/emojis", body)
    card = f"<:ace_of_spades:{emoji['id']}>"
    sandbox.user(2).say(sandbox.channel(0), "Old")

    async def secret(interaction: Play) -> None:
        await interaction.response.send_message(f"# Yours\n{card} ||{card}||", ephemeral=True)

    toy.extra = secret

    def steps() -> None:
        window.visit(sandbox.url)
        window.sees("Old")
        assert window.ask("[$('news').ariaLive, $('log').ariaLive]") == ["polite", "off"]
        window.compose("Mine", Keys.ENTER)
        window.sees("Mine")
        window.compose("/board", Keys.ENTER)
        window.press_id("count")
        window.sees("Count: 1")
        window.compose("/run", Keys.ENTER)
        window.sees("Yours")
        window.compose("/later", Keys.ENTER)
        window.sees("One more thing, edited.")
        assert window.ask(NEWS) == [
            "Dealer: Count: 0 Help",
            "Dealer, only you can see this: Yours ace of spades Hidden text, press to show",
            "Dealer: Done thinking.",
            "Dealer: One more thing.",
        ]

    await act(steps)


FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
LOG = "$('log')"
BUTTON = "document.querySelector('[data-custom-id=press]')"
PLACE = f"Math.round({BUTTON}.getBoundingClientRect().top)"


def board(*lines: str) -> Json:
    """Return a message with these lines and a button below them."""
    press = button(style=2, label="Press", custom_id="press")
    return layout(container(text("\n".join(lines)), row(press)))


async def test_a_button_stays_where_it_is_when_its_message_is_edited(
    raw: Raw, window: Window
) -> None:
    """The position is stable at the end of the log, including the first "(edited)" mark, and farther up under the
    pointer."""
    channel = raw.sandbox.channel(0)
    for number in range(40):
        raw.sandbox.user(2).say(channel, f"Message {number}")
    path = f"/channels/{channel.id}/messages"
    _, sent = await raw.call("POST", path, board("One", "Two", "Three"))

    def at_the_end() -> int:
        window.visit(raw.sandbox.url)
        window.sees("Three")
        return int(window.ask(PLACE))

    def edited(line: str) -> int:
        window.sees(line)
        return int(window.ask(PLACE))

    before = await act(at_the_end)
    await raw.call("PATCH", f"{path}/{sent['id']}", board(*"ABCDEF", "Longer"))
    assert await act(edited, "Longer") == before
    assert await act(window.ask, "document.querySelector('.edited').innerText") == "(edited)"

    def farther_up() -> int:
        window.ask(FRAMES)  # finish scrolling to the end first
        window.ask(f"{LOG}.scrollTop -= 40")
        window.ask(FRAMES)
        assert not window.ask("stuck")
        place = window.ask(f"{BUTTON}.getBoundingClientRect().toJSON()")
        point = {"x": place["left"] + 5, "y": place["top"] + 5}
        window.wire.call("Input.dispatchMouseEvent", type="mouseMoved", **point)
        window.ask(FRAMES)
        assert window.ask("document.querySelectorAll('.row:hover').length") == 1
        return int(window.ask(PLACE))

    before = await act(farther_up)
    for lines in (["A", "Shorter"], [*"ABCDEFGH", "Longest"]):
        await raw.call("PATCH", f"{path}/{sent['id']}", board(*lines))
        assert await act(edited, lines[-1]) == before


def go_to(window: Window, channel_id: int) -> None:
    """Open a channel, which narrow pages hide behind the menu."""
    if window.ask("$('menu').checkVisibility()"):
        window.press("#menu")
    window.press(f"[data-channel-id='{channel_id}']")
    window.until(f"store.channelId === '{channel_id}'")


async def test_server_of_a_missing_shard_is_offline(two: Sandbox, narrow: Window) -> None:
    """The bot is offline in that server only: commands fail there and work in the other."""
    home, annex = two.guild(1), two.guild(2)
    shards = [(server.id >> 22) % 2 for server in (home, annex)]

    def board() -> None:
        narrow.visit(two.url)
        go_to(narrow, annex.channel("lounge").id)
        narrow.until("$('bot-mark').textContent === 'Dealer is online'")
        narrow.compose("/board", Keys.ENTER)
        narrow.sees("Count: 0")

    def look() -> None:
        narrow.until("$('bot-mark').textContent === 'Dealer is offline'")
        narrow.press_id("count")
        narrow.sees("This interaction failed")
        narrow.compose("/board", Keys.ENTER)
        narrow.until("document.querySelectorAll('article').length === 2")
        assert "Alice\nused\n/board" in narrow.articles[-1]
        assert "The application did not respond" in narrow.articles[-1]
        narrow.press("[data-dismiss]")
        narrow.until("document.querySelectorAll('article').length === 1")
        marked = (
            "[...document.querySelectorAll('#channels h3:has(.rank)')].map(one => one.textContent)"
        )
        assert narrow.ask(marked) == ["The Annex Dealer is offline"]
        assert grave_findings(narrow) == []
        go_to(narrow, home.channel("lounge").id)
        assert narrow.ask("$('bot-mark').textContent") == "Dealer is online"
        narrow.compose("/board", Keys.ENTER)
        narrow.sees("Count: 0")

    async with playing(two, shards[0]):
        async with playing(two, shards[1]):
            await act(board)
        await two.wait_for(lambda: not annex.bot_online)
        await two.faults.drop_gateway(resumable=False, shard=shards[1])
        await act(look)


async def test_a_failure_is_shown_where_the_command_was_used(
    sandbox: Sandbox, window: Window
) -> None:
    """In another channel the status line names the command, and another user sees nothing of it."""
    async with playing(sandbox):
        pass
    await sandbox.faults.drop_gateway(resumable=False)
    lounge = sandbox.channel("lounge")

    def steps() -> None:
        window.visit(sandbox.url)
        window.until("store.commands.length")
        window.ask(f"void (submitTyped('/board'), openChannel('{lounge.id}'))")
        window.until("!store.pending.size")
        assert window.articles == []
        failed = "/board in #blackjack failed (The application did not respond)"
        assert window.ask("$('status').textContent") == failed
        window.ask(f"void (submitTyped('/board'), beUser('{sandbox.user(2).id}'))")
        window.until("nameOf(store.me) === 'Bob'")
        window.compose("Hello", Keys.ENTER)
        window.sees("Hello")
        assert len(window.articles) == 1
        assert window.ask("$('status').textContent") == ""

    await act(steps)


async def test_a_dismissed_message_stays_away(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """As in Discord, an edit does not bring it back."""
    dismissed = asyncio.Event()

    async def secret(interaction: Play) -> None:
        await interaction.response.send_message("Early", ephemeral=True)
        await dismissed.wait()
        await interaction.edit_original_response(content="Late")
        await interaction.followup.send("After that")

    toy.extra = secret

    def dismiss() -> None:
        window.visit(sandbox.url)
        window.compose("/run", Keys.ENTER)
        window.sees("Early")
        window.press("[data-dismiss]")
        window.until("!document.querySelector('article')")

    def look() -> None:
        window.sees("After that")
        assert len(window.articles) == 1

    await act(dismiss)
    dismissed.set()
    await act(look)


async def test_files_are_loaded_from_the_host_that_shows_the_page(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """For example if a phone shows the page of this computer."""

    def steps() -> None:
        window.visit(sandbox.url.replace("127.0.0.1", "localhost"))
        window.compose("/files", Keys.ENTER)
        window.until("document.querySelector('.file a')")
        assert window.ask("document.querySelector('.file a').origin === location.origin")

    await act(steps)


async def test_a_page_keeps_the_newest_messages(sandbox: Sandbox, window: Window) -> None:
    """At the end of a channel it forgets older ones, so that it does not slow down; above it shows them longer."""
    channel, bob = sandbox.channel(0), sandbox.user(2)

    def say(first: int, last: int) -> None:
        for number in range(first, last + 1):
            bob.say(channel, f"Message {number}")

    def seen(number: int) -> list[int]:
        window.sees(f"Message {number}")
        window.ask(FRAMES)
        found: list[int] = window.ask(SHOWN)
        return [found[0], found[-1]]

    say(1, 210)
    await act(window.visit, sandbox.url)
    assert await act(seen, 210) == [11, 210]
    say(211, 220)
    assert await act(seen, 220) == [21, 220]
    await act(window.ask, f"{LOG}.scrollTop -= 300")
    await act(window.ask, FRAMES)
    assert not await act(window.ask, "stuck")
    say(221, 225)
    assert await act(seen, 225) == [21, 225]
    await act(window.press, "#jump")
    say(226, 226)
    assert await act(seen, 226) == [27, 226]


SHOWN = (
    "[...document.querySelectorAll('article .content')].map((one) => +one.innerText.split(' ')[1])"
)


ALERTS = """new MutationObserver((seen) => window.alerts = (window.alerts ?? 0) + seen.length).observe(
    $('banner'), { childList: true, characterData: true, subtree: true })"""


@by_a_person
def test_a_lost_connection_is_announced_once(page: Window) -> None:
    """Failed attempts to reconnect do not repeat the alert."""
    page.ask(f"void ({ALERTS})")
    page.ask("void (connectionLost(), connectionLost())")
    page.until("$('banner').innerText.startsWith('Connection lost')")
    assert page.ask("window.alerts") == 1
