"""Whether people who play notice thirty others who ask for pictures, charts, lists and reviews, over and over.

The others ask again as soon as they have an answer, but not more often than the bot lets anybody in. The floor is the
same bot at the same pace in phases in between, when nobody asks.
"""

import argparse
import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.kit.contestants import NO_PAUSES, Sample, contestant, waits, worked
from benchmarks.kit.harness import (
    HEADINGS,
    in_turn_alive,
    number,
    options_of,
    percentile,
    text_table,
)
from benchmarks.kit.people import Place, sandbox_for
from cogs.answers.clicks import MOST_CLICKS, PER_SECONDS
from cogs.language import language_of
from engine.rules.rule_sets import RULE_SETS
from sandbox import Answer

WARM = 0.5
"""Of a phase: what everybody plays before, so that there is something to ask about."""

KINDS = ("stats", "strategy", "leaderboard", "history", "review")
QUESTIONS = ("questions", "a second", "answer: p50 ms", "p99 ms", "put off, %")
BUSY = language_of("en-US")("sorry-many-ask")


class Asked:
    """What became of questions: by their kind, milliseconds until the answer, and how many were put off."""

    def __init__(self) -> None:
        self.waited = defaultdict[str, list[float]](list)
        self.put_off = Counter[str]()

    async def use(self, kind: str, question: Awaitable[Answer]) -> Answer:
        """Ask, and wait until the next question may be asked."""
        begun = perf_counter()
        answer = await question
        while answer.message is not None and answer.message.thinking:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        self.waited[kind].append(1_000 * (perf_counter() - begun))
        self.put_off[kind] += answer.text == BUSY
        await asyncio.sleep(begun + PER_SECONDS / MOST_CLICKS - perf_counter())
        return answer


async def ask(place: Place, asked: Asked, over: asyncio.Event) -> None:
    """Somebody asks everything in turn, and lets the last question be answered."""
    rng, answer = Random(place.channel.name), None
    for kind in cycle(KINDS):
        if over.is_set():
            return
        answer = await asked.use(kind, _question(kind, place, answer, rng))


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


async def measure(options: argparse.Namespace) -> str:
    """The table of the clicks, and below it one of the questions."""
    quiet, seconds, asked = options.tables, options.seconds, Asked()
    with TemporaryDirectory() as folder:
        settings = NO_PAUSES | {"DATABASE": str(Path(folder, "benchmark.db"))}
        sandbox = sandbox_for(quiet + options.askers, 1)
        async with contestant("hosted", sandbox, settings) as bot:
            playing = replace(bot, places=bot.places[:quiet])
            await bot.at_pace(options.rate, WARM * seconds)

            async def flooded() -> Sample:
                over = asyncio.Event()
                async with asyncio.TaskGroup() as people:
                    for place in bot.places[quiet:]:
                        people.create_task(ask(place, asked, over))
                    sample = await calm()
                    over.set()
                return sample

            calm = partial(playing.at_pace, options.rate, seconds)
            samples = await in_turn_alive(options.repeats, flooded, calm)
    at = f"{options.rate} clicks/s"
    clicks = [*worked(at, samples), *waits(at, samples)]
    questions = [
        (
            kind,
            number(len(waited) / seconds / options.repeats),
            *(number(percentile(waited, share)) for share in (0.5, 0.99)),
            number(100 * asked.put_off[kind] / len(waited)),
        )
        for kind, waited in asked.waited.items()
    ]
    return f"{text_table([HEADINGS, *clicks])}\n\n{text_table([QUESTIONS, *questions])}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    options = options_of(
        arguments,
        __doc__,
        tables=(270, "tables of one user who plays"),
        rate=(60, "clicks a second there"),
        askers=(30, "people who ask"),
        repeats=(2, "phases with them and without them, in turn"),
        seconds=(30.0, "of a phase"),
    )
    print(asyncio.run(measure(options)))


if __name__ == "__main__":
    main()
