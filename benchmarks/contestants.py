"""The bots that are clicked: the real one at its tables, and a bare one that only acknowledges."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

import discord
import yarl
from discord import ui
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot
from cogs.answers.rate_limit import RateLimit
from cogs.messages.screen import Screen
from cogs.startup.client import COMMANDS, BlackjackBot
from cogs.startup.host_settings import read_settings
from cogs.table.buttons import Press, parse_custom_id
from engine.clock import RealClock
from engine.game import SEED_BYTES
from engine.rules import RULE_SETS
from engine.table import Table
from sandbox import AnswerKind, Channel, MessageView, Sandbox, User

FREE = ("hit", "stand", "decline")
"""The verbs of decisions that cost nothing, so that nobody runs out of money."""

TAKEN = frozenset({AnswerKind.UPDATE, AnswerKind.DEFERRED_UPDATE})


class NotTaken(Exception):
    """A click was refused or failed, so the measurement would be wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """A user presses a button."""

    user: User
    message: MessageView
    custom_id: str

    async def make(self) -> None:
        """Return at the bot's first answer. Raises `NotTaken` unless the bot took the click."""
        # Forced, because another user's click may have redrawn the button in the meantime.
        answer = await self.user.click(self.message, custom_id=self.custom_id, force=True)
        if answer.kind not in TAKEN:
            raise NotTaken(f"{self.custom_id}: {answer.kind.value} {answer.reason}{answer.text}")


class Place(Protocol):
    """A message in a channel, and the users who press its buttons."""

    async def clicks(self) -> Sequence[Click]:
        """The clicks that can be made now, at most one a user; ask again when all of them are answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """How many places there are, and how many users at each."""

    places: int
    users: int

    def sandbox(self) -> Sandbox:
        """A sandbox that is large enough."""
        channels = [f"place-{number}" for number in range(self.places)]
        return Sandbox(users=self.places * self.users, channels=channels)

    def at(self, sandbox: Sandbox) -> list[tuple[Channel, list[User]]]:
        """The channel and the users of each place; nobody is at two places."""
        numbers = range(1, self.places * self.users + 1)
        users = [sandbox.user(number) for number in numbers]
        return [
            (sandbox.channel(place), users[place * self.users :][: self.users])
            for place in range(self.places)
        ]


# The real bot


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlace:
    """A table of the real bot. Its users bet the lowest chip, and make random moves that cost nothing."""

    sandbox: Sandbox
    table: Table
    screen: Screen
    users: Sequence[User]
    """In the order of their seats, which are numbered from 1."""
    rng: Random

    async def clicks(self) -> Sequence[Click]:
        """All users' bets, or decisions of the users who are to decide, once the message is up to date."""
        await self.shown()
        board = self.board
        moves = {text: press for text, press in _presses(board) if press.verb in FREE}
        if not moves:
            return self.bets()
        seats = next(iter(moves.values())).counters
        users = [self.users[seat - 1] for seat in seats]
        texts = list(moves)
        return [Click(user=user, message=board, custom_id=self.rng.choice(texts)) for user in users]

    @property
    def board(self) -> MessageView:
        """The table's newest message."""
        return self.sandbox.message(self.table.message[0] or 0)

    async def shown(self) -> None:
        """Return when the table's message is up to date."""
        while (task := self.screen.task) is not None and not task.done():
            await asyncio.wait([task])

    def bets(self) -> list[Click]:
        """Everybody presses the lowest chip; the first seat comes last, so that the others sit down before the deal."""
        board = self.board
        chips = {press.cents: text for text, press in _presses(board) if press.cents}
        users = (*self.users[1:], self.users[0])
        return [Click(user=user, message=board, custom_id=chips[min(chips)]) for user in users]


def _presses(board: MessageView) -> list[tuple[str, Press]]:
    texts = [button.custom_id or "" for button in board.buttons if not button.disabled]
    return [(text, press) for text in texts if (press := parse_custom_id(text)) is not None]


@asynccontextmanager
async def real(sandbox: Sandbox, crowd: Crowd, seed: int) -> AsyncIterator[list[Place]]:
    """The bot as it is hosted, with a new SQLite file; a table in each channel, and everybody has a bet on it."""
    luck = partial(Random(seed).randbytes, SEED_BYTES)
    with TemporaryDirectory() as directory:
        settings = read_settings(
            {
                "DISCORD_API_URL": sandbox.api_url,
                "DATABASE": str(Path(directory, "benchmark.db")),
                "DEALER_SECONDS": "0",
            }
        )
        async with (
            bot.running_bot(settings, clock=RealClock(), luck=luck) as running,
            _without_rate_limit(running),
            _online(running, sandbox),
        ):
            await running.background.settled(COMMANDS)
            yield [
                await _open(running, sandbox, channel, users, rules, Random(seed))
                for (channel, users), rules in zip(crowd.at(sandbox), cycle(RULE_SETS))
            ]


class NoRateLimit(RateLimit):
    """Lets users click as fast as a machine, as a benchmark does; stale interactions are still refused."""

    async def lets_in(self, interaction: discord.Interaction[discord.Client]) -> bool:
        """Whether to go on with this interaction."""
        return self.why_stale(interaction) is None


@asynccontextmanager
async def _without_rate_limit(running: BlackjackBot) -> AsyncIterator[None]:
    running.rate_limit = NoRateLimit(RealClock().now)
    yield


async def _open(
    running: BlackjackBot,
    sandbox: Sandbox,
    channel: Channel,
    users: Sequence[User],
    rules: str,
    rng: Random,
) -> TablePlace:
    await users[0].command(channel, "blackjack", rules=rules)
    table = running.house.in_channel(channel.id)
    if table is None:
        raise NotTaken(f"no table was opened in {channel.name}")
    screen = running.display.screens.of(table)
    place = TablePlace(sandbox=sandbox, table=table, screen=screen, users=users, rng=rng)
    await place.shown()
    for bet in place.bets():
        await bet.make()
    return place


# The bare bot


class Bare(discord.Client):
    """Acknowledges each click, and does nothing else."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer at once, with nothing."""
        await interaction.response.defer()


@dataclass(frozen=True, slots=True, kw_only=True)
class BarePlace:
    """A message with one button, which all users press."""

    message: MessageView
    users: Sequence[User]

    async def clicks(self) -> Sequence[Click]:
        """One click a user."""
        (button,) = self.message.buttons
        custom_id = button.custom_id or ""
        return [Click(user=u, message=self.message, custom_id=custom_id) for u in self.users]


@asynccontextmanager
async def bare(sandbox: Sandbox, crowd: Crowd) -> AsyncIterator[list[Place]]:
    """The floor: the same client and the same sandbox with a message in each channel, and no game."""
    Route.BASE = sandbox.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    async with Bare(intents=discord.Intents(guilds=True)) as client, _online(client, sandbox):
        yield [
            BarePlace(message=await _post(client, sandbox, channel), users=users)
            for channel, users in crowd.at(sandbox)
        ]


async def _post(client: discord.Client, sandbox: Sandbox, channel: Channel) -> MessageView:
    board = ui.View(timeout=None)
    board.add_item(ui.Button(label="Press", custom_id="press"))
    board.stop()
    sent = await client.get_partial_messageable(channel.id).send("A button", view=board)
    return sandbox.message(sent.id)


# Both


@asynccontextmanager
async def _online(client: discord.Client, sandbox: Sandbox) -> AsyncIterator[None]:
    """Keep the client connected inside the block; raise the error that ended it, if any."""
    task = asyncio.create_task(client.start("benchmark"))
    try:
        await sandbox.bot_ready()
        yield
    finally:
        await client.close()
        await task
