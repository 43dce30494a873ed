"""A round that two people play on the page, checking both windows in each phase."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sandbox import Channel
from tests.bot.casino import Casino
from tests.driver import Hold, MessageView

from .board import Board
from .eyes import flaws
from .person import Person

REFUSALS = ("It isn't your turn yet.", "You are done for this round.")
MOST_DECISIONS = 40
WITH_BUTTONS = """
[...document.querySelectorAll('article:not(.secret)')].filter((one) => one.querySelector('[data-custom-id]')).length
"""

T = TypeVar("T")


@dataclass(kw_only=True)
class Game:
    """Two people at a channel's table. Each step checks both windows before it returns."""

    casino: Casino
    channel: Channel
    loop: asyncio.AbstractEventLoop
    first: Person
    second: Person
    boards: list[Board] = field(default_factory=list)
    """The boards seen so far, one per check."""
    _held: Hold | None = None
    """Delays the bot's edits while a board is checked."""

    @property
    def people(self) -> tuple[Person, Person]:
        """Both people, in seat order."""
        return self.first, self.second

    def _result(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def _on_loop(self, function: Callable[[], T]) -> T:
        """Call the function on the event loop's thread."""

        async def call() -> T:
            return function()

        return self._result(call())

    def _newest(self) -> MessageView:
        """Return the table's newest message, after pending edits unless they are held back."""
        if self._held is None:
            self._result(self.casino.quiet())
        return self._on_loop(lambda: self.casino.board(self.channel))

    def look(self, phase: str, *, alone: Person | None = None, reachable: bool = True) -> Board:
        """Check that both pages match Discord and have no flaws; `alone` limits the flaw check to one person."""
        newest = self._newest()
        for person in self.people:
            person.catches_up(newest)
        board = self.first.board
        assert self.second.board == board, phase
        for person in self.people if alone is None else (alone,):
            person.window.has_pictures()
            wrong = flaws(person.window, person.width, reachable=reachable)
            assert not wrong, (phase, person.name, wrong)
            assert not person.window.console, phase
        self.boards.append(board)
        return board

    def open(self, rules: str) -> None:
        """Enter the rule set's channel with both people; the first opens a table there."""
        for person in self.people:
            person.enter(rules)
        self.first.command(f"/blackjack rules:{rules}")
        self.first.window.sees("Round 1 ·")
        board = self.look("lobby")
        assert "Waiting for Alice" in board.text
        assert "3 seats free" in board.text
        assert not {"Deal", "Play again"} & set(board.buttons), "nothing was bet or played yet"

    def bet(self, *, by_form: bool) -> None:
        """Seat the second person with a bet; then the first one's chip starts the deal."""
        if by_form:
            self.second.write("Other…", "12.50")
        else:
            self.second.window.press_label("$50")
        self.second.window.sees("Bob bets")
        board = self.look("bets")
        assert board.buttons["Deal"]
        assert "2 seats free" in board.text
        self.first.window.decide("$100")

    def play(self) -> dict[str, int]:
        """Play all decisions of the round. Return the net results, in cents by name."""
        refused = False
        for _ in range(MOST_DECISIONS):
            board = self.look("decision")
            if not board.deciding:
                assert {"Other…", "Leave"} < set(board.buttons)
                return board.nets
            decider = next(person for person in self.people if person.name in board.deciding)
            if "No insurance" not in board.buttons:
                marked = [name for name, hands in board.hands.items() if "▶" in "".join(hands)]
                assert marked == board.deciding
                assert board.buttons["Hit"]
                if len(marked) == 1 and not refused:
                    refused = True
                    self._refuse(next(person for person in self.people if person is not decider))
            self._decide(decider)
        raise AssertionError(f"still to be decided after {MOST_DECISIONS} decisions")

    def _decide(self, person: Person) -> None:
        """Decide for this person, then check the dealer's first step, if the dealer plays."""
        hold = self.casino.sandbox.faults.hold
        self._held = self._on_loop(lambda: hold("PATCH", "**/messages/*", times=1_000))
        person.decide()
        self.first.catches_up(self._newest())
        if "plays." in self.first.board.text:
            board = self.look("dealer")
            assert {label for label, enabled in board.buttons.items() if enabled} <= {"Join", "⋯"}
        self._on_loop(self._held.release)
        self._held = None

    def _refuse(self, person: Person) -> None:
        """Check that a click out of turn changes nothing and only its author sees the refusal."""
        before, window = person.board, person.window
        window.press_label("Stand")
        window.sees("Only you can see this")
        assert any(refusal in window.articles[-1] for refusal in REFUSALS)
        assert self.look("refused", alone=person, reachable=False) == before
        other = next(one for one in self.people if one is not person)
        assert not any(refusal in text for refusal in REFUSALS for text in other.window.articles)
        window.press("[data-dismiss]")
        window.until("!document.querySelector('article.secret')")

    def go_on(self) -> None:
        """Bet again below the last result, then leave with both people, so that the table closes."""
        board = self.first.board
        nets, (again,) = board.nets, [one for one in board.buttons if one.startswith("Play again")]
        self.first.window.press_label(again)
        self.first.window.sees("Alice bets")
        board = self.look("next bets")
        assert board.buttons["Deal"]
        assert board.nets == nets
        self.second.window.press_label("Leave")
        self.first.window.sees("Round 2 ·")
        self.look("next round", reachable=False)
        for person in self.people:
            assert person.window.ask(WITH_BUTTONS) == 1
        self.first.command("/leave")
        self.first.window.sees("Thank you for playing")
        assert [*self.look("closed", reachable=False).buttons] == ["New table", "My rounds"]
