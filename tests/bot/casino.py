"""A casino for tests: the real bot with a real SQLite file, on a local sandbox instead of Discord."""

import asyncio
import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from bot import watched
from cogs.discord_link import requests
from cogs.discord_link.loops import Loop
from cogs.host.health import file_of, pulse
from cogs.host.metrics import Metrics
from cogs.host.settings import read_settings
from cogs.startup.client import BlackjackBot
from engine.bank.books.audit import audit
from engine.bank.sqlite.witness import read_witness, write_witness
from engine.fairness.sealing import NONE_BEFORE
from engine.records.shoes import transcript_digest
from engine.rules.refusals import Refused
from engine.rules.rules import Rules
from engine.table.commands import LeaveTable
from engine.table.state import TO_SEE
from sandbox import AnswerKind, Channel
from sandbox.world.objects import DISCORD_EPOCH_MS, Snowflakes
from tests.clock import ManualClock
from tests.driver import Answer, MessageView, Sandbox, User
from tests.waiting import until

from .hosted import hosted_bot
from .luck import Layout, Luck, seed_where
from .reading import awaited, fair, hands, round_of

WELCOME = 1_000_000
"""Cents of a new player."""

MOST_TURNS = 200
"""The limit for one round, far more than any round of these tests needs."""


class Ids(Snowflakes):
    """Ids with the time of the tests' clock; the bot derives an event's age from its id."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self.behind = 0.0
        """Seconds by which Discord's clock is behind the tests' clock."""

    def now(self) -> float:
        """Discord's time, in Unix seconds."""
        return self._clock.now() - self.behind

    def next(self, age: float = 0.0) -> int:
        """Create an id, as if `age` seconds ago."""
        milliseconds = int((self.now() - age) * 1000) - DISCORD_EPOCH_MS
        self._last += 1
        return (milliseconds << 22) + (self._last & 0x3FFFFF)


class Casino:
    """The bot in its sandbox. Time stands still until the test advances `clock`; `luck` decides the cards."""

    def __init__(self, sandbox: Sandbox, database: Path, clock: ManualClock, luck: Luck) -> None:
        self.sandbox = sandbox
        self.database = database
        self.clock = clock
        self.luck = luck
        self.channel = sandbox.channel("blackjack")
        self.settings = {
            **dict.fromkeys(("JOIN_SECONDS", "DEALER_SECONDS", "NUDGE_SECONDS"), "0"),
            "CARD_PICTURES": "off",
            "REQUESTS_PER_SECOND": "10000",
        }
        """The host's settings."""
        self.thinks_on_a_thread = True
        self.waits_for_commands = True
        self.metrics: Metrics | None = None
        self._bot: BlackjackBot | None = None
        self._running = AsyncExitStack()
        self._crashes = 0

    @property
    def bot(self) -> BlackjackBot:
        """The running bot."""
        assert self._bot is not None, "the bot is not running"
        return self._bot

    async def start(self) -> None:
        """Start the bot; return when it is connected and its commands are registered."""
        own = {"DISCORD_API_URL": self.sandbox.api_url, "DATABASE": str(self.database)}
        settings = read_settings(own | self.settings)
        running = hosted_bot(
            settings,
            clock=self.clock,
            luck=self.luck,
            metrics=self.metrics,
            thinks_on_a_thread=self.thinks_on_a_thread,
        )
        started = await self._running.enter_async_context(running)
        if self.metrics is not None:
            signs = await self._running.enter_async_context(
                pulse(started, started.bank, file_of(self.database), self.clock)
            )
            self.metrics.look_at(watched(started, signs, settings))
        task = asyncio.create_task(started.start("test-token"), name="bot")
        self._bot = started
        self._running.push_async_callback(asyncio.gather, task)
        if not await until(self.sandbox.bot_ready(), end=task):
            await task
            raise AssertionError("the bot has ended instead of connecting")
        if self.waits_for_commands:
            # Stopping the bot before it has saved that it logged the invitation link would log the link again.
            await started.background.settled(Loop.COMMANDS, Loop.INVITATION)

    async def stop(self, *, in_vain: bool = False) -> None:
        """Audit the books and stop the bot in good order.

        `in_vain`: do not wait for pending requests, which cannot succeed.
        """
        if not in_vain:
            await self.quiet()
        assert self.audit() == []
        with _hurried() if in_vain else contextlib.nullcontext():
            await self.bot.close()
        await self.closed()

    async def closed(self) -> None:
        """Wait until nothing of a closed bot is left."""
        self._bot = None
        await self._running.aclose()
        await self.sandbox.wait_for(lambda: not self.sandbox.bot_online)

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        await self.stop()
        await self.start()

    async def crash(
        self, between: Callable[[], None] = lambda: None, *, in_vain: bool = False
    ) -> None:
        """Restart from the file as it is now; changes by the stopping bot are lost.

        `between` runs while no bot runs; `in_vain` as for `stop`.
        """
        self._crashes += 1
        survivor = self.database.with_name(f"survivor-{self._crashes}.db")
        for suffix in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{self.database}{suffix}", f"{survivor}{suffix}")
        if (count := read_witness(self.database)) is not None:
            write_witness(survivor, count)  # not a stale copy: the same file in a new place
        await self.stop(in_vain=in_vain)
        between()
        self.database = survivor
        await self.start()

    async def quiet(self) -> None:
        """Wait until all changes are shown."""
        await self.bot.display.finish()

    async def let_pass(self, seconds: float) -> None:
        """Advance the clock, and wait until every table has handled its deadlines and shown the result."""
        self.clock.advance(seconds)
        nobody = LeaveTable(user_id=0)
        for table_id in self.tables():
            if table := self.bot.house.find(table_id):
                # Tables handle commands in order: after this refusal they have handled the clock, too.
                with contextlib.suppress(Refused):
                    await table.submit(nobody)
        await self.quiet()

    def tables(self) -> list[int]:
        """The numbers of all tables so far."""
        return [number for (number,) in self.sql("SELECT id FROM game_table")]

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a statement on the file, behind the bot's back if it writes."""
        with closing(sqlite3.connect(self.database)) as file, file:
            return file.execute(statement, values).fetchall()

    async def deals_next(
        self, rules: Rules, players: int, wanted: Callable[[Layout], bool]
    ) -> None:
        """Make the next table of the channel deal a wanted layout in its first round."""
        last = await self.bot.bank.last_shoe(self.channel.id)
        before = NONE_BEFORE if last is None else transcript_digest(*last)
        table = len(self.tables()) + 1
        self.luck.next.append(seed_where(rules, players, wanted, table=table, before=before))

    # Actions of users

    def users(self, count: int) -> list[User]:
        """The first `count` users."""
        return [self.sandbox.user(number) for number in range(1, count + 1)]

    async def open(
        self, opener: User, rules: str = "hotseat", *, channel: Channel | None = None
    ) -> MessageView:
        """Open a table and return its message."""
        where = channel or self.channel
        answer = await opener.command(where, "blackjack", rules=rules)
        assert answer.kind is AnswerKind.DEFERRED, answer
        await self.quiet()
        return self.board(where)

    async def bet(self, bets: dict[User, str], *, channel: Channel | None = None) -> MessageView:
        """Let all users sit down and bet, the first one last. Return the table's message."""
        where = channel or self.channel
        first, *others = bets.items()
        for user, amount in (*others, first):
            answer = await user.command(where, "bet", amount=amount)
            assert answer.text.startswith(("You bet", "Your bet counted")), answer.text
        await self.quiet()
        return self.board(where)

    async def press(self, user: User, label: str, *, channel: Channel | None = None) -> Answer:
        """Click a button of the table's newest message, and wait for the result."""
        board, label = self.board(channel), self.chip(label, channel=channel)
        labels = {one.label for one in board.buttons}
        if label.startswith("$") and label not in labels and "Other…" in labels:
            # The board shows few chips, as there is little room on a phone.
            answer = await user.submit(await user.click(board, "Other…"), amount=label)
        else:
            answer = await user.click(board, label)
        await self.quiet()
        return answer

    async def more(self, user: User, *, channel: Channel | None = None) -> MessageView:
        """Open the menu `⋯` of the table's newest message for this user."""
        return await self.alone(await user.click(self.board(channel), "⋯"))

    async def alone(self, answer: Answer) -> MessageView:
        """Wait for the complete ephemeral answer. Check that it mentions no one."""
        message = answer.message
        assert message is not None, answer
        await self.sandbox.wait_for(lambda: not message.thinking)
        assert message.ephemeral
        assert message.mentions == message.pings == []
        return message

    async def typed(self, user: User, command: str, **options: Any) -> str:
        """Run a command in the channel. Return its answer when everything is shown."""
        answer = await user.command(self.channel, command, **options)
        await self.quiet()
        return answer.text

    async def shown(
        self, user: User, command: str, *, channel: Channel | None = None, **options: Any
    ) -> MessageView:
        """Run a command and return its complete ephemeral answer."""
        return await self.alone(await user.command(channel or self.channel, command, **options))

    def chip(self, label: str, *, channel: Channel | None = None) -> str:
        """The label of this chip on the table's newest message; the last bet's chip is called `Play again`."""
        again = f"Play again {label}"
        return again if again in {one.label for one in self.board(channel).buttons} else label

    def write(self, *, channel: Channel | None = None) -> None:
        """Write a message below the table as another user."""
        self.sandbox.user(6).say(channel or self.channel, "Hello!")

    async def stand_all(self, *, channel: Channel | None = None) -> None:
        """Stand with all hands and decline insurance."""
        for user in self.turns(channel=channel):
            labels = {button.label for button in self.board(channel).buttons}
            free = "Stand" if "Stand" in labels else "No insurance"
            await self.press(user, free, channel=channel)

    async def set(self, setting: str, value: str, *, by: int = 1, where: str = "channel") -> Answer:
        """Run `/house set` as an admin and wait for the result."""
        given = {"setting": setting, "value": value, "where": where}
        answer = await self.sandbox.user(by).command(self.channel, "house set", **given)
        await self.quiet()
        return answer

    def turns(self, *, channel: Channel | None = None) -> Iterator[User]:
        """Yield the users who must decide, one after another. Raises `AssertionError` if the round does not end."""
        before: list[str] = []
        for _ in range(MOST_TURNS):
            if not (users := awaited(self.board(channel))):
                return
            if users == before:
                self.clock.advance(TO_SEE)
            before = users
            yield self.user(users[-1])
        raise AssertionError(f"still to be decided after {MOST_TURNS} turns")

    # Results

    def user(self, name: str) -> User:
        """Find a user by name."""
        return next(user for user in self.users(6) if user.name == name)

    def boards(self, channel: Channel | None = None) -> list[MessageView]:
        """The table messages of a channel, oldest first."""
        return [*self._newest_first(channel)][::-1]

    def board(self, channel: Channel | None = None) -> MessageView:
        """The newest table message of a channel."""
        board = next(self._newest_first(channel), None)
        assert board is not None, "no table is shown"
        return board

    def _newest_first(self, channel: Channel | None) -> Iterator[MessageView]:
        """Yield the table messages lazily."""
        for message in reversed(self.sandbox.user(1).messages(channel or self.channel)):
            if not message.ephemeral and round_of(message):
                yield message

    def board_of(self, round_number: int, channel: Channel | None = None) -> MessageView:
        """The table message with this round."""
        (found,) = [one for one in self.boards(channel) if round_of(one) == round_number]
        return found

    async def balances(self, *users: User) -> list[int]:
        """The users' balances in cents, from the bank."""
        return [(await self.bot.bank.wallet(user.id)).balance for user in users]

    async def check_settled(self, board: MessageView, before: dict[User, int]) -> None:
        """Check each result against the shown cards, and the balances against those before the bets."""
        ties_lose = "ties lose" in board.text
        shown = hands(board)
        assert {user.name for user in before} == set(shown)
        for user, balance in before.items():
            hand = shown[user.name]
            assert fair(hand, ties_lose=ties_lose) == hand.net, hand
            assert await self.balances(user) == [balance + hand.net], hand
            assert hand.now in (None, balance + hand.net), hand

    def audit(self) -> list[str]:
        """The audit's findings, one line each."""
        with closing(sqlite3.connect(self.database)) as connection:
            return audit(connection)

    def secret(self) -> bytes:
        """The secret of the shoe of the only table."""
        ((data,),) = self.sql("SELECT data FROM game_table")
        return bytes.fromhex(json.loads(data)["shoe_seed"])

    def books(self) -> list[tuple[object, ...]]:
        """All rows about games and money, except the first balances of new players."""
        queries = (
            "SELECT id, channel_id, rules, version, closed, data FROM game_table",
            "SELECT * FROM seat",
            "SELECT * FROM round",
            "SELECT * FROM move",
            "SELECT * FROM posting WHERE kind <> 'welcome'",
        )
        return [row for query in queries for row in self.sql(query)]

    @contextmanager
    def nothing_changes(self, channel: Channel | None = None) -> Iterator[None]:
        """Check that the block changes neither the books nor the table's message."""
        books, board = self.books(), self.board(channel)
        text, newest = board.text, board.id
        yield
        assert self.books() == books
        assert (self.board(channel).id, self.board(channel).text) == (newest, text)


@contextmanager
def _hurried() -> Iterator[None]:
    """Make the stopping bot wait only briefly for pending requests."""
    seconds, requests.STOP_SECONDS = requests.STOP_SECONDS, 0.1
    try:
        yield
    finally:
        requests.STOP_SECONDS = seconds
