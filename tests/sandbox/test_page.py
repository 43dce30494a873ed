"""The page in a real browser, with the toy bot behind it: what a person does, and what they see and hear."""

import base64
from collections.abc import Iterator

import pytest

from sandbox import ManualClock, Sandbox
from tests.browser import Keys, Select, Window, act, needs_browser
from tests.browser.axe import grave_findings

from .raw import Raw
from .showcase import chart
from .toy import Play, Toy, playing, sharded

pytestmark = needs_browser


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


NEWS = "[...$('news').children].map((one) => one.textContent)"


async def ace(raw: Raw) -> str:
    """The mention of an emoji of the application, called ace_of_spades."""
    image = base64.b64encode(chart((0, 0, 0)).fp.read()).decode()
    body = {"name": "ace_of_spades", "image": f"data:image/png;base64,{image}"}
    _, emoji = await raw.call("POST", f"{raw.app}/emojis", body)
    return f"<:ace_of_spades:{emoji['id']}>"


async def test_what_is_new_is_said(raw: Raw, toy: Toy, window: Window) -> None:
    """New messages are announced, with the names of cards and without buttons; edits and one's own are not."""
    sandbox, card = raw.sandbox, await ace(raw)
    sandbox.user(2).say(sandbox.channel(0), "Old")

    async def secret(interaction: Play) -> None:
        await interaction.response.send_message(f"# Yours\n{card} ||{card}||", ephemeral=True)

    toy.extra = secret

    def steps() -> None:
        window.visit(sandbox.url)
        window.sees("Old")
        assert window.find("#news").get_attribute("aria-live") == "polite"
        assert window.find("#log").get_attribute("aria-live") == "off"
        window.compose("Mine", Keys.ENTER)
        window.sees("Mine")
        window.compose("/board", Keys.ENTER)
        window.press("count")
        window.sees("Count: 1")
        window.compose("/run", Keys.ENTER)
        window.sees("Yours")
        window.compose("/later", Keys.ENTER)
        window.sees("One more thing, edited.")
        assert window.ask(NEWS) == [
            "Dealer: Count: 0",
            "Dealer, only you can see this: Yours ace of spades Hidden text, press to show",
            "Dealer: Done thinking.",
            "Dealer: One more thing.",
        ]

    await act(steps)


@pytest.fixture(params=[1280, 400])
def sized(request: pytest.FixtureRequest, window: Window) -> Iterator[Window]:
    """The window at a desktop's width, and at a phone's."""
    window.become_phone() if request.param == 400 else window.become_wide(request.param)
    yield window
    window.become_desktop()


async def test_messages_and_forms(sandbox: Sandbox, showing: Toy, sized: Window) -> None:
    """With messages of all kinds, a pick list, a failure and a modal."""

    def steps() -> None:
        sized.visit(sandbox.url)
        sized.compose(
            "# Hello\nBob `x` <t:1700000000:R> ||secret|| **bold** https://example.org", Keys.ENTER
        )
        for command in ("/board", "/later", "/files", "/panel"):
            sized.compose(command, Keys.ENTER)
        sized.sees("Only you can see this")
        assert grave_findings(sized) == []
        sized.press("panel-colour")
        sized.until("document.querySelectorAll('[role=option]').length === 3")
        assert grave_findings(sized) == []
        sized.type(Keys.ESCAPE)
        sized.press("panel-note")
        sized.until("$('modal').open")
        sized.type(Keys.ENTER)
        sized.until("$('modal').innerText.includes('This field is required.')")
        assert grave_findings(sized) == []

    await act(steps)


async def test_commands(sandbox: Sandbox, showing: Toy, sized: Window) -> None:
    """With the list of commands, the offers of a typed command, and the fields of a chosen one."""

    def steps() -> None:
        sized.visit(sandbox.url)
        sized.compose("/")
        sized.until("document.querySelectorAll('[role=option]').length > 3")
        assert grave_findings(sized) == []
        sized.compose("table open ")
        sized.until("document.querySelector('[role=option] .label').innerText === 'European'")
        assert grave_findings(sized) == []
        sized.ask("fillComposer('/table op')")
        sized.compose(Keys.TAB)
        sized.until("document.activeElement.dataset.option === 'rules'")
        assert grave_findings(sized) == []

    await act(steps)


def go_to(window: Window, channel_id: int) -> None:
    """Open a channel; on a phone, out of the menu."""
    menu = window.find("#menu")
    if menu.is_displayed():
        menu.click()
        window.until("document.body.classList.contains('menu-open')")
    window.find(f"[data-channel-id='{channel_id}']").click()
    window.until(f"store.channelId === '{channel_id}'")


async def test_a_server_without_its_shard_says_so(two: Sandbox, narrow: Window) -> None:
    """The bot is offline in that server alone: what is asked there fails, and the other plays on."""
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
        narrow.press("count")
        narrow.sees("This interaction failed")
        narrow.compose("/board", Keys.ENTER)
        narrow.sees("The application did not respond")
        marked = (
            "[...document.querySelectorAll('#channels h3:has(.rank)')].map(one => one.textContent)"
        )
        assert narrow.ask(marked) == ["The Annex Dealer is offline"]
        assert grave_findings(narrow) == []
        go_to(narrow, home.channel("lounge").id)
        assert narrow.ask("$('bot-mark').textContent") == "Dealer is online"
        narrow.compose("/board", Keys.ENTER)
        narrow.sees("Count: 0")

    async with sharded(two, shards[0]):
        async with sharded(two, shards[1]):
            await act(board)
        await two.wait_for(lambda: not annex.bot_online)
        await two.faults.drop_gateway(resumable=False, shard=shards[1])
        await act(look)
