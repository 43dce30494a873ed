"""People who click the boards of a stand-in: at a fixed pace, as fast as they are answered, or faster than that."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from time import perf_counter

from benchmarks.clicks.people import FREE
from benchmarks.clicks.stand_in import ANSWER_SECONDS, MESSAGE, Board, StandIn
from cogs.board.buttons import Press, parse_custom_id
from engine.rules.rule_sets import RULE_SETS
from sandbox.world.objects import Person

Turn = tuple[int, int]
"""The number of a round, and the count of a seat; `BET` before the deal."""

BET = -1

SITTING_DOWN = 60.0
"""Seconds for a table to be open, or for everybody to sit at theirs."""

TRIES = 15
"""How often a command is used until there is a table."""


@dataclass(slots=True, kw_only=True)
class Clicks:
    """What became of clicks: milliseconds from when each was due to its answer."""

    made: int = 0
    answers: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def answered(self) -> float:
        """The share that was answered."""
        return len(self.answers) / self.made if self.made else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """How many clicks were carried out, and in how many seconds, to the last answer."""

    clicks: int
    seconds: float

    @property
    def rate(self) -> float:
        """Clicks a second."""
        return self.clicks / self.seconds


class Place:
    """A board, and the people who press its buttons: nobody twice for the same turn, unless they are impatient."""

    def __init__(self, stand_in: StandIn, board: Board, people: Sequence[Person], rng: Random):
        self._stand_in = stand_in
        self.board = board
        self._people = people
        """In the order of their seats, which are numbered from 1."""
        self._rng = rng
        self._waiting = dict[int, float]()
        """By seat whose click is not answered yet, when it was due."""
        self._done: dict[int, Turn] = {}
        """By seat, the last turn that they have clicked for."""
        self._read: tuple[str, list[Press], list[Press]] = "", [], []
        """The board that was read last, and its presses."""

    def press(
        self, clicks: Clicks, due: float, then: Callable[[], None], *, impatient: bool = False
    ) -> bool:
        """Somebody presses a button, if anybody is to do anything; `then` is called at the answer."""
        found = self._impatient() if impatient else next(self._wanted(), None)
        if found is None:
            return False
        seat, turn, press = found
        self._waiting[seat] = due
        self._done[seat] = turn
        clicks.made += 1

        def answered(kind: int) -> None:
            clicks.answers.append((perf_counter() - due) * 1000)
            if kind == MESSAGE:
                clicks.refused += 1
                self._done.pop(seat, None)
            self._waiting.pop(seat, None)
            then()

        person = self._people[seat - 1]
        self._stand_in.click(person, self.board, press.custom_id(), answered)
        return True

    def give_up(self, before: float) -> int:
        """Wait no more for clicks that were due before this moment, and click again; how many they were."""
        lost = [seat for seat, due in self._waiting.items() if due < before]
        for seat in lost:
            del self._waiting[seat]
            self._done.pop(seat, None)
        return len(lost)

    def _wanted(self) -> Iterator[tuple[int, Turn, Press]]:
        moves, chips = self._presses()
        turns: list[tuple[int, Turn]]
        if moves:
            press = self._rng.choice(moves)
            turns = [(seat, (press.round_number, count)) for seat, count in press.counters.items()]
        elif chips:
            press = chips[0]
            # The first seat comes last, so that the others sit down before the deal.
            seats = [*range(2, len(self._people) + 1), 1]
            turns = [(seat, (press.round_number, BET)) for seat in seats]
        else:
            return
        for seat, turn in turns:
            if seat not in self._waiting and self._done.get(seat) != turn:
                yield seat, turn, press

    def _impatient(self) -> tuple[int, Turn, Press] | None:
        """Anybody presses anything that the board shows, whether the last click was answered or not."""
        moves, chips = self._presses()
        if not (moves or chips):
            return None
        press = self._rng.choice(moves or chips[:1])
        return self._rng.choice([*press.counters] or range(1, len(self._people) + 1)), (0, 0), press

    def _presses(self) -> tuple[list[Press], list[Press]]:
        """The decisions that cost nothing, and the chips, the lowest first."""
        if self._read[0] is not self.board.text:
            ids = self.board.custom_ids()
            presses = [p for text in ids if (p := parse_custom_id(text)) is not None]
            moves = [press for press in presses if press.verb in FREE]
            chips = [press for press in presses if press.verb == "bet"]
            self._read = self.board.text, moves, sorted(chips, key=lambda chip: chip.number or 0)
        return self._read[1:]


def places(stand_in: StandIn, users: int, seed: int) -> list[Place]:
    """Everybody at their board; nobody is at two."""
    people = stand_in.world.users
    return [
        Place(stand_in, board, people[number * users :][:users], Random(f"{seed} {number}"))
        for number, board in enumerate(stand_in.boards.values())
    ]


async def open_tables(stand_in: StandIn, users: int) -> None:
    """A table in each channel, opened by its first user, the rule sets in turn."""
    people = stand_in.world.users
    boards = list(stand_in.boards.values())
    for number, (board, rules) in enumerate(zip(boards, cycle(RULE_SETS))):
        await _opened(stand_in, people[number * users], board, rules)


async def _opened(stand_in: StandIn, opener: Person, board: Board, rules: str) -> None:
    """A bot that was busy for a second refuses what has waited: then the command is used again."""
    for _ in range(TRIES):
        stand_in.command(opener, board, {"rules": rules}, lambda _: None)
        with suppress(TimeoutError):
            await until(lambda: bool(board.components), SITTING_DOWN / TRIES)
            return
    raise TimeoutError


async def until(condition: Callable[[], bool], seconds: float = SITTING_DOWN) -> None:
    """Return when it holds. Raises `TimeoutError`."""
    end = perf_counter() + seconds
    while not condition():
        if perf_counter() > end:
            raise TimeoutError
        await asyncio.sleep(0.002)


async def paced(places: Sequence[Place], rate: float, seconds: float) -> Clicks:
    """So many clicks a second, at one place after the other, whether the ones before are answered or not.

    A click that nobody can make yet waits until somebody can, and its time counts from when it was due.
    """
    clicks, late, turn = Clicks(), deque[float](), cycle(places)

    def press_one(due: float) -> bool:
        return any(next(turn).press(clicks, due, make_up) for _ in places)

    def make_up() -> None:
        while late and press_one(late[0]):
            late.popleft()

    async for due in _moments(rate, seconds):
        if late or not press_one(due):
            late.append(due)
            make_up()
    await _answered(clicks)
    clicks.made += len(late)
    return clicks


async def saturated(places: Sequence[Place], seconds: float) -> Carried:
    """What is carried out when everybody clicks as soon as they can, for so long, and until a click is answered."""
    clicks, start = Clicks(), perf_counter()
    end = start + seconds

    def is_over() -> bool:
        return perf_counter() >= end and bool(clicks.answers)

    def go_on(place: Place) -> None:
        while not is_over() and place.press(clicks, start, lambda: go_on(place)):
            pass

    for place in places:
        place.board.changed = lambda place=place: go_on_soon(place)  # type: ignore[misc]
    loop = asyncio.get_running_loop()

    def go_on_soon(place: Place) -> None:
        loop.call_soon(go_on, place)

    for place in places:
        go_on(place)
    await asyncio.sleep(end - perf_counter())
    await until(is_over)
    for place in places:
        place.board.changed = lambda: None
    await _answered(clicks)
    return Carried(clicks=len(clicks.answers) - clicks.refused, seconds=max(clicks.answers) / 1000)


async def overloaded(places: Sequence[Place], rate: float, seconds: float) -> Clicks:
    """So many clicks a second of people who wait for nothing."""
    clicks, turn = Clicks(), cycle(places)
    async for due in _moments(rate, seconds):
        any(next(turn).press(clicks, due, lambda: None, impatient=True) for _ in places)
    await _answered(clicks)
    return clicks


async def _answered(clicks: Clicks) -> None:
    """Return when all clicks are, or can't be any more."""
    with suppress(TimeoutError):
        await until(lambda: len(clicks.answers) == clicks.made, ANSWER_SECONDS + 0.5)


async def _moments(rate: float, seconds: float) -> AsyncIterator[float]:
    """Moments at this rate, as `perf_counter` tells them; each is given when it has come."""
    start = perf_counter()
    for number in range(int(rate * seconds)):
        due = start + number / rate
        # Also where it is late: the answers are read meanwhile.
        await asyncio.sleep(max(0.0, due - perf_counter()))
        yield due
