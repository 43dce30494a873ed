"""People at the tables of a sandbox, who click at a fixed pace, or as fast as they are answered."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from time import perf_counter

from cogs.board.buttons import Press, parse_custom_id
from cogs.board.card_emojis import emoji_name
from cogs.board.cards import NAMES
from engine.rules.rule_sets import RULE_SETS
from sandbox import AnswerKind, Channel, Limits, MessageView, Sandbox, User
from sandbox.gateway.identify import StartLimit

FREE = ("hit", "stand", "stand", "decline")
"""The verbs of decisions that cost nothing; `stand` is there twice, so that it is chosen more often than `hit`."""

Turn = tuple[int, int]
"""The number of a round, and the count of a seat; `BET` before the deal."""

BET = -1
TRIES, EACH_TRY = 15, 4.0
"""How often a command is used until there is a table, and the seconds for each time."""
ANSWER_SECONDS = 4.0
"""After which nobody waits for an answer any more; Discord takes none after three."""


@dataclass(slots=True, kw_only=True)
class Clicks:
    """What became of clicks: milliseconds from when each was due to its answer, and to the next board."""

    made: int = 0
    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    refused: int = 0
    """Answered with a sentence instead of a board."""
    ended: float = 0.0
    """When the last of them was answered, as `perf_counter` tells it."""


def sandbox_for(
    tables: int, users: int, *, servers: int = 1, limits: Limits | None = None
) -> Sandbox:
    """A sandbox with so many places, and so many users at each. It has the pictures of the cards already."""
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
    """A table's channel, and the people who press buttons there: nobody twice for the same turn."""

    def __init__(self, sandbox: Sandbox, channel: Channel, people: Sequence[User]) -> None:
        self.channel = channel
        self.people = people
        """In the order of their seats, which are numbered from 1."""
        self.changed: Callable[[], None] = lambda: None
        """Called whenever something else is shown."""
        self._sandbox = sandbox
        self._rng = Random(channel.name)
        self._board: MessageView | None = None
        self._moves: list[Press] = []
        """Decisions that cost nothing."""
        self._chips: list[Press] = []
        """The lowest first."""
        self._waiting: dict[int, float] = {}
        """By seat whose click is not answered yet, when it was due."""
        self._done: dict[int, Turn] = {}
        """By seat, the last turn that they have clicked for."""
        self._unshown: list[tuple[Clicks, float]] = []
        """Clicks that no new board has followed, and when they were due."""

    @property
    def is_open(self) -> bool:
        """Whether a board is shown."""
        return self._board is not None

    def look(self) -> None:
        """Read the newest board of the channel."""
        public = (one for one in reversed(self.channel.messages.values()) if not one.visible_to)
        self._board = next(map(MessageView, public), None)
        buttons = [] if self._board is None else self._board.buttons
        presses = [parse_custom_id(one.custom_id) for one in buttons if not one.disabled]
        self._moves = [press for press in presses if press and press.verb in FREE]
        chips = (press for press in presses if press and press.verb == "bet")
        self._chips = sorted(chips, key=lambda chip: chip.number or 0)
        if self._moves or self._chips:
            for clicks, due in self._unshown:
                clicks.boards.append((perf_counter() - due) * 1000)
            self._unshown.clear()
        self.changed()

    async def open(self, rules: str) -> None:
        """The first user opens a table; a bot that was busy refuses, and is asked again."""
        for _ in range(TRIES):
            await self.people[0].command(self.channel, "blackjack", rules=rules)
            with suppress(TimeoutError):
                await self._sandbox.wait_for(lambda: bool(self._chips), EACH_TRY)
                return
        raise TimeoutError(f"no table was opened in {self.channel.name}")

    def press(self, clicks: Clicks, due: float, then: Callable[[], None]) -> bool:
        """Somebody presses a button, if anybody is to do anything; `then` is called at the answer."""
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
        """Wait no more for clicks that were due before this moment, and click again; how many they were."""
        lost = [seat for seat, due in self._waiting.items() if due < before]
        for seat in lost:
            del self._waiting[seat]
            self._done.pop(seat, None)
        return len(lost)

    def _wanted(self) -> Iterator[tuple[int, Turn, Press]]:
        turns: list[tuple[int, Turn]]
        if self._moves:
            press = self._rng.choice(self._moves)
            turns = [(seat, (press.round_number, count)) for seat, count in press.counters.items()]
        elif self._chips:
            press = self._chips[0]
            # The first seat comes last, so that the others sit down before the deal.
            seats = [*range(2, len(self.people) + 1), 1]
            turns = [(seat, (press.round_number, BET)) for seat in seats]
        else:
            return
        for seat, turn in turns:
            is_ours = seat <= len(self.people)
            if is_ours and seat not in self._waiting and self._done.get(seat) != turn:
                yield seat, turn, press


def places(sandbox: Sandbox) -> list[Place]:
    """Everybody at their channel; nobody is at two."""
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
    """A table in each place, the rule sets in turn."""
    for place, rules in zip(everywhere, cycle(RULE_SETS)):
        await place.open(rules)


async def paced(everywhere: Sequence[Place], rate: float, seconds: float) -> Clicks:
    """So many clicks a second, at one place after the other, whether the ones before are answered or not.

    A click that nobody can make yet waits until somebody can, and its time counts from when it was due.
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
        # Also where it is late: the answers are read meanwhile.
        await asyncio.sleep(max(0.0, due - perf_counter()))
        if late or not press_one(due):
            late.append(due)
            make_up()
    await _answered(clicks, everywhere)
    clicks.made += len(late)
    return clicks


async def saturated(everywhere: Sequence[Place], seconds: float) -> Clicks:
    """Everybody clicks as soon as they can, for so long."""
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
    """Return when all clicks are, or can't be any more."""
    end = perf_counter() + ANSWER_SECONDS
    while len(clicks.answers) < clicks.made and perf_counter() < end:  # noqa: ASYNC110
        await asyncio.sleep(0.002)
    for place in everywhere:
        place.give_up(perf_counter())
