"""Each game that the page knows, played by clicking: in a window of 1280 px and on a phone of 400 px.

Each phase is looked at in both windows.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
import pytest_asyncio

from cogs.board.board import draw
from cogs.board.hands import Teller
from cogs.language import LANGUAGES
from cogs.startup.client import PICTURES as UPLOAD
from engine.rules.rule_sets import RULE_SETS
from engine.table.channel_settings import Coaching
from engine.table.state import Stage
from engine.table.view import TableView, view_of
from engine.values.amounts import PLAIN
from sandbox import Sandbox
from tests.bot.casino import Casino
from tests.bot.luck import Luck, seed_where
from tests.browser import Chrome, Window, act, needs_browser
from tests.browser.board import NEWEST
from tests.browser.game import Game, Table
from tests.browser.person import Person
from tests.browser.plans import PLANS
from tests.browser.sheets import at_the_sandbox, phases
from tests.browser.studio import Unhurried
from tests.engine.sitting import ANN, Sitting
from tests.patient import PatientClock

pytestmark = [needs_browser, pytest.mark.asyncio(loop_scope="module")]

DESKTOP, PHONE = 1280, 400


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def casino(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Casino]:
    """One bot for all rule sets, with a channel for each, pictures of the cards, and a dealer whose steps are seen."""
    async with Sandbox(
        channels=("blackjack", *LANGUAGES, *RULE_SETS), clock=PatientClock()
    ) as sandbox:
        database = tmp_path_factory.mktemp("casino") / "casino.db"
        casino = Casino(sandbox, database, Unhurried(), Luck())
        casino.card_pictures, casino.dealer_seconds = "on", "0.01"
        await casino.start()
        await casino.bot.background.settled(UPLOAD)
        yield casino
        await casino.stop()


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """The desktop's window and the phone's."""

    desktop: Window
    phone: Window


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def windows(casino: Casino, browser: Chrome) -> Windows:
    """A user in each of two windows."""

    def open_both() -> Windows:
        desktop = Window(browser)
        desktop.become_wide(DESKTOP)
        phone = desktop.another()
        phone.become_phone()
        desktop.visit(f"{casino.sandbox.url}/?user=1")
        phone.visit(f"{casino.sandbox.url}/?user=2")
        return Windows(desktop=desktop, phone=phone)

    opened: Windows = await act(open_both)
    return opened


@pytest.mark.parametrize("rules", PLANS)
async def test_a_round_is_played_by_clicking(casino: Casino, windows: Windows, rules: str) -> None:
    """From `/blackjack` to the settlement and `/balance`; all is seen at both widths, and the bank says the same."""
    plan, users = PLANS[rules], casino.users(2)
    casino.bot.rate_limit._clicks.clear()  # together the rule sets take many clicks in a few seconds
    number = len(casino.tables()) + 1
    casino.luck.next.clear()  # of a round that has failed
    casino.luck.next.append(seed_where(RULE_SETS[rules], 2, plan.deals, table=number))
    before = await casino.balances(*users)
    game = Game(
        table=Table(
            casino=casino,
            channel=casino.sandbox.channel(rules),
            loop=asyncio.get_running_loop(),
        ),
        first=Person(name="Alice", window=windows.desktop, width=DESKTOP, likes=plan.first),
        second=Person(name="Bob", window=windows.phone, width=PHONE, likes=plan.second),
    )

    def play() -> dict[str, int]:
        game.open(rules)
        game.bet(by_modal="$12.50" in plan.sees)
        game.play()
        return game.settle()

    try:
        nets = await act(play)
    finally:
        casino.sandbox.faults.clear()
    after = await casino.balances(*users)
    assert [nets["Alice"], nets["Bob"]] == [b - a for a, b in zip(before, after, strict=True)]
    assert [words for words in plan.sees if words not in game.seen] == []
    assert game.most_hands >= plan.hands
    await act(game.tell, dict(zip(nets, map(PLAIN.full, after), strict=True)))
    await act(game.go_on)
    await act(game.leave)


SPAN = f"""(() => {{
    const board = {NEWEST}, buttons = [...board.querySelector('.row').children];
    const bottom = Math.max(...buttons.map((one) => one.getBoundingClientRect().bottom));
    return bottom - board.querySelector('h2').getBoundingClientRect().top;
}})()"""
"""From the dealer's hand to the first row of buttons, in px."""

HEIGHTS = (
    "[...document.querySelectorAll('article')].map((one) => one.getBoundingClientRect().height)"
)
REPLAYS = "[...document.querySelectorAll('.section > .btn')].map((one) => one.offsetHeight)"
"""How high the buttons are that lead to replays, in px."""
SCREEN = 850
"""What a phone shows at once, in px."""


async def test_a_phone_has_room_for_results(casino: Casino, windows: Windows) -> None:
    """That of four players and the next bets on one screen; what is left of a message is two lines and a button."""
    users = casino.users(4)
    await casino.open(users[0], "vegas")
    for user in reversed(users):
        await casino.press(user, "$50")
    await finish(casino)
    bob = Person(name="Bob", window=windows.phone, width=PHONE)

    def span() -> float:
        bob.enter("blackjack")
        bob.window.sees("play again?")
        return float(bob.window.ask(SPAN))

    assert await act(span) < SCREEN - 130, "with the bars of the page"
    for user in users[2:]:
        await casino.press(user, "Leave")
    for number in range(2, 5):
        if number > 2:
            casino.write()
        for user in users[:2]:
            await casino.press(user, "$50")
        await finish(casino)

    def heights() -> list[float]:
        bob.window.sees("Round 4 ·")
        return list(bob.window.ask(HEIGHTS))

    *above, board = await act(heights)
    assert max(above) < 120
    assert board < SCREEN
    assert len(set(await act(lambda: bob.window.ask(REPLAYS)))) == 1, "no label is broken in two"


async def finish(casino: Casino) -> None:
    """Nobody takes a card or insurance."""
    for user in casino.turns():
        labels = {button.label for button in casino.board().buttons}
        await casino.press(user, "Stand" if "Stand" in labels else "No insurance")


MOST_HIGH = 700
"""A settled table of four with its buttons, in px."""
BET = 125_00
PLAYED = (("8s 6c 8h Tc Ts", "stand"), ("As Ac Kh 8c", "decline"))
"""A pair that may be split or given up, and a natural against an ace; and what is done."""

A_LINE = 45
"""Pixels more for each hand that came out of a split: a line of its own, of which two in three wrap."""

LOOKS = """[...document.querySelectorAll('article')].map((one) => ({
    height: one.querySelector('.container').getBoundingClientRect().height,
    broken: [...one.querySelectorAll('.row')]
        .filter((row) => new Set([...row.children].map((each) => each.offsetTop)).size > 1)
        .map((row) => row.innerText.replaceAll('\\n', ' | ')),
}))"""
"""How high the messages are in px, and the rows of buttons that take more than a line."""


NAMED = {"button", "heading", "image", "article"}
"""The roles of what has a name."""


def with_free_seats() -> Iterator[TableView]:
    """Somebody alone at a table: before a round, in it and after it."""
    for cards, move in PLAYED:
        table = Sitting.at(RULE_SETS["vegas"])
        table.stack(cards)
        yield view_of(table.state, {})
        for step in (partial(table.bet, ANN, BET), partial(table.move, ANN, move)):
            step()
            yield view_of(table.state, {ANN: 10 * BET})


def without_a_name(window: Window) -> list[str]:
    """The roles of what a screen reader can only call by its kind, and pictures that are called by what is typed."""
    nodes = window.wire.call("Accessibility.getFullAXTree")["nodes"]
    told = [
        (node["role"]["value"], node.get("name", {}).get("value", "").strip())
        for node in nodes
        if not node["ignored"]
    ]
    assert {role for role, _ in told} >= NAMED
    return [f"{role} {name}" for role, name in told if role in NAMED and (not name or "_" in name)]


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_phone_has_room_for_every_phase(
    casino: Casino, windows: Windows, code: str
) -> None:
    """Each row of buttons is one line, in each language; of four players a settled table is on one screen; and to a
    screen reader nothing is without a name."""
    channel, (_, user) = casino.sandbox.channel(code), casino.users(2)
    spoken = user.locale
    user.speak({"en": "en-US", "es": "es-ES"}.get(code, code))  # so the page writes times
    place = casino.bot.get_partial_messageable(channel.id)
    full = [*phases(RULE_SETS["vegas"])]
    views = [at_the_sandbox(view, casino) for view in full]
    views += [at_the_sandbox(view, casino, [ANN]) for view in with_free_seats()]
    for view in views:
        # Between rounds neither the coach nor the seal is what a table is for.
        coach = Coaching.HINTS if view.stage is Stage.PLAYING else Coaching.OFF
        pictures = casino.bot.card_emojis.pictures
        drawn = draw(
            view._replace(seal=None), Teller(lang=LANGUAGES[code], pictures=pictures, coach=coach)
        )
        await place.send(view=drawn)
    bob = Person(name="Bob", window=windows.phone, width=PHONE)

    def looks() -> list[dict[str, Any]]:
        bob.enter(channel.name)
        bob.window.until(f"document.querySelectorAll('article').length === {len(views)}")
        bob.window.has_pictures()
        return list(bob.window.ask(LOOKS))

    found = await act(looks)
    user.speak(spoken)
    assert await act(without_a_name, windows.phone) == []
    assert [one["broken"] for one in found if one["broken"]] == []
    settled = [
        (one["height"], sum(len(seat.hands) for seat in view.last.seats))
        for one, view in zip(found, views, strict=True)
        if len(view.seats) == 4 and view.last and view.last.stage is Stage.SETTLED
    ]
    assert 4 in {hands for _, hands in settled}
    assert [high for high, hands in settled if high > MOST_HIGH + A_LINE * (hands - 4)] == []
