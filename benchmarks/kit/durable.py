"""A simple bot that loses nothing, as a floor: it saves each move with its money before it answers.

It plays a simple blackjack with one hand per user and button press.
"""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from random import sample
from threading import Thread
from typing import Any, Final, NamedTuple

import aiohttp
import discord
from discord.http import Route

SHOE: Final = [rank for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11) for _ in range(24)]
"""Six decks by value; aces are 11."""

STAKE: Final = 1_000
"""In cents."""

UPDATE_MESSAGE: Final = 7
IN_COMPONENTS: Final = 1 << 15

SCHEMA: Final = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE move (id INTEGER PRIMARY KEY, channel INTEGER, user INTEGER, verb TEXT, cards TEXT);
CREATE TABLE posting (move INTEGER REFERENCES move, user INTEGER, cents INTEGER);
CREATE TABLE balance (user INTEGER PRIMARY KEY, cents INTEGER NOT NULL);
"""


class Move(NamedTuple):
    """A move to save, with the cards and the money."""

    channel: int
    user: int
    verb: str
    cards: str
    cents: int
    """Paid by or to the user; 0 within a round."""


def total(cards: Sequence[int]) -> int:
    """Return a hand's total, counting aces as 1 where 11 would bust it."""
    return sum(cards) - 10 * min(cards.count(11), max(0, -(-(sum(cards) - 21) // 10)))


class Hand:
    """A user's hand and the dealer's. A round lasts until `is_over`; the next move deals again."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.dealer: list[int] = []
        self.is_over = True
        self._shoe: list[int] = []

    def play(self, verb: str) -> tuple[str, int]:
        """Deal, hit or stand. Return the name of the move and the cents that it pays to the user."""
        if self.is_over:
            shoe = sample(SHOE, 12)  # more cards than a round needs
            self.cards, self.dealer, self._shoe = shoe[:2], shoe[2:3], shoe[3:]
            self.is_over = False
            return "deal", -STAKE
        if verb == "hit" and self._shoe:
            self.cards.append(self._shoe.pop())
            self.is_over = total(self.cards) > 21
            return "hit", 0
        while total(self.dealer) < 17 and self._shoe:
            self.dealer.append(self._shoe.pop())
        self.is_over = True
        mine, theirs = total(self.cards), total(self.dealer)
        wins = theirs > 21 or mine > theirs
        return "stand", STAKE * (2 if wins else int(mine == theirs))


class Journal:
    """Saves moves on a thread. All moves that wait share one transaction."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._loop = asyncio.get_running_loop()
        self._moves = SimpleQueue[tuple[Move, asyncio.Future[None]] | None]()
        self._thread = Thread(target=self._work, name="journal")
        self._thread.start()

    def save(self, move: Move) -> asyncio.Future[None]:
        """Save a move; the future is done when it is on the disk."""
        saved = self._loop.create_future()
        self._moves.put((move, saved))
        return saved

    def close(self) -> None:
        self._moves.put(None)
        self._thread.join()

    def _work(self) -> None:
        with closing(sqlite3.connect(self._path, isolation_level=None)) as file:
            file.executescript(SCHEMA)
            while (first := self._moves.get()) is not None:
                batch = [first]
                try:
                    while (another := self._moves.get_nowait()) is not None:
                        batch.append(another)
                    self._moves.put(None)
                except Empty:
                    pass
                file.execute("BEGIN IMMEDIATE")
                for move, _ in batch:
                    _save(file, move)
                file.execute("COMMIT")
                self._loop.call_soon_threadsafe(_saved, [saved for _, saved in batch])


def _save(file: sqlite3.Connection, move: Move) -> None:
    number = file.execute(
        "INSERT INTO move (channel, user, verb, cards) VALUES (?, ?, ?, ?)", move[:4]
    ).lastrowid
    if move.cents:
        file.execute("INSERT INTO posting VALUES (?, ?, ?)", (number, move.user, move.cents))
        file.execute(
            "INSERT INTO balance VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET cents = cents + excluded.cents",
            (move.user, move.cents),
        )


def _saved(futures: Sequence[asyncio.Future[None]]) -> None:
    for future in futures:
        future.set_result(None)


class Durable(discord.Client):
    """A Discord bot that answers each click with a board of `seats` seats, after the move is saved."""

    def __init__(self, seats: int, path: Path) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._seats = seats
        self._journal = Journal(path)
        self._tables = defaultdict[int, defaultdict[int, Hand]](lambda: defaultdict(Hand))
        """Hands by channel and user."""
        self._boards = count(1)
        self._web: aiohttp.ClientSession | None = None

    async def setup_hook(self) -> None:
        self._web = aiohttp.ClientSession()

    async def close(self) -> None:
        await super().close()
        if self._web is not None:
            await self._web.close()
        self._journal.close()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        for channel in guild.text_channels:
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
            await self.http.request(route, json=self._board({}))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Play the clicked move, save it, and answer with the new board."""
        table, user = self._tables[interaction.channel_id or 0], interaction.user.id
        data: dict[str, Any] = dict(interaction.data or {})
        hand = table[user]
        verb, cents = hand.play(data["custom_id"].split(":")[2])
        cards = f"{hand.cards} {hand.dealer}"
        await self._journal.save(Move(interaction.channel_id or 0, user, verb, cards, cents))
        url = f"{Route.BASE}/interactions/{interaction.id}/{interaction.token}/callback"
        answer = {"type": UPDATE_MESSAGE, "data": self._board(table)}
        if self._web is not None:
            async with self._web.post(url, json=answer):
                pass

    def _board(self, table: dict[int, Hand]) -> dict[str, Any]:
        number, seats = next(self._boards), ",".join(map(str, range(1, self._seats + 1)))
        press = "bj2:table:{}:" + f"{number},{number}:{seats}:{seats}"
        hands = [
            f"**<@{user}>** bets $10 · {hand.cards} **{total(hand.cards)}**\n"
            f"-# dealer {hand.dealer} **{total(hand.dealer)}** · "
            + ("the round is over" if hand.is_over else "hits or stands")
            for user, hand in table.items()
        ]
        texts = [f"## Blackjack\n-# Round {number} · blackjack with six decks", *hands]
        buttons = [
            {"type": 2, "style": 2, "label": verb.title(), "custom_id": press.format(verb)}
            for verb in ("hit", "stand", "double", "split")
        ]
        parts = [
            *({"type": 10, "content": text} for text in texts),
            {"type": 14},
            {"type": 1, "components": buttons},
        ]
        return {"flags": IN_COMPONENTS, "components": [{"type": 17, "components": parts}]}
