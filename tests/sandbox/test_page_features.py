"""The page in a real browser: languages, files, private panels, pings and several servers."""

import pytest

from sandbox import Sandbox
from tests.browser import Keys, Select, Window, act, needs_browser

from .raw import Raw
from .toy import Toy

pytestmark = needs_browser
OFFERS = "[...document.querySelectorAll('[role=option] .label')].map(one => one.innerText)"


async def test_commands_speak_the_users_language(
    sandbox: Sandbox, showing: Toy, window: Window
) -> None:
    """With another language picked, commands, options and choices are shown and typed in it."""

    def steps() -> None:
        window.visit(sandbox.url)
        Select(window.find("#my-locale")).select_by_visible_text("Deutsch")
        window.until("store.locale === 'de'")
        window.compose("/tis")
        window.until("document.querySelector('[role=option]')")
        assert window.ask(OFFERS) == ["/tisch grenzen setzen", "/tisch öffnen"]
        window.type(Keys.ARROW_DOWN, Keys.ENTER)
        window.until("document.activeElement.dataset.option === 'rules'")
        assert window.ask("$('status').textContent") == "regeln: Welche Regeln"
        assert window.ask(OFFERS) == ["Europäisch", "Amerikanisch"]
        window.type("Amer", Keys.ENTER, "9", Keys.ENTER)
        window.until("$('status').textContent === 'plätze must be at most 7.'")
        window.type(Keys.BACKSPACE, "4", Keys.ENTER)
        window.sees("us 4 None red")
        window.compose("/tisch öffnen Europäisch plätze:2", Keys.ENTER)
        window.sees("eu 2 None red")
        window.compose("/table open us 1", Keys.ENTER)
        window.sees("us 1 None red")

    await act(steps)
    assert sandbox.user(1).locale == "de"


async def test_the_server_has_a_language_and_managers(
    sandbox: Sandbox, showing: Toy, window: Window
) -> None:
    """The server's language and the right to manage it are set beside the channels."""

    def steps() -> None:
        window.visit(f"{sandbox.url}/?user=2")
        assert window.ask("commandLeaves().every((leaf) => leaf.name !== 'languages')")
        Select(window.find("#guild-language")).select_by_visible_text("Français")
        window.find("#manages").click()
        window.until("[...$('people').querySelectorAll('.rank')].length === 2")
        window.until("commandLeaves().some((leaf) => leaf.name === 'languages')")
        window.compose("/languages", Keys.ENTER)
        window.sees("en-US fr fr")

    await act(steps)


async def test_an_autocomplete_is_picked_by_hand(
    sandbox: Sandbox, showing: Toy, narrow: Window
) -> None:
    """On a phone the bot's suggestions can be tapped, and hide no field of the command."""

    def steps() -> None:
        narrow.visit(sandbox.url)
        narrow.compose("/table o", Keys.TAB)
        narrow.find("[data-option=rules]").send_keys("eu", Keys.ENTER)
        narrow.find("[data-option=seats]").send_keys("5")
        narrow.find("[data-add-option=theme]").click()
        narrow.until("document.querySelectorAll('[role=option]').length === 3")
        below = "$('suggestions').getBoundingClientRect().bottom"
        assert narrow.ask(f"{below} <= $('command-bar').getBoundingClientRect().top")
        narrow.browser.find_elements("css selector", "[role=option]")[1].click()
        narrow.find("#send").click()
        narrow.sees("eu 5 None green")
        assert narrow.ask("document.documentElement.scrollWidth") == 400

    await act(steps)


async def test_files_are_shown_and_offered(sandbox: Sandbox, showing: Toy, window: Window) -> None:
    """A picture is drawn at its size; an export is a download with its name and size."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/files", Keys.ENTER)
        window.sees("export.json")
        window.sees("44 bytes")
        picture = window.find("article .gallery img")
        assert picture.get_attribute("alt") == "Rising bars"
        link = window.find("article .file a")
        assert link.get_attribute("download") == "export.json"
        assert str(link.get_attribute("href")).startswith(f"{sandbox.url}/attachments/")
        script = (
            "const i = arguments[0], d = arguments[1]; i.decode().then(() => d(i.naturalWidth))"
        )
        assert window.browser.execute_async_script(script, picture) == 320

    await act(steps)


@pytest.mark.parametrize("phone", [False, True])
async def test_a_panel_is_used(sandbox: Sandbox, showing: Toy, window: Window, phone: bool) -> None:
    """A private panel with a chart takes picks, clicks and a modal, and is closed."""
    picture = "document.querySelector('article .gallery img').src"

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/panel", Keys.ENTER)
        window.sees("Colour: red")
        assert window.find("article a.btn").get_attribute("href") == "https://example.org/help"
        before = window.ask(picture)
        window.press("panel-colour")
        window.until("document.querySelectorAll('[role=option]').length === 3")
        window.browser.find_elements("css selector", "[role=option]")[2].click()
        window.sees("Colour: blue")
        assert window.ask(picture) != before
        assert not window.find("[data-custom-id=panel-blue]").is_enabled()
        assert window.find("[data-custom-id=panel-colour]").text == "Blue"
        window.press("panel-note")
        window.until("$('modal').open")
        window.type("Mind the gap", Keys.ENTER)
        window.sees("Mind the gap")
        assert window.ask("$('log').scrollWidth <= $('log').clientWidth")
        window.press("panel-close")
        window.until("!document.querySelector('article')")

    if phone:
        window.become_phone()
    try:
        await act(steps)
    finally:
        window.become_desktop()


async def test_a_ping_is_marked_for_whom_it_is(
    sandbox: Sandbox, showing: Toy, window: Window
) -> None:
    """The message is marked only for the user who is pinged; so is its channel, seen from another one."""
    alice, (bob, carol), lounge = sandbox.user(1), (2, 3), sandbox.channel("lounge")

    def look(number: int) -> tuple[bool, bool]:
        window.visit(f"{sandbox.url}/?user={number}")
        window.find("[data-channel-id]:not([aria-current])")
        window.ask(f"openChannel('{lounge.id}')")
        window.sees("it is your turn")
        marked = window.ask("Boolean(document.querySelector('article.mine'))")
        window.ask("openChannel(allChannels()[0].id)")
        return marked, window.ask("store.pinged.size > 0")

    def hear() -> None:
        window.until("document.querySelector('.channel.pinged')")
        window.find(".channel.pinged").click()
        window.until("!document.querySelector('.channel.pinged')")

    ends = sandbox.user(bob), sandbox.user(carol)
    await alice.command(lounge, "nudge", who=ends[0], other=ends[1])
    await sandbox.wait_for(lambda: ends[0].pings(lounge))
    assert await act(look, carol) == (False, False)
    assert await act(look, bob) == (True, False)
    await alice.command(lounge, "nudge", who=ends[0], other=ends[1])
    await act(hear)


async def test_a_deleted_message_is_gone_at_once(sandbox: Sandbox, window: Window) -> None:
    """A message that is deleted disappears from an open page."""
    message = sandbox.user(2).say(sandbox.channel(0), "Not for long")

    await act(window.visit, sandbox.url)
    await act(window.sees, "Not for long")
    sandbox.faults.delete_message(message)
    await act(window.until, "!document.querySelector('article')")


async def test_threads_stand_below_their_channels(
    sandbox: Sandbox, raw: Raw, window: Window
) -> None:
    """The channel tells of one, a link leads there, and what is archived is in no list."""
    lounge, listed = (
        sandbox.channel("lounge"),
        "[...document.querySelectorAll('.channel')].map((one) => one.innerText)",
    )
    _, made = await raw.call(
        "POST", f"/channels/{lounge.id}/threads", {"name": "Table", "type": 11}
    )
    thread = sandbox.world.channels[int(made["id"])]
    url = f"https://discord.com/channels/{lounge.guild.id}/{thread.id}/1"
    await raw.call("POST", raw.lounge, {"content": f"It is there: {url}"})

    def look() -> None:
        window.visit(sandbox.url)
        assert window.ask(listed) == ["# blackjack", "# lounge", "🧵 Table", "# high-rollers"]
        window.ask(f"openChannel('{lounge.id}')")
        window.sees("started a thread: 🧵 Table")
        window.sees("It is there: 🧵 Table")
        window.find("article:last-of-type [data-go-channel]").click()
        window.until("$('channel-name').innerText === '🧵 Table'")

    def look_again() -> None:
        window.until("$('channel-name').innerText === '🔒 Table'")
        window.ask(f"openChannel('{lounge.id}')")
        assert window.ask(listed) == ["# blackjack", "# lounge", "# high-rollers"]

    await act(look)
    sandbox.faults.archive(thread, locked=True)
    await act(look_again)


async def test_servers_stand_beside_each_other(
    sandbox: Sandbox, showing: Toy, window: Window
) -> None:
    """A second server appears with its channels; commands there are the second server's."""

    def visit() -> None:
        window.visit(sandbox.url)
        assert window.ask("document.querySelectorAll('#channels h3').length") == 0

    def use() -> None:
        window.until("document.querySelectorAll('#channels h3').length === 2")
        window.find(f"[data-channel-id='{den.id}']").click()
        window.until("$('guild-name').textContent === 'Second'")
        assert window.ask("$('guild-language').value") == "fr"
        window.compose("/languages", Keys.ENTER)
        window.sees("en-US fr fr")

    await act(visit)
    den = sandbox.add_guild("Second", channels=("den",), language="fr").channel("den")
    await act(use)


async def test_an_edit_changes_the_accent(sandbox: Sandbox, window: Window) -> None:
    """A message that is drawn again keeps its nodes, and takes on its new colour."""
    recoloured = """(() => {
        const [old, fresh] = ["#111111", "#222222"].map((colour) => {
            const box = document.createElement("div");
            box.style.setProperty("--accent", colour);
            return box;
        });
        morph(old, fresh);
        return old.style.getPropertyValue("--accent");
    })()"""

    def steps() -> None:
        window.visit(sandbox.url)
        assert window.ask(recoloured) == "#222222"

    await act(steps)


FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
LOG = "$('log')"
BUTTON = "document.querySelector('[data-custom-id=press]')"
PLACE = f"Math.round({BUTTON}.getBoundingClientRect().top)"


def board(*lines: str) -> dict[str, object]:
    """A message of these lines with a button below them."""
    button = {"type": 2, "style": 2, "label": "Press", "custom_id": "press"}
    parts = [{"type": 10, "content": "\n".join(lines)}, {"type": 1, "components": [button]}]
    return {"flags": 1 << 15, "components": [{"type": 17, "components": parts}]}


async def test_a_button_stays_where_it_is_when_its_message_is_edited(
    raw: Raw, window: Window
) -> None:
    """At the end of the log, also with the first edit, which is marked; and, farther up, under the pointer."""
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
        window.ask(FRAMES)  # else the end is still being scrolled to
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
