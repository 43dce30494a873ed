"""The page in a real browser, checked by axe-core: nothing keeps anybody from using it, at two widths."""

from collections.abc import Iterator

import pytest

from sandbox import Sandbox
from tests.browser import Keys, Window, act, needs_browser
from tests.browser.axe import grave_findings

from .toy import Toy

pytestmark = needs_browser


@pytest.fixture(params=[1280, 400])
def sized(request: pytest.FixtureRequest, window: Window) -> Iterator[Window]:
    """The window at a desktop's width, and at a phone's."""
    window.become_phone() if request.param == 400 else window.become_wide(request.param)
    yield window
    window.become_desktop()


async def test_the_checker_checks(sandbox: Sandbox, window: Window) -> None:
    """A button without a name and a text that can't be read are found."""
    spoil = """
        const button = document.createElement("button");
        document.querySelector("main").append(button);
        document.getElementById("empty").style.color = "#333";
    """

    def steps() -> list[str]:
        window.visit(sandbox.url)
        window.browser.execute_script(spoil)
        return grave_findings(window)

    found = await act(steps)
    assert {one.partition(" ")[0] for one in found} == {"button-name", "color-contrast"}


async def test_an_empty_page(sandbox: Sandbox, sized: Window) -> None:
    """Before anybody has said anything, and with the menu of a phone open."""

    def steps() -> None:
        sized.visit(sandbox.url)
        assert grave_findings(sized) == []
        menu = sized.find("#menu")
        if menu.is_displayed():
            menu.click()
            sized.until("document.body.classList.contains('menu-open')")
            assert grave_findings(sized) == []

    await act(steps)


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
