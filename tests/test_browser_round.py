"""A whole round on the page, in a real browser, with the real bot and its bank behind it."""

from collections import deque
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from engine.money import dollars
from engine.rules import RULE_SETS
from sandbox import Sandbox
from tests.bot.casino import WELCOME, Casino
from tests.bot.luck import Layout, Luck, best, seed_where
from tests.browser import Chrome, Keys, Window, act, chromium, needs_browser
from tests.clock import ManualClock

pytestmark = needs_browser


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chrome]:
    """A headless browser."""
    with chromium(tmp_path / "profile") as driver:
        yield driver


@pytest.fixture
async def casino(tmp_path: Path) -> AsyncIterator[Casino]:
    """The bot in its sandbox, with cards by which the first player wins and the second one loses."""
    seed = seed_where(next(iter(RULE_SETS.values())), 2, first_wins_second_loses)
    async with Sandbox() as sandbox:
        luck = Luck(next=deque([seed]))
        casino = Casino(sandbox, tmp_path / "casino.db", ManualClock(), luck)
        await casino.start()
        yield casino
        await casino.stop()


def first_wins_second_loses(dealt: Layout) -> bool:
    """The first player hits once and beats a dealer who draws nothing; the second player stands below the dealer."""
    hit = best(card.points for card in (*dealt.players[0], dealt.next[0]))
    return dealt.points(1) < 12 and 17 <= dealt.points(2) < dealt.dealer < hit < 21


async def test_two_people_play_a_round_by_clicking(casino: Casino, browser: Chrome) -> None:
    """From `/blackjack` to the settlement at a desktop and on a phone; the bank says the same to the cent."""
    address = casino.sandbox.url
    alice, bob = casino.users(2)

    def play() -> tuple[Window, Window]:
        desktop = Window(browser)
        phone = desktop.another()
        phone.become_phone()
        desktop.visit(f"{address}/?user=1")
        phone.visit(f"{address}/?user=2")
        desktop.compose("/blackjack", Keys.ENTER)
        bet_by_modal(phone, "12.50")
        desktop.sees("@Bob bets $12.50")
        desktop.decide("$100")
        desktop.sees("@Alice to decide")
        refuse_out_of_turn(phone)
        desktop.decide("Hit")
        desktop.decide("Stand")
        phone.sees("@Bob to decide")
        phone.decide("Stand")
        for window in (desktop, phone):
            window.sees("Beats the dealer: +$100.00")
            window.sees("Dealer is higher: -$12.50")
            window.sees("@Alice, play again?")
        return desktop, phone

    def look(window: Window, balance: int) -> None:
        window.compose("/balance", Keys.ENTER)
        window.sees(f"You have {dollars(balance)}.")

    desktop, phone = await act(play)
    assert await casino.balances(alice, bob) == [WELCOME + 100_00, WELCOME - 12_50]
    await act(look, desktop, WELCOME + 100_00)
    await act(look, phone, WELCOME - 12_50)
    assert not await act(desktop.ask, "document.body.innerText.includes('not your turn')")
    assert await act(phone.ask, "document.documentElement.scrollWidth") == 400


def bet_by_modal(window: Window, amount: str) -> None:
    """Sit down with a bet that no chip has."""
    window.press_label("Other…")
    window.until("$('modal').open && $('modal').contains(document.activeElement)")
    window.type(amount, Keys.ENTER)
    window.until("!$('modal').open")


def refuse_out_of_turn(window: Window) -> None:
    """A decision before one's turn changes nothing, and only who tried is told."""
    window.press_label("Stand")
    window.sees("It is not your turn yet.")
    window.sees("Only you can see this")
