"""A round on the page without a mouse: played by the keyboard alone, and looked at by axe-core in each phase."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from cogs.startup.client import PICTURES as UPLOAD
from engine.rules.rule_sets import RULE_SETS
from sandbox import Sandbox
from tests.bot.casino import WELCOME, Casino
from tests.bot.luck import Luck, seed_where
from tests.bot.past import played
from tests.browser import Chrome, Keys, Window, act, needs_browser
from tests.browser.axe import grave_findings
from tests.clock import ManualClock
from tests.patient import PatientClock

pytestmark = [needs_browser, pytest.mark.asyncio(loop_scope="module")]

DESKTOP, PHONE = 1280, 400
USUAL, TALL = 800, 20_000
"""Pixels. Contrast is checked of what is in view: a tall window shows all answers at once."""
RULES = "vegas"
STOPS = 100
"""More than the page has stops for the Tab key."""
FOCUSED = "document.activeElement.matches('#messages *') && document.activeElement.innerText.trim()"
OFFERS = """[...document.querySelectorAll('#messages [data-custom-id]:enabled')]
    .some((one) => one.innerText.trim() === %r)"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def casino(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Casino]:
    """The bot with pictures of the cards; the first round is won by standing."""
    async with Sandbox(clock=PatientClock()) as sandbox:
        database = tmp_path_factory.mktemp("casino") / "casino.db"
        casino = Casino(sandbox, database, ManualClock(), Luck())
        casino.settings["CARD_PICTURES"] = "on"
        seed = seed_where(
            RULE_SETS[RULES], 1, lambda dealt: (dealt.points(1), dealt.dealer) == (20, 18)
        )
        casino.luck.next.append(seed)
        await casino.start()
        await casino.bot.background.settled(UPLOAD)
        yield casino
        await casino.stop()


def check(window: Window, height: int = USUAL) -> None:
    """Nothing grave is found, on a desktop and on a phone, in a window of this height."""
    window.take_size(PHONE, height)
    on_a_phone = grave_findings(window)
    window.take_size(DESKTOP, height)
    assert (on_a_phone, grave_findings(window)) == ([], [])


def press(window: Window, label: str) -> None:
    """Go to a message's button with the Tab key, and press it with Enter."""
    window.until(OFFERS % label)
    for _ in range(STOPS):
        if window.ask(FOCUSED) == label:
            window.type(Keys.ENTER)
            return
        window.type(Keys.TAB)
    raise AssertionError(f"the Tab key never comes to {label}")


async def test_a_round_without_a_mouse(casino: Casino, browser: Chrome) -> None:
    """From `/blackjack` to the payout with the keyboard; each phase, and the form for the bet, is fit for everybody."""
    window = Window(browser)

    def play() -> None:
        window.take_size(DESKTOP, USUAL)
        window.visit(casino.sandbox.url)
        window.compose(f"/blackjack rules:{RULES}", Keys.ENTER)
        window.until(OFFERS % "Other…")
        check(window)
        press(window, "Other…")
        window.until("$('modal').open && $('modal').contains(document.activeElement)")
        check(window)
        window.type("25", Keys.ENTER)
        window.until("!$('modal').open")
        window.until(f"({OFFERS % 'Deal'}) || ({OFFERS % 'Stand'})")
        if window.ask(OFFERS % "Deal"):
            press(window, "Deal")
        window.until(OFFERS % "Stand")
        check(window)
        press(window, "Stand")
        window.until(f"!({OFFERS % 'Stand'})")

    await act(play)
    await casino.quiet()
    await act(check, window)
    assert await casino.balances(*casino.users(1)) == [WELCOME + 25_00]


PAGES = (
    "/help",
    "/rules",
    "/balance",
    "/stats",
    "/history",
    "/verify",
    "/strategy",
    "/daily",
    "/leaderboard",
    "/house settings",
)
SECRETS = "document.querySelectorAll('article.secret:not(:has(.thinking))').length === %d"


async def test_pages_and_commands_are_fit_for_everybody(casino: Casino, browser: Chrome) -> None:
    """What commands answer, a command while it is typed, the panel of `/house`, and the form that forgets somebody."""
    await played(casino, *({user.id: 5_00} for user in casino.users(1) * 3))
    casino.sandbox.guild().let_manage(casino.users(2)[1])
    window = Window(browser)

    def ask() -> None:
        window.take_size(DESKTOP, USUAL)
        window.visit(casino.sandbox.url)
        for count, command in enumerate(PAGES, 1):
            window.compose(command, Keys.ENTER)
            window.until(SECRETS % count)
        check(window, TALL)
        window.visit(f"{casino.sandbox.url}/?user=2")  # who sees none of these answers
        window.compose("/house set ")
        for typed in ("", "language", Keys.ENTER):
            window.type(typed)
            window.until("document.querySelector('[role=option]')")
            check(window)
        window.type("default", Keys.ESCAPE, Keys.ENTER)
        window.until(SECRETS % 1)
        window.compose("/privacy", Keys.ENTER)
        press(window, "Forget me")
        window.until("$('modal').open && $('modal').contains(document.activeElement)")
        check(window)

    await act(ask)
