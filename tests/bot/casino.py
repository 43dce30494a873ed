"""A casino for tests: the real bot and a real SQLite file, on a Discord on loopback."""

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
from cogs.gateway import requests
from cogs.gateway.loops import Loop
from cogs.health.health import file_of, pulse
from cogs.health.metrics import Metrics
from cogs.startup.client import BlackjackBot
from cogs.startup.settings import read_settings
from engine.bank.books.audit import audit
from engine.bank.sqlite.witness import bear_witness, seen
from engine.fairness.sealing import NONE_BEFORE
from engine.records.shoes import transcript_digest
from engine.rules.refusals import Refused
from engine.rules.rules import Rules
from engine.table.commands import LeaveTable
from engine.table.state import TO_SEE
from sandbox import Answer, AnswerKind, Channel, MessageView, Sandbox, User
from sandbox.world.objects import DISCORD_EPOCH_MS, Snowflakes
from tests.clock import ManualClock
from tests.waiting import until

from .hosted import hosted_bot
from .luck import Layout, Luck, seed_where
from .reading import awaited, fair, hands, round_of

WELCOME = 1_000_000
"""Cents that every player starts with."""

MOST_TURNS = 200
"""In one round; far more than any round of these tests takes."""


class Ids(Snowflakes):
    """Ids that are born when the tests' clock says so, for the bot judges by them how old an event is."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self.behind = 0.0
        """Seconds by which Discord's clock is behind that of the tests."""

    def now(self) -> float:
        """Discord's time, in Unix seconds."""
        return self._clock.now() - self.behind

    def next(self, age: float = 0.0) -> int:
        """A new id, as if born `age` seconds ago."""
        milliseconds = int((self.now() - age) * 1000) - DISCORD_EPOCH_MS
        self._last += 1
        return (milliseconds << 22) + (self._last & 0x3FFFFF)


class Casino:
    """The bot in its sandbox. Time stands still until `clock` is advanced; `luck` decides the cards."""

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
        """What the host has set."""
        self.thinks_on_a_thread = True
        self.waits_for_commands = True
        self.metrics: Metrics | None = None
        self._bot: BlackjackBot | None = None
        self._running = AsyncExitStack()
        self._crashes = 0

    @property
    def bot(self) -> BlackjackBot:
        """The bot that runs now."""
        assert self._bot is not None, "the bot is not running"
        return self._bot

    async def start(self) -> None:
        """Start the bot on the casino's file; returns when it is connected and its commands are known."""
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
            # A bot that is stopped before it has kept that it told of the invitation tells of it again.
            await started.background.settled(Loop.COMMANDS, Loop.INVITATION)

    async def stop(self, *, in_vain: bool = False) -> None:
        """Stop the bot in good order, after a look at its books.

        `in_vain`: what is on its way gets nowhere, and is hardly waited for.
        """
        if not in_vain:
            await self.quiet()
        assert self.audit() == []
        with _hurried() if in_vain else contextlib.nullcontext():
            await self.bot.close()
        await self.closed()

    async def closed(self) -> None:
        """Return when nothing is left of a bot that was closed."""
        self._bot = None
        await self._running.aclose()
        await self.sandbox.wait_for(lambda: not self.sandbox.bot_online)

    async def restart(self) -> None:
        """Stop the bot and start it again."""
        await self.stop()
        await self.start()

    async def crash(
        self, meanwhile: Callable[[], None] = lambda: None, *, in_vain: bool = False
    ) -> None:
        """Go on from the file as it is at this moment; what the bot does when it stops is lost.

        `meanwhile` happens while no bot runs; `in_vain` as for `stop`.
        """
        self._crashes += 1
        survivor = self.database.with_name(f"survivor-{self._crashes}.db")
        for suffix in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"{self.database}{suffix}", f"{survivor}{suffix}")
        if (count := seen(self.database)) is not None:
            bear_witness(survivor, count)  # it is the same file, and no older copy
        await self.stop(in_vain=in_vain)
        meanwhile()
        self.database = survivor
        await self.start()

    async def quiet(self) -> None:
        """Return when everything that has happened is shown."""
        await self.bot.display.finish()

    async def let_pass(self, seconds: float) -> None:
        """Advance the clock, and wait until every table has looked who is late and has shown it."""
        self.clock.advance(seconds)
        nobody = LeaveTable(user_id=0)
        for table_id in self.tables():
            if table := self.bot.house.find(table_id):
                # A table works in order: once this is refused, it is done with what the clock asked.
                with contextlib.suppress(Refused):
                    await table.submit(nobody)
        await self.quiet()

    def tables(self) -> list[int]:
        """The numbers of all tables that were ever opened."""
        return [number for (number,) in self.sql("SELECT id FROM game_table")]

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """What the file says; a statement that writes changes it behind the bot's back."""
        with closing(sqlite3.connect(self.database)) as file, file:
            return file.execute(statement, values).fetchall()

    async def deals_next(
        self, rules: Rules, players: int, wanted: Callable[[Layout], bool]
    ) -> None:
        """The next table that is opened in the channel deals this in its first round."""
        last = await self.bot.bank.last_shoe(self.channel.id)
        before = NONE_BEFORE if last is None else transcript_digest(*last)
        table = len(self.tables()) + 1
        self.luck.next.append(seed_where(rules, players, wanted, table=table, before=before))

    # What people do

    def users(self, count: int) -> list[User]:
        """The first so many users."""
        return [self.sandbox.user(number) for number in range(1, count + 1)]

    async def open(
        self, opener: User, rules: str = "hotseat", *, channel: Channel | None = None
    ) -> MessageView:
        """Open a table; its message."""
        where = channel or self.channel
        answer = await opener.command(where, "blackjack", rules=rules)
        assert answer.kind is AnswerKind.DEFERRED, answer
        await self.quiet()
        return self.board(where)

    async def bet(self, bets: dict[User, str], *, channel: Channel | None = None) -> MessageView:
        """Everybody sits down in this order and bets, the first one last; the table's message afterwards."""
        where = channel or self.channel
        first, *others = bets.items()
        for user, amount in (*others, first):
            answer = await user.command(where, "bet", amount=amount)
            assert answer.text.startswith(("You bet", "Your bet counted")), answer.text
        await self.quiet()
        return self.board(where)

    async def press(self, user: User, label: str, *, channel: Channel | None = None) -> Answer:
        """Click a button of the table's newest message, and wait until the outcome is shown."""
        board, label = self.board(channel), self.chip(label, channel=channel)
        labels = {one.label for one in board.buttons}
        if label.startswith("$") and label not in labels and "Other…" in labels:
            # There are only as many chips as a phone has room for.
            answer = await user.submit(await user.click(board, "Other…"), amount=label)
        else:
            answer = await user.click(board, label)
        await self.quiet()
        return answer

    async def more(self, user: User, *, channel: Channel | None = None) -> MessageView:
        """What is behind `⋯` on the table's newest message, for this user."""
        return await self.alone(await user.click(self.board(channel), "⋯"))

    async def alone(self, answer: Answer) -> MessageView:
        """The message that somebody alone is shown, as soon as it is whole; it mentions nobody."""
        message = answer.message
        assert message is not None, answer
        await self.sandbox.wait_for(lambda: not message.thinking)
        assert message.ephemeral
        assert message.mentions == message.pings == []
        return message

    async def typed(self, user: User, command: str, **options: Any) -> str:
        """What somebody reads who types a command in the channel, once everything is shown."""
        answer = await user.command(self.channel, command, **options)
        await self.quiet()
        return answer.text

    async def shown(
        self, user: User, command: str, *, channel: Channel | None = None, **options: Any
    ) -> MessageView:
        """What a command shows this user alone."""
        return await self.alone(await user.command(channel or self.channel, command, **options))

    def chip(self, label: str, *, channel: Channel | None = None) -> str:
        """How a button of the table's newest message is called: the chip of the last bet has a name of its own."""
        again = f"Play again {label}"
        return again if again in {one.label for one in self.board(channel).buttons} else label

    def write(self, *, channel: Channel | None = None) -> None:
        """Somebody writes below the table."""
        self.sandbox.user(6).say(channel or self.channel, "Hello!")

    async def stand_all(self, *, channel: Channel | None = None) -> None:
        """Everybody who is still to decide stands, and declines insurance."""
        for user in self.turns(channel=channel):
            labels = {button.label for button in self.board(channel).buttons}
            free = "Stand" if "Stand" in labels else "No insurance"
            await self.press(user, free, channel=channel)

    async def set(self, setting: str, value: str, *, by: int = 1, where: str = "channel") -> Answer:
        """An admin types `/house set`, and what changes is shown."""
        given = {"setting": setting, "value": value, "where": where}
        answer = await self.sandbox.user(by).command(self.channel, "house set", **given)
        await self.quiet()
        return answer

    def turns(self, *, channel: Channel | None = None) -> Iterator[User]:
        """Who is to decide, one after another, until nobody is; a round that does not end is a failure."""
        before: list[str] = []
        for _ in range(MOST_TURNS):
            if not (users := awaited(self.board(channel))):
                return
            if users == before:
                self.clock.advance(TO_SEE)
            before = users
            yield self.user(users[-1])
        raise AssertionError(f"still to be decided after {MOST_TURNS} turns")

    # What is seen

    def user(self, name: str) -> User:
        """The user of this name."""
        return next(user for user in self.users(6) if user.name == name)

    def boards(self, channel: Channel | None = None) -> list[MessageView]:
        """The table messages in a channel, oldest first."""
        return [*self._newest_first(channel)][::-1]

    def board(self, channel: Channel | None = None) -> MessageView:
        """The newest table message in a channel."""
        board = next(self._newest_first(channel), None)
        assert board is not None, "no table is shown"
        return board

    def _newest_first(self, channel: Channel | None) -> Iterator[MessageView]:
        """The table messages, each read when it is asked for."""
        for message in reversed(self.sandbox.user(1).messages(channel or self.channel)):
            if not message.ephemeral and round_of(message):
                yield message

    def board_of(self, round_number: int, channel: Channel | None = None) -> MessageView:
        """The message that shows a round."""
        (found,) = [one for one in self.boards(channel) if round_of(one) == round_number]
        return found

    async def balances(self, *users: User) -> list[int]:
        """What users have, in cents, by the bank."""
        return [(await self.bot.bank.wallet(user.id)).balance for user in users]

    async def check_settled(self, board: MessageView, before: dict[User, int]) -> None:
        """Every result is right by the cards that are shown, and the balances (before the bets) say the same."""
        ties_lose = "ties lose" in board.text
        shown = hands(board)
        assert {user.name for user in before} == set(shown)
        for user, balance in before.items():
            hand = shown[user.name]
            assert fair(hand, ties_lose=ties_lose) == hand.net, hand
            assert await self.balances(user) == [balance + hand.net], hand
            assert hand.now in (None, balance + hand.net), hand

    def audit(self) -> list[str]:
        """What is wrong with the books, a line each."""
        with closing(sqlite3.connect(self.database)) as connection:
            return audit(connection)

    def secret(self) -> bytes:
        """The secret of the shoe of the only table."""
        ((data,),) = self.sql("SELECT data FROM game_table")
        return bytes.fromhex(json.loads(data)["shoe_seed"])

    def books(self) -> list[tuple[object, ...]]:
        """Everything that the file says of games and money, but the welcome of newcomers."""
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
        """What happens inside leaves the books and the table's message as they are."""
        books, board = self.books(), self.board(channel)
        text, newest = board.text, board.id
        yield
        assert self.books() == books
        assert (self.board(channel).id, self.board(channel).text) == (newest, text)


@contextmanager
def _hurried() -> Iterator[None]:
    """The bot waits hardly at all for what is on its way when it stops."""
    seconds, requests.STOP_SECONDS = requests.STOP_SECONDS, 0.1
    try:
        yield
    finally:
        requests.STOP_SECONDS = seconds
