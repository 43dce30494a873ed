"""The page in a real browser: languages, private panels, messages that are edited, and commands that are typed."""

from sandbox import Sandbox
from tests.browser import Keys, Select, Window, act, needs_browser

from .raw import Raw
from .toy import Toy

pytestmark = needs_browser


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


async def test_a_panel_is_used(sandbox: Sandbox, showing: Toy, narrow: Window) -> None:
    """A private panel with a chart takes picks, clicks and a modal, and is closed."""
    picture = "document.querySelector('article .gallery img').src"

    def steps() -> None:
        narrow.visit(sandbox.url)
        narrow.compose("/panel", Keys.ENTER)
        narrow.sees("Colour: red")
        assert narrow.find("article a.btn").get_attribute("href") == "https://example.org/help"
        before = narrow.ask(picture)
        narrow.press("panel-colour")
        narrow.until("document.querySelectorAll('[role=option]').length === 3")
        narrow.browser.find_elements("css selector", "[role=option]")[2].click()
        narrow.sees("Colour: blue")
        assert narrow.ask(picture) != before
        assert not narrow.find("[data-custom-id=panel-blue]").is_enabled()
        assert narrow.find("[data-custom-id=panel-colour]").text == "Blue"
        narrow.press("panel-note")
        narrow.until("$('modal').open")
        narrow.type("Mind the gap", Keys.ENTER)
        narrow.sees("Mind the gap")
        assert narrow.ask("$('log').scrollWidth <= $('log').clientWidth")
        narrow.press("panel-close")
        narrow.until("!document.querySelector('article')")

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


OFFERS = "[...document.querySelectorAll('[role=option] .label')].map(one => one.innerText)"
ACTIVE = "document.querySelector('[role=option][aria-selected=true]')?.innerText"
WRITTEN = "$('composer').value"


def offers(window: Window, *expected: str) -> None:
    """Wait until exactly these are offered."""
    window.until(f"({OFFERS}).join() === {','.join(expected)!r}")


async def test_choices_are_offered_while_typing(sandbox: Sandbox, toy: Toy, window: Window) -> None:
    """A required option offers its choices at once; what is typed narrows them, and Enter takes the first."""

    def steps() -> None:
        window.visit(sandbox.url)
        window.compose("/greet ")
        offers(window, "Kindly", "Rudely", "tone:", "who:", "times:")
        window.compose("ru")
        offers(window, "Rudely")
        window.type(Keys.ENTER)
        assert window.ask(WRITTEN) == "/greet tone:Rudely who:"
        offers(window, "Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Dealer")
        window.type(Keys.ARROW_UP)
        assert "Dealer" in window.ask(ACTIVE)
        window.type(Keys.ARROW_DOWN)
        assert "Alice" in window.ask(ACTIVE)
        window.find("[role=option]:nth-child(2)").click()
        assert window.ask(WRITTEN) == "/greet tone:Rudely who:Bob "
        offers(window, "times:")
        assert window.ask("document.activeElement.id") == "composer"
        assert not window.ask(ACTIVE), "Enter must send a command that is whole"
        window.type(Keys.ENTER)
        window.sees("rude Bob")

    await act(steps)
