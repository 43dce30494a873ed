"""People at the tables: each looks at the board, thinks, and clicks something that is offered to them."""

import asyncio
import re
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from cogs.board.buttons import Press, parse_custom_id
from sandbox import Answer, AnswerKind, Channel, MessageView, Refused, Sandbox, User

FREE = ("hit", "stand", "stand", "decline")
"""The verbs of decisions that cost nothing; `stand` is there twice, so that it is chosen more often than `hit`."""
COSTLY = ("double", "split", "half")
BOLD = 0.2
"""The probability of a decision that costs money."""

_TURN = re.compile(r"(?:▶|⏳).*?\*\*(.*)\*\* · (?:time is up|closes) <t:")


class NotTaken(Exception):
    """A command was refused or failed, so the measurement would be wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """How many places there are, and how many users at each."""

    places: int
    users: int
    servers: int = 1
    """Which share the places, each with a part of them."""

    def sandbox(self, requests_per_second: int | None = None) -> Sandbox:
        """A sandbox that is large enough; with Discord's rate limits if it takes so many requests a second."""
        channels = [f"place-{number}" for number in range(self.places // self.servers)]
        users = self.places * self.users
        return Sandbox(
            users=users,
            channels=channels,
            guilds=self.servers,
            requests_per_second=requests_per_second,
        )

    def at(self, sandbox: Sandbox) -> list[tuple[Channel, list[User]]]:
        """The channel and the users of each place; nobody is at two places."""
        numbers = range(1, self.places * self.users + 1)
        users = [sandbox.user(number) for number in numbers]
        return [
            (sandbox.channel(place), users[place * self.users :][: self.users])
            for place in range(self.places)
        ]


@dataclass(slots=True, kw_only=True)
class Tally:
    """The outcome of all clicks: milliseconds of those with an answer, and how many were refused or not answered."""

    answers: list[float] = field(default_factory=list)
    refused: int = 0
    failed: int = 0

    def note(self, answer: Answer, milliseconds: float) -> None:
        """Count one click."""
        if answer.kind is AnswerKind.FAILED:
            self.failed += 1
            return
        self.answers.append(milliseconds)
        self.refused += answer.kind is AnswerKind.MESSAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A user at the table of a channel."""

    user: User
    channel: Channel
    rng: Random
    tally: Tally

    async def live(self, end: float, think: float) -> None:
        """Think and click until `end` (of `perf_counter`); `think` seconds between two looks, on average."""
        while perf_counter() < end:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * think)
            await self.act()

    async def act(self) -> None:
        """Click what is offered to this person now, if anything is."""
        board = self._board()
        press = None if board is None else self._choice(board)
        if board is None or press is None:
            return
        start = perf_counter()
        try:
            answer = await self.user.click(board, custom_id=press.custom_id(), force=True)
        except Refused:  # the message is gone
            return
        self.tally.note(answer, (perf_counter() - start) * 1000)

    async def leave(self) -> None:
        """Get up; a hand in play stands."""
        await self.user.command(self.channel, "leave")

    def _board(self) -> MessageView | None:
        everything = reversed(self.channel.messages.values())
        public = (MessageView(one) for one in everything if one.visible_to is None)
        return next(public, None)

    def _choice(self, board: MessageView) -> Press | None:
        offered = [
            p for b in board.buttons if not b.disabled and (p := parse_custom_id(b.custom_id or ""))
        ]
        me, text = self.user.name, board.text
        if any(re.search(rf"\b{me}\b", turn) for turn in _TURN.findall(text)):
            verbs = COSTLY if self.rng.random() < BOLD else FREE
            moves = [p for verb in verbs for p in offered if p.verb == verb]
            return self.rng.choice(moves) if moves else None
        if f" {me} bets" in text:
            return None
        chips = [press for press in offered if press.number is not None]
        return min(chips, key=lambda chip: chip.number or 0) if chips else None
