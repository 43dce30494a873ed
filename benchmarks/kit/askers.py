"""Simulated users who keep asking for pictures, charts, lists and reviews while others play.

They ask again as soon as they have an answer, but no more often than the bot's rate limit allows.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from random import Random
from time import perf_counter

from benchmarks.kit.harness import Row, number, percentile
from benchmarks.kit.people import Place
from cogs.interactions.admission import MOST_CLICKS, PER_SECONDS
from cogs.language import language_of
from engine.rules.rule_sets import RULE_SETS
from tests.driver import Answer

KINDS = ("stats", "strategy", "leaderboard", "history", "review")
HEADINGS = ("questions", "a second", "answer: p50 ms", "p99 ms", "put off, %")
BUSY = language_of("en-US")("sorry-many-ask")


class Askers:
    """One user at each of these tables who keeps asking, and statistics of the answers."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places
        self._seconds = 0.0
        self._waited = defaultdict[str, list[float]](list)
        """Milliseconds until the answer, by kind."""
        self._put_off = Counter[str]()

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[None]:
        """Let the users ask until the end of the block, then wait for the last answers."""
        over, begun = asyncio.Event(), perf_counter()
        async with asyncio.TaskGroup() as people:
            for place in self.places:
                people.create_task(self._ask(place, over))
            yield
            over.set()
            self._seconds += perf_counter() - begun

    def rows(self) -> list[Row]:
        return [
            (
                kind,
                number(len(waited) / self._seconds),
                *(number(percentile(waited, share)) for share in (0.5, 0.99)),
                number(100 * self._put_off[kind] / len(waited)),
            )
            for kind, waited in self._waited.items()
        ]

    async def _ask(self, place: Place, over: asyncio.Event) -> None:
        rng, answer = Random(place.channel.name), None
        for kind in cycle(KINDS):
            if over.is_set():
                return
            begun = perf_counter()
            answer = await _question(kind, place, answer, rng)
            while answer.message is not None and answer.message.thinking:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            self._waited[kind].append(1_000 * (perf_counter() - begun))
            self._put_off[kind] += answer.text == BUSY
            await asyncio.sleep(begun + PER_SECONDS / MOST_CLICKS - perf_counter())


def _question(kind: str, place: Place, before: Answer | None, rng: Random) -> Awaitable[Answer]:
    (user, *_), at = place.people, place.channel
    rounds = None if before is None else before.message
    match kind:
        case "strategy":
            return user.command(at, kind, rules=rng.choice([*RULE_SETS]))
        case "leaderboard":
            return user.command(at, kind, where=rng.randrange(2), by=rng.randrange(3))
        case "review" if rounds is not None and rounds.selects:
            _, menu = rounds.selects
            (_, newest), *_ = menu.options
            return user.select(rounds, newest, custom_id=menu.custom_id, force=True)
        case _:
            return user.command(at, "history" if kind == "review" else kind)
