"""A round that two people play on the page, with a look at both windows in each phase."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sandbox import Channel, MessageView
from tests.bot.casino import Casino

from .board import Board
from .eyes import flaws
from .person import SETTLED, Person

REFUSALS = (
    "It isn't your turn yet.",
    "You are done for this round.",
)
REASONS = frozenset(
    {
        "Beats the dealer",
        "Blackjack",
        "Bust",
        "Dealer busts",
        "Dealer has blackjack",
        "Even money",
        "Insurance loses",
        "Insurance pays",
        "Loses to the dealer",
        "Push",
        "Surrendered",
        "Tie, which loses here",
    }
)
MOST_DECISIONS = 40
WITH_BUTTONS = """
[...document.querySelectorAll('article:not(.secret)')].filter((one) => one.querySelector('[data-custom-id]')).length
"""

T = TypeVar("T")


@dataclass(kw_only=True)
class Table:
    """What Discord has of the table in a channel. Keeps the bot's edits back, so that a moment can be looked at."""

    casino: Casino
    channel: Channel
    loop: asyncio.AbstractEventLoop
    _let_go: Callable[[], None] | None = None

    def hold(self) -> None:
        """Keep the bot's edits waiting."""
        hold = self.casino.sandbox.faults.hold
        path = "**/messages/*"
        self._let_go = self._there(lambda: hold("PATCH", path, times=1_000)).release

    def release(self) -> None:
        """Let them come."""
        assert self._let_go
        self._there(self._let_go)
        self._let_go = None

    def newest(self) -> MessageView:
        """The table's newest message; nothing more comes unless it is kept back, or somebody does something."""
        if self._let_go is None:
            self._result(self.casino.quiet())
        return self._there(lambda: self.casino.board(self.channel))

    def _there(self, function: Callable[[], T]) -> T:
        """Call it in the event loop, which owns the sandbox; people click in a thread."""

        async def call() -> T:
            return function()

        return self._result(call())

    def _result(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()


@dataclass(kw_only=True)
class Game:
    """Two people at a table. Each of its steps ends with a look at both windows."""

    table: Table
    first: Person
    second: Person
    boards: list[Board] = field(default_factory=list)
    """As they were seen, phase after phase."""

    @property
    def people(self) -> tuple[Person, Person]:
        """Both, in the order of their seats."""
        return self.first, self.second

    @property
    def seen(self) -> str:
        """All that has stood on the board."""
        return "\n".join(board.text for board in self.boards)

    @property
    def most_hands(self) -> int:
        """The most hands that a player had."""
        return max(len(hands) for board in self.boards for hands in board.hands.values())

    def _catch_up(self) -> None:
        """Wait until both see what Discord has, which is the same in both windows."""
        newest = self.table.newest()
        for person in self.people:
            person.catches_up(newest)
        assert self.first.said == self.second.said

    def look(self, phase: str, *, alone: Person | None = None, reachable: bool = True) -> Board:
        """Both see the same table, and nothing looks wrong; with `alone`, only this person looks."""
        self._catch_up()
        for person in self.people if alone is None else (alone,):
            person.window.has_pictures()
            wrong = flaws(person.window, person.width, reachable=reachable)
            assert not wrong, (phase, person.name, wrong)
        written = self.first.window.console
        assert not written, (phase, written)
        board = self.first.board
        assert all(hand.is_summed_up for hands in board.hands.values() for hand in hands), phase
        self.boards.append(board)
        return board

    def open(self, rules: str) -> None:
        """Come into the rule set's channel; the first one opens a table by it."""
        for person in self.people:
            person.enter(rules)
        self.first.command(f"/blackjack rules:{rules}")
        self.first.window.sees("Round 1 ·")
        board = self.look("lobby")
        assert "Waiting for Alice" in board.text
        assert "3 seats free" in board.text
        assert not {"Deal", "Play again"} & set(board.buttons), "nothing was bet or played yet"

    def bet(self, *, by_modal: bool) -> None:
        """The second one sits down with a bet; the first one's chip deals the cards."""
        if by_modal:
            self.second.write("Other…", "12.50")
        else:
            self.second.window.press_label("$50")
        self.second.window.sees("Bob bets")
        board = self.look("bets")
        assert board.buttons["Deal"]
        assert "2 seats free" in board.text
        self.first.window.decide("$100")

    def play(self) -> None:
        """All decisions, one after another, to the end of the round."""
        refused = False
        for _ in range(MOST_DECISIONS):
            self.first.catches_up(self.table.newest())
            board = self.first.board
            if not board.deciding:
                return
            asks = "insurance" if "No insurance" in board.buttons else "turn"
            board = self.look(f"{asks}-{'-and-'.join(board.deciding).lower()}")
            self._check_turn(board)
            decider = next(person for person in self.people if person.name in board.deciding)
            if asks == "turn" and len(board.deciding) == 1 and not refused:
                refused = True
                self._refuse(next(person for person in self.people if person is not decider))
            self.table.hold()
            decider.decide()
            self.first.catches_up(self.table.newest())
            self._watch_dealer()
            self.table.release()
        raise AssertionError(f"still to be decided after {MOST_DECISIONS} decisions")

    def _watch_dealer(self) -> None:
        if "plays." in self.first.said:
            board = self.look("dealer")
            assert {label for label, enabled in board.buttons.items() if enabled} <= {"Join", "⋯"}

    def _check_turn(self, board: Board) -> None:
        """A hand is marked for each who is to decide, and for nobody else."""
        if "No insurance" in board.buttons:
            return
        marked = [name for name, hands in board.hands.items() if any(h.active for h in hands)]
        assert marked == board.deciding, (marked, board.deciding)
        assert board.buttons["Hit"]
        assert board.buttons["Stand"]

    def _refuse(self, person: Person) -> None:
        """A decision before one's turn, or after it, changes nothing, and only the person who tried is told."""
        before = person.said
        person.window.press_label("Stand")
        person.window.sees("Only you can see this")
        assert any(refusal in person.window.articles[-1] for refusal in REFUSALS)
        self.look("refused", alone=person, reachable=False)
        assert person.said == before
        other = next(one for one in self.people if one is not person)
        assert not any(refusal in text for refusal in REFUSALS for text in other.window.articles)
        person.dismiss()

    def settle(self) -> dict[str, int]:
        """Every bet has its result in words and money, above the next bets; cents by name."""
        for person in self.people:
            person.window.until(SETTLED)
        board = self.look("settled")
        assert {"Other…", "Leave"} < set(board.buttons)
        assert board.reasons
        assert board.reasons <= REASONS
        return board.nets

    def go_on(self) -> None:
        """The next bets are placed below the result, which stays."""
        board = self.first.board
        nets, (again,) = board.nets, [one for one in board.buttons if one.startswith("Play again")]
        self.first.window.press_label(again)
        self.first.window.sees("Alice bets")
        board = self.look("next-bets")
        assert board.buttons["Deal"]
        assert board.nets == nets
        for person in self.people:
            assert person.window.ask(WITH_BUTTONS) == 1

    def tell(self, amounts: dict[str, str]) -> None:
        """`/balance` tells each the amount, and nobody else."""
        for person in self.people:
            person.command("/balance")
            person.window.sees(f"You have {amounts[person.name]}.")
        for person in self.people:
            self.look(f"balance-{person.name}".lower(), alone=person, reachable=False)
            assert len([text for text in person.window.articles if "You have" in text]) == 1

    def leave(self) -> None:
        """The second one gets up, so that the first one's bet is dealt; then the first one, and the table closes."""
        self.second.window.press_label("Leave")
        self.first.window.sees("Round 2 ·")
        self.look("next-round", reachable=False)
        for person in self.people:
            assert person.window.ask(WITH_BUTTONS) == 1
        self.first.command("/leave")
        for person in self.people:
            person.window.sees("Thank you for playing")
        board = self.look("closed", reachable=False)
        assert [*board.buttons] == ["New table", "My rounds"]
