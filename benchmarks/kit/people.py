"""Simulated users at the tables of a simulated Discord, who click at a fixed rate or as fast as the bot answers."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from time import perf_counter

from cogs.messages.card_emojis import emoji_name
from cogs.pages.cards import NAMES
from cogs.pages.press import Press, parse_press
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, Channel, Limits
from sandbox.gateway.identify import StartLimit
from tests.driver import MessageView, Sandbox, User
from tests.presses import amount_of, round_of

FREE = ("hit", "stand", "stand", "decline")
"""Decisions that cost nothing; `stand` appears twice so that it is chosen more often than `hit`."""

Turn = tuple[int, int]
"""A round's number, and the count of a seat's turns; `BET` before the deal."""

BET = -1
TRIES, EACH_TRY = 15, 4.0
"""Attempts to open a table, and seconds for each attempt."""
ANSWER_SECONDS = 4.0
"""Seconds until a user gives up on an answer; Discord accepts none after three."""


@dataclass(slots=True, kw_only=True)
class Clicks:
    """Results of clicks: milliseconds from each click's due time to its answer and to the next board."""

    made: int = 0
    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    refused: int = 0
    """The number of clicks answered with a sentence instead of a board."""
    ended: float = 0.0
    """The time of the last answer by `perf_counter`."""


def sandbox_for(
    tables: int, users: int, *, servers: int = 1, limits: Limits | None = None
) -> Sandbox:
    """Return a simulated Discord with users for each table's channel, and the card pictures already uploaded."""
    sandbox = Sandbox(
        users=tables * users,
        channels=[f"place-{number}" for number in range(tables // servers)],
        guilds=servers,
        limits=limits,
        starts=StartLimit(
            max_concurrency=16
        ),  # as a large bot has; with one, shards begin five seconds apart
    )
    for name in map(emoji_name, NAMES):
        number = sandbox.world.snowflakes.founding()
        sandbox.world.emojis[number] = {"id": str(number), "name": name}
    return sandbox


class Place:
    """A table's channel and its users, who press a button at most once per turn."""

    def __init__(self, sandbox: Sandbox, channel: Channel, people: Sequence[User]) -> None:
        self.channel = channel
        self.people = people
        """In seat order, from seat 1."""
        self.changed: Callable[[], None] = lambda: None
        """Called whenever the board changes."""
        self._sandbox = sandbox
        self._rng = Random(channel.name)
        self._board: MessageView | None = None
        self._moves: list[Press] = []
        """Buttons of decisions that cost nothing."""
        self._chips: list[Press] = []
        """Bet buttons, lowest first."""
        self._waiting: dict[int, float] = {}
        """Due times of unanswered clicks, by seat."""
        self._done: dict[int, Turn] = {}
        """The last turn with a click, by seat."""
        self._unshown: list[tuple[Clicks, float]] = []
        """Clicks without a new board so far, and their due times."""

    @property
    def is_open(self) -> bool:
        return self._board is not None

    def look(self) -> None:
        """Read the newest board, a table's message, in the channel."""
        public = (one for one in reversed(self.channel.messages.values()) if not one.visible_to)
        self._board = next(map(MessageView, public), None)
        buttons = [] if self._board is None else self._board.buttons
        presses = [parse_press(one.custom_id) for one in buttons if not one.disabled]
        self._moves = [press for press in presses if press and press.action in FREE]
        chips = (press for press in presses if press and press.action == "bet")
        self._chips = sorted(chips, key=lambda chip: amount_of(chip) or 0)
        if self._moves or self._chips:
            for clicks, due in self._unshown:
                clicks.boards.append((perf_counter() - due) * 1000)
            self._unshown.clear()
        self.changed()

    async def open(self, rules: str) -> None:
        """Let the first user open a table; retry if the bot is busy. Raises `TimeoutError`."""
        for _ in range(TRIES):
            await self.people[0].command(self.channel, "blackjack", rules=rules)
            with suppress(TimeoutError):
                await self._sandbox.wait_for(lambda: bool(self._chips), EACH_TRY)
                return
        raise TimeoutError(f"no table was opened in {self.channel.name}")

    def press(self, clicks: Clicks, due: float, then: Callable[[], None]) -> bool:
        """Press a button for a user whose turn it is and call `then` at the answer. Return False if no user can act."""
        found = next(self._wanted(), None)
        if found is None or self._board is None:
            return False
        seat, turn, press = found
        self._waiting[seat], self._done[seat] = due, turn
        clicks.made += 1
        self._unshown.append((clicks, due))
        message = self._board._message
        interaction = self._sandbox.actions.click(
            self.people[seat - 1]._person, message, press.custom_id(), force=True
        )

        def answered(kind: AnswerKind) -> None:
            if kind is AnswerKind.FAILED:
                return
            clicks.ended = perf_counter()
            clicks.answers.append((clicks.ended - due) * 1000)
            if kind is AnswerKind.MESSAGE:
                clicks.refused += 1
                self._done.pop(seat, None)
            self._waiting.pop(seat, None)
            then()

        interaction.replied.add_done_callback(lambda done: answered(done.result().kind))
        return True

    def give_up(self, before: float) -> int:
        """Give up on clicks due before this moment, so that they are repeated. Return their number."""
        lost = [seat for seat, due in self._waiting.items() if due < before]
        for seat in lost:
            del self._waiting[seat]
            self._done.pop(seat, None)
        return len(lost)

    def _wanted(self) -> Iterator[tuple[int, Turn, Press]]:
        turns: list[tuple[int, Turn]]
        if self._moves:
            press = self._rng.choice(self._moves)
            turns = [(seat, (round_of(press), count)) for seat, count in press.counters.items()]
        elif self._chips:
            press = self._chips[0]
            # The first seat bets last, so that the others sit down before the deal.
            seats = [*range(2, len(self.people) + 1), 1]
            turns = [(seat, (round_of(press), BET)) for seat in seats]
        else:
            return
        for seat, turn in turns:
            is_ours = seat <= len(self.people)
            if is_ours and seat not in self._waiting and self._done.get(seat) != turn:
                yield seat, turn, press


def places(sandbox: Sandbox) -> list[Place]:
    world = sandbox.world
    channels, everybody = list(world.channels.values()), range(1, len(world.users) + 1)
    users, people = len(everybody) // len(channels), list(map(sandbox.user, everybody))
    found = {
        channel.id: Place(sandbox, channel, people[number * users :][:users])
        for number, channel in enumerate(channels)
    }

    def heard(name: str, channel_id: str) -> None:
        if name.startswith("MESSAGE_"):
            found[int(channel_id)].look()

    world.listeners.append(lambda event: heard(event.name, event.data.get("channel_id", "")))
    return list(found.values())


async def open_tables(everywhere: Sequence[Place]) -> None:
    for place, rules in zip(everywhere, cycle(RULE_SETS)):
        await place.open(rules)


async def paced(everywhere: Sequence[Place], rate: float, seconds: float) -> Clicks:
    """Make `rate` clicks per second, at the places in turn, without waiting for earlier answers.

    If no user can act yet, the click waits until one can; its time still counts from its due time.
    """
    clicks, late, turn = Clicks(), deque[float](), cycle(everywhere)

    def press_one(due: float) -> bool:
        return any(next(turn).press(clicks, due, make_up) for _ in everywhere)

    def make_up() -> None:
        while late and press_one(late[0]):
            late.popleft()

    start = perf_counter()
    for number in range(int(rate * seconds)):
        due = start + number / rate
        # Sleep even if late: answers are read during the sleep.
        await asyncio.sleep(max(0.0, due - perf_counter()))
        if late or not press_one(due):
            late.append(due)
            make_up()
    await _answered(clicks, everywhere)
    clicks.made += len(late)
    return clicks


async def saturated(everywhere: Sequence[Place], seconds: float) -> Clicks:
    """Let all users click as soon as they can, for this many seconds."""
    clicks, loop = Clicks(), asyncio.get_running_loop()
    end = perf_counter() + seconds

    def go_on(place: Place) -> None:
        while perf_counter() < end and place.press(clicks, perf_counter(), lambda: go_on(place)):
            pass

    def go_on_soon(place: Place) -> None:
        loop.call_soon(go_on, place)

    for place in everywhere:
        place.changed = lambda place=place: go_on_soon(place)  # type: ignore[misc]
        go_on(place)
    await asyncio.sleep(seconds)
    for place in everywhere:
        place.changed = lambda: None
    await _answered(clicks, everywhere)
    return clicks


async def _answered(clicks: Clicks, everywhere: Sequence[Place]) -> None:
    end = perf_counter() + ANSWER_SECONDS
    while len(clicks.answers) < clicks.made and perf_counter() < end:  # noqa: ASYNC110
        await asyncio.sleep(0.002)
    for place in everywhere:
        place.give_up(perf_counter())
