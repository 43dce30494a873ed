"""The page in a real browser: what it shows to the eye, and what it says to a screen reader."""

import base64

import pytest

from sandbox import Sandbox
from tests.browser import Keys, Select, Window, act, needs_browser

from .raw import Raw
from .showcase import chart
from .toy import Play, Toy

pytestmark = needs_browser

NEWS = "[...$('news').children].map((one) => one.textContent)"
HEIGHTS = "[...document.querySelectorAll('.md .emoji')].map((one) => Math.round(one.getBoundingClientRect().height))"
WIDTHS = HEIGHTS.replace("height)", "width)")
WRITTEN = "[...document.querySelectorAll('.md time')].map((one) => one.textContent)"


async def ace(raw: Raw) -> str:
    """The mention of an emoji of the application, called ace_of_spades."""
    image = base64.b64encode(chart((0, 0, 0)).fp.read()).decode()
    body = {"name": "ace_of_spades", "image": f"data:image/png;base64,{image}"}
    _, emoji = await raw.call("POST", f"{raw.app}/emojis", body)
    return f"<:ace_of_spades:{emoji['id']}>"


async def test_a_mention_is_a_name_where_the_client_knows_the_user(
    raw: Raw, window: Window
) -> None:
    """Oneself, who has written here, and who is pinged; all others are unknown, as on Discord."""
    alice, bob, carol, dave = (raw.sandbox.user(number) for number in (1, 2, 3, 4))
    channel = raw.sandbox.channel(0)
    path = f"/channels/{channel.id}/messages"
    everybody = " ".join(f"<@{user.id}>" for user in (alice, bob, carol, dave))
    ping = {"content": f"<@{carol.id}>", "allowed_mentions": {"users": [str(carol.id)]}}
    mentions = "[...document.querySelectorAll('article:first-of-type .md .mention')].map((one) => one.innerText)"
    await raw.call("POST", path, {"content": everybody, "allowed_mentions": {"parse": []}})
    bob.say(channel, "Hello")

    def look() -> None:
        window.visit(raw.sandbox.url)
        window.sees("Hello")
        assert window.ask(mentions) == ["@Alice", "@Bob", "@unknown-user", "@unknown-user"]

    def look_again() -> None:
        window.until("document.querySelectorAll('article').length === 3")
        assert window.ask(mentions) == ["@Alice", "@Bob", "@Carol", "@unknown-user"]
        Select(window.find("#user-switcher")).select_by_visible_text("Dave")
        window.until(
            "store.me.global_name === 'Dave' && document.querySelector('article .md .mention')"
        )
        window.until(f"{mentions}[3] === '@Dave'")
        assert window.ask(mentions) == ["@unknown-user", "@Bob", "@Carol", "@Dave"]

    await act(look)
    await raw.call("POST", path, ping)
    await act(look_again)


async def test_emojis_grow_with_headings(raw: Raw, window: Window) -> None:
    """Pictures and signs are squares of 1.375 em: 22 px in a sentence, larger in a heading, as in Discord's client."""
    card = await ace(raw)
    lines = [f"{mark}A {card} 🎴♠" for mark in ("# ", "## ", "### ", "", "-# ")]
    raw.sandbox.user(2).say(raw.sandbox.channel(0), "\n".join(lines))

    def steps() -> None:
        window.visit(raw.sandbox.url)
        window.sees("A")
        expected = [size for size in (33, 28, 22, 22, 18) for _ in range(3)]
        assert window.ask(HEIGHTS) == expected
        assert window.ask(WIDTHS) == expected

    await act(steps)


async def test_headings_take_the_room_that_they_take_on_discord(
    sandbox: Sandbox, window: Window
) -> None:
    """8 px below, and 16 px above; at the top of a text 8 px, and 4 px above a small one."""
    margins = """[...document.querySelectorAll('.md :is(h1, h2, h3)')].map((one) => {
        const { marginTop, marginBottom } = getComputedStyle(one);
        return `${marginTop} ${marginBottom}`;
    })"""
    bob, channel = sandbox.user(2), sandbox.channel(0)
    for mark in ("#", "##", "###"):
        bob.say(channel, f"{mark} One\ntwo\n{mark} Three\nfour")

    def steps() -> None:
        window.visit(sandbox.url)
        window.until("document.querySelectorAll('article').length === 3")
        large, small = ["8px 8px", "16px 8px"], ["4px 8px", "16px 8px"]
        assert window.ask(margins) == [*large, *large, *small]

    await act(steps)


async def test_emojis_alone_are_jumbo(raw: Raw, window: Window) -> None:
    """A message of nothing but up to 30 emojis shows them at 48 px."""
    card = await ace(raw)
    bob, channel = raw.sandbox.user(2), raw.sandbox.channel(0)
    bob.say(channel, f"{card} ♠ 🎴")
    bob.say(channel, f"♠{card}" * 15)
    bob.say(channel, "🎴" * 31)
    bob.say(channel, "1")

    def steps() -> None:
        window.visit(raw.sandbox.url)
        window.until("document.querySelectorAll('article').length === 4")
        drawn = "[...document.querySelectorAll('.md')].map((one) => one.matches('.jumbo'))"
        assert window.ask(drawn) == [True, True, False, False]
        assert window.ask(HEIGHTS)[:33] == [48] * 33

    await act(steps)


async def test_an_emoji_is_called_by_its_name(raw: Raw, window: Window) -> None:
    """A screen reader says "ace of spades"; the tooltip is what one would type."""
    raw.sandbox.user(2).say(raw.sandbox.channel(0), f"Here: {await ace(raw)}")

    def steps() -> None:
        window.visit(raw.sandbox.url)
        picture = window.find("article .emoji")
        assert picture.accessible_name == "ace of spades"
        assert picture.get_attribute("title") == ":ace_of_spades:"

    await act(steps)


async def test_times_are_in_the_users_language(sandbox: Sandbox, window: Window) -> None:
    """Relative and absolute times follow the language at once, and go on counting in it."""
    unix = 1_700_000_000
    said = f"<t:{unix + 90}:R> <t:{unix}:R> <t:{unix - 7200}:R> <t:{unix}:D>"
    sandbox.user(2).say(sandbox.channel(0), said)

    def speak(language: str) -> list[str]:
        Select(window.find("#my-locale")).select_by_visible_text(language)
        window.until(f"store.locales[store.locale] === {language!r}")
        found: list[str] = window.ask(WRITTEN)
        return found

    def steps() -> None:
        window.visit(sandbox.url)
        window.until("document.querySelectorAll('article').length === 1")
        window.browser.execute_script(f"Date.now = () => {unix} * 1000; tickTimes()")
        english = ["in 2 minutes", "now", "2 hours ago", "November 14, 2023"]
        assert window.ask(WRITTEN) == english
        assert speak("Deutsch") == ["in 2 Minuten", "jetzt", "vor 2 Stunden", "14. November 2023"]
        window.browser.execute_script(f"Date.now = () => ({unix} + 78) * 1000; tickTimes()")
        assert window.ask(WRITTEN)[:2] == ["in 12 Sekunden", "vor 1 Minute"]
        window.until("/\\d\\. [A-Z]/.test(document.querySelector('.byline time').title)")
        assert speak("Français")[:2] == ["dans 12 secondes", "il y a 1 minute"]

    await act(steps)


async def test_a_message_has_a_name(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """Author, time, and whether others see it: also of a message that stands below another of the same author."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/board", Keys.ENTER)
        window.sees("Count: 0")
        window.press("whisper")
        window.sees("Psst.")
        board, whisper = window.browser.find_elements("css selector", "article")
        said, whispered = window.ask(
            "store.messages.map(message => timeText(new Date(message.timestamp), 't'))"
        )
        assert (board.aria_role, board.accessible_name) == ("article", f"Dealer, {said}")
        assert whisper.accessible_name == f"Dealer, {whispered}, only you can see this"

    await act(steps)


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


async def test_the_focus_stays_among_the_messages(
    sandbox: Sandbox, toy: Toy, window: Window
) -> None:
    """Where the message with the focus is taken away, the next one gets it, else the one before."""
    focused = "document.activeElement.closest('article')?.innerText ?? document.activeElement.id"

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/greet kind Bob", Keys.ENTER)
        window.sees("kind Bob")
        window.compose("/greet kind Carol", Keys.ENTER)
        window.sees("kind Carol")
        window.find("[data-dismiss]").send_keys(Keys.ENTER)
        window.until("document.querySelectorAll('article').length === 1")
        assert "kind Carol" in window.ask(focused)
        window.type(Keys.TAB, Keys.ENTER)
        window.until("document.querySelectorAll('article').length === 0")
        assert window.ask(focused) == "log"

    await act(steps)


@pytest.mark.parametrize("phone", [False, True])
async def test_the_hint_is_never_cut(raw: Raw, window: Window, phone: bool) -> None:
    """The composer's hint is as long as fits: it names the channel and the commands, else less."""
    names = ("den", "the-high-rollers", "the-longest-name-of-a-channel-that-anybody-has-thought-of")
    cut = """(() => {
        const box = $('composer').cloneNode(true);
        box.value = box.placeholder;
        const width = $('composer').clientWidth + 'px';
        Object.assign(box.style, { position: 'fixed', flex: 'none', width, whiteSpace: 'pre' });
        $('composer').parentElement.append(box);
        const isCut = box.scrollWidth > box.clientWidth;
        box.remove();
        return isCut;
    })()"""

    def steps(sandbox: Sandbox) -> list[str]:
        window.visit(sandbox.url)
        hints = []
        for name in names:
            window.ask(f"openChannel(allChannels().find((one) => one.name === {name!r}).id)")
            hints.append(window.ask("$('composer').placeholder"))
            assert not window.ask(cut), name
        return hints

    async with Sandbox(channels=names) as sandbox:
        if phone:
            window.become_phone()
        try:
            hints = await act(steps, sandbox)
        finally:
            window.become_desktop()
    den, rollers, long = names
    if phone:
        assert hints == [f"Message #{den}, / for commands", f"Message #{rollers}", "Message"]
    else:
        assert hints == [f"Message #{name}, / for commands" for name in (den, rollers, long)]


async def test_a_window_without_connection_promises_no_bot(
    sandbox: Sandbox, toy: Toy, narrow: Window
) -> None:
    """When the server is gone, and with it a bot in the same process, no bot is called online; a phone says so too."""
    mark = "$('bot-mark').innerText.trim()"
    covered = """['menu', 'channel-name', 'bot-mark', 'user-switcher'].filter((id) => {
        const { left, top, width, height } = $(id).getBoundingClientRect();
        return !$(id).contains(document.elementFromPoint(left + width / 2, top + height / 2));
    })"""

    def before() -> None:
        narrow.visit(sandbox.url)
        narrow.until("$('bot-mark').textContent === 'Dealer is online'")
        assert narrow.ask("document.querySelectorAll('.dot.on').length") == 2

    def after() -> None:
        narrow.until("!$('banner').hidden")
        assert narrow.ask(mark) == "Not connected"
        assert narrow.find("#bot-mark .text").size["width"] > 50
        assert narrow.ask("document.querySelectorAll('.dot.on').length") == 0
        assert narrow.ask(covered) == []
        assert narrow.ask("document.documentElement.scrollWidth") == 400

    await act(before)
    await sandbox.stop()
    await act(after)
