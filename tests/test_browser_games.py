"""Games played on the page: by clicking in a window of 1280 px and on a phone of 400 px, and by keyboard alone.

Each phase is checked for layout faults, and with axe-core for accessibility.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import pytest
import pytest_asyncio

from cogs.language import LANGUAGES
from cogs.pages.board import draw
from cogs.pages.hands import Teller
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import Coaching
from engine.table.state import Stage
from engine.table.view import TableView
from engine.table.viewing import view_of
from tests.bot.casino import Casino
from tests.bot.luck import seed_where
from tests.bot.past import played
from tests.browser.axe import grave_findings
from tests.browser.board import NEWEST
from tests.browser.eyes import flaws
from tests.browser.game import Game
from tests.browser.person import Person
from tests.browser.plans import PLANS
from tests.browser.sheets import at_the_sandbox, phases
from tests.browser.studio import pictured
from tests.browser.window import Window, act, needs_browser
from tests.browser.wire import Keys
from tests.engine.sitting import ANN, Sitting

pytestmark = [needs_browser, pytest.mark.asyncio(loop_scope="module")]

DESKTOP, PHONE = 1280, 400
USUAL, SCREEN, TALL = 800, 850, 20_000
"""Heights in pixels: a desktop's window, a phone's, and one that shows a whole page, because contrast is only
checked for visible parts.
"""
SPOKEN = [*(("vegas", code) for code in LANGUAGES), ("endless", "de"), ("surrender", "de")]
"""Every language, and the longest words for games with other boards."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def casino(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Casino]:
    """One bot for all tests, with channels for each, pictures of cards, and a dealer whose steps are visible."""
    spoken = (f"{rules}-{code.lower()}" for rules, code in SPOKEN)
    channels = (*PLANS, "results", *spoken)
    folder = tmp_path_factory.mktemp("casino")
    async with pictured(folder, channels, dealer_seconds="0.01") as casino:
        yield casino


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def windows(casino: Casino, window: Window) -> tuple[Window, Window]:
    """The desktop window and the phone window, each with its user."""

    def open_both() -> tuple[Window, Window]:
        phone = window.another()
        window.take_size(DESKTOP, USUAL)
        phone.take_size(PHONE, SCREEN)
        window.visit(f"{casino.sandbox.url}/?user=1")
        phone.visit(f"{casino.sandbox.url}/?user=2")
        return window, phone

    opened: tuple[Window, Window] = await act(open_both)
    return opened


@pytest.fixture
def bob(windows: tuple[Window, Window]) -> Person:
    """The second user, on the phone."""
    return Person(name="Bob", window=windows[1], width=PHONE)


@pytest.mark.parametrize("rules", PLANS)
async def test_a_round_is_played_by_clicking(
    casino: Casino, windows: tuple[Window, Window], rules: str
) -> None:
    """From `/blackjack` to the closed table; the board is readable at both widths, and the bank agrees."""
    plan, users = PLANS[rules], casino.users(2)
    casino.bot.rate_limit._clicks.clear()  # all rule sets together are many clicks in a few seconds
    number = len(casino.tables()) + 1
    casino.luck.next.clear()  # left by a failed test
    casino.luck.next.append(seed_where(RULE_SETS[rules], 2, plan.deals, table=number))
    before = await casino.balances(*users)
    alice, bob = (
        Person(name=name, window=window, width=width, likes=likes)
        for name, window, width, likes in zip(
            ("Alice", "Bob"), windows, (DESKTOP, PHONE), (plan.first, plan.second), strict=True
        )
    )
    game = Game(
        casino=casino,
        channel=casino.sandbox.channel(rules),
        loop=asyncio.get_running_loop(),
        first=alice,
        second=bob,
    )

    def play() -> dict[str, int]:
        game.open(rules)
        game.bet(by_form="$12.50" in plan.sees)
        return game.play()

    try:
        nets = await act(play)
    finally:
        casino.sandbox.faults.clear()
    after = await casino.balances(*users)
    assert [nets["Alice"], nets["Bob"]] == [b - a for a, b in zip(before, after, strict=True)]
    seen = "\n".join(board.text for board in game.boards)
    assert [words for words in plan.sees if words not in seen] == []
    assert max(len(own) for board in game.boards for own in board.hands.values()) == plan.hands
    await act(game.go_on)


# Keyboard and accessibility

STOPS = 100
"""More than the page has stops for the Tab key."""
FOCUSED = "document.activeElement.matches('#messages *') && document.activeElement.innerText.trim()"
OFFERS = """[...document.querySelectorAll('#messages [data-custom-id]:enabled')]
    .some((one) => one.innerText.trim() === %r)"""
IN_A_FORM = "$('modal').open && $('modal').contains(document.activeElement)"
SECRETS = "document.querySelectorAll('article.secret:not(:has(.thinking))').length === %d"
PAGES = (
    "/help",
    "/rules",
    "/stats",
    "/history",
    "/verify",
    "/strategy",
    "/leaderboard",
    "/house settings",
)


def check(window: Window, *widths: int, height: int = USUAL) -> None:
    """Assert that axe-core finds nothing serious at these widths."""
    for width in widths:
        window.take_size(width, height)
        assert grave_findings(window) == []


def press(window: Window, label: str) -> None:
    """Tab to a message's button and press Enter."""
    window.until(OFFERS % label)
    for _ in range(STOPS):
        if window.ask(FOCUSED) == label:
            window.type(Keys.ENTER)
            return
        window.type(Keys.TAB)
    raise AssertionError(f"the Tab key never reaches {label}")


async def test_a_round_is_played_by_keyboard(casino: Casino, window: Window) -> None:
    """From `/blackjack` to the payout; each phase and the bet's form are accessible."""
    users = casino.users(1)
    casino.luck.next.clear()
    await casino.deals_next(
        RULE_SETS["vegas"], 1, lambda dealt: (dealt.points(1), dealt.dealer) == (20, 18)
    )
    (before,) = await casino.balances(*users)

    def play() -> None:
        window.take_size(DESKTOP, USUAL)
        window.ask("sessionStorage.clear()")
        window.visit(f"{casino.sandbox.url}/?user=1")
        window.compose("/blackjack rules:vegas", Keys.ENTER)
        window.until(OFFERS % "Other…")
        check(window, PHONE, DESKTOP)
        press(window, "Other…")
        window.until(IN_A_FORM)
        check(window, PHONE, DESKTOP)
        window.type("25", Keys.ENTER)
        window.until("!$('modal').open")
        window.until(f"({OFFERS % 'Deal'}) || ({OFFERS % 'Stand'})")
        if window.ask(OFFERS % "Deal"):
            press(window, "Deal")
        window.until(OFFERS % "Stand")
        check(window, PHONE, DESKTOP)
        press(window, "Stand")
        window.until(f"!({OFFERS % 'Stand'})")

    await act(play)
    await casino.quiet()
    assert await casino.balances(*users) == [before + 25_00]


async def test_pages_and_commands_are_accessible(casino: Casino, window: Window) -> None:
    """Answers, the command input, the panel of `/house`, and the form that deletes a user's data."""
    await played(casino, *({user.id: 5_00} for user in casino.users(1) * 3))
    casino.sandbox.guild().let_manage(casino.users(2)[1])

    def ask() -> None:
        window.take_size(PHONE, USUAL)
        window.visit(f"{casino.sandbox.url}/?user=1")
        for count, command in enumerate(PAGES, 1):
            window.paste(command)
            window.type(Keys.ENTER)
            window.until(SECRETS % count)
        check(window, PHONE, height=TALL)
        window.visit(f"{casino.sandbox.url}/?user=2")  # Bob sees none of these answers
        window.compose("/house set ")
        for typed in ("", "language", Keys.ENTER):
            window.type(typed)
            window.until("document.querySelector('[role=option]')")
            check(window, PHONE)
        window.type("default", Keys.ESCAPE, Keys.ENTER)
        window.until(SECRETS % 1)
        window.compose("/privacy", Keys.ENTER)
        press(window, "Delete my data")
        window.until(IN_A_FORM)
        check(window, PHONE)

    await act(ask)


# Layout on a phone

SPAN = f"""(() => {{
    const board = {NEWEST}, buttons = [...board.querySelector('.row').children];
    const bottom = Math.max(...buttons.map((one) => one.getBoundingClientRect().bottom));
    return bottom - board.querySelector('h2').getBoundingClientRect().top;
}})()"""
"""Pixels from the dealer's hand to the first row of buttons."""
HEIGHTS = (
    "[...document.querySelectorAll('article%s')].map((one) => one.getBoundingClientRect().height)"
)
REPLAYS = "[...document.querySelectorAll('.section > .btn')].map((one) => one.offsetHeight)"
"""The heights in pixels of the buttons that open replays."""


async def test_a_phone_has_room_for_results(casino: Casino, bob: Person) -> None:
    """A result with four players and the next bets fit on one screen; an earlier message is two lines and a button."""
    users, channel = casino.users(4), casino.sandbox.channel("results")
    press = partial(casino.press, channel=channel)

    async def play(*users: Any) -> None:
        for user in users:
            await press(user, "$50")
        for user in casino.turns(channel=channel):
            labels = {button.label for button in casino.board(channel).buttons}
            await press(user, "Stand" if "Stand" in labels else "No insurance")

    await casino.open(users[0], "vegas", channel=channel)
    await play(*reversed(users))

    def span() -> float:
        bob.enter("results")
        bob.window.sees("play again?")
        return float(bob.window.ask(SPAN))

    assert await act(span) < SCREEN - 130, "the page's own bars take the rest"
    for user in users[2:]:
        await press(user, "Leave")
    for number in range(2, 5):
        if number > 2:
            casino.write(channel=channel)
        await play(*users[:2])

    def heights() -> list[float]:
        bob.window.sees("Round 4 ·")
        return list(bob.window.ask(HEIGHTS % ""))

    *above, board = await act(heights)
    assert max(above) < 120
    assert board < SCREEN
    assert len(set(await act(lambda: bob.window.ask(REPLAYS)))) == 1, "no label wraps"


MOST_HIGH = 700
"""The maximum height in pixels of a settled table of four with its buttons."""
A_LINE = 45
"""Pixels more for each split hand: it has its own line, and two in three wrap."""
BROKEN = """[...document.querySelectorAll('article .row')]
    .filter((row) => new Set([...row.children].map((each) => each.offsetTop)).size > 1)
    .map((row) => row.innerText.replaceAll('\\n', ' | '))"""
"""The rows of buttons that wrap."""
BET = 125_00
PLAYED = (("8s 6c 8h Tc Ts", "stand"), ("As Ac Kh 8c", "decline"))
"""A pair that may be split or surrendered, and a natural against an ace; and the move."""
NAMED = {"button", "heading", "image", "article"}
"""The accessibility roles that need a name."""


def with_free_seats() -> Iterator[TableView]:
    """Yield views of a player alone at a table: before, during and after a round."""
    for cards, move in PLAYED:
        table = Sitting.at(RULE_SETS["vegas"])
        table.stack(cards)
        yield view_of(table.state, {})
        for step in (partial(table.bet, ANN, BET), partial(table.move, ANN, move)):
            step()
            yield view_of(table.state, {ANN: 10 * BET})


def without_a_name(window: Window) -> list[str]:
    """Return roles without an accessible name, and pictures named by an emoji's source text."""
    nodes = window.wire.call("Accessibility.getFullAXTree")["nodes"]
    names = [
        (node["role"]["value"], node.get("name", {}).get("value", "").strip())
        for node in nodes
        if not node["ignored"]
    ]
    assert {role for role, _ in names} >= NAMED
    return [f"{role} {name}" for role, name in names if role in NAMED and (not name or "_" in name)]


@pytest.mark.parametrize(("rules", "code"), SPOKEN)
async def test_a_phone_has_room_for_every_phase(
    casino: Casino, bob: Person, rules: str, code: str
) -> None:
    """Nothing is cut off or covered, button rows do not wrap, a settled table of four fits on one screen, and every
    element has an accessible name.
    """
    channel = casino.sandbox.channel(f"{rules}-{code.lower()}")
    _, user = casino.users(2)
    spoken = user.locale
    user.speak({"en": "en-US", "es": "es-ES"}.get(code, code))  # the page's language for times
    place = casino.bot.get_partial_messageable(channel.id)
    views = [at_the_sandbox(view, casino) for view in phases(RULE_SETS[rules])]
    views += [at_the_sandbox(view, casino, [ANN]) for view in with_free_seats()]
    for view in views:
        # Without the seal, and the coach only in play: the heights are for the table itself.
        coach = Coaching.HINTS if view.stage is Stage.PLAYING else Coaching.OFF
        teller = Teller(lang=LANGUAGES[code], pictures=casino.bot.card_emojis.pictures, coach=coach)
        await place.send(view=draw(view._replace(seal=None), teller))

    def look() -> list[float]:
        bob.enter(channel.name)
        bob.window.until(f"document.querySelectorAll('article').length === {len(views)}")
        bob.window.has_pictures()
        assert flaws(bob.window, PHONE, reachable=False) == []
        assert bob.window.ask(BROKEN) == []
        assert without_a_name(bob.window) == []
        return list(bob.window.ask(HEIGHTS % " .container"))

    high = await act(look)
    user.speak(spoken)
    settled = [
        (high, sum(len(seat.hands) for seat in view.last.seats))
        for high, view in zip(high, views, strict=True)
        if len(view.seats) == 4 and view.last and view.last.stage is Stage.SETTLED
    ]
    assert settled
    assert [high for high, hands in settled if high > MOST_HIGH + A_LINE * (hands - 4)] == []
