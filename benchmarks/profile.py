"""Where a click goes: the work of the bot at saturation, shared out to its components.

The bot runs in a process of its own, where its event loop's stack is looked at each time it has worked a few
milliseconds more. Printed are, for each component, the microseconds a click and the share of all work.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.bot import WARM, Contestant, Size, bare, hosted
from benchmarks.bots.watched import PROFILE
from benchmarks.measuring import number, text_table, whole

MEANING = """
A click is a decision or a bet, from the gateway's event to the answer, with what follows it: the deal and the next
round's message. A component's time is what its own code takes, with the library calls that are no component themselves.
The bank's thread works beside the event loop, which goes on meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Microseconds a click by component; how many clicks and samples it is made of."""

    micros: Mapping[str, float]
    clicks: float
    samples: float

    @property
    def whole(self) -> float:
        """Microseconds a click in all."""
        return sum(self.micros.values())


async def profile(contestant: Contestant, seconds: float) -> Profile:
    """So many seconds at saturation, and once more where the bot has worked too little of them for a sample."""
    await contestant.at_most(min(WARM, seconds))
    samples = 0.0
    while not samples:
        await contestant.process.ask(PROFILE)
        clicks = (await contestant.at_most(seconds)).carried.clicks
        found = await contestant.process.ask(PROFILE)
        samples = found.pop("samples")
    micros = {name: 1e6 * worked / clicks for name, worked in found.items()}
    return Profile(micros=micros, clicks=clicks, samples=samples)


def lines(ours: Profile, floor: Profile) -> Iterator[tuple[str, ...]]:
    """A line for each component, the largest first, and one for all."""
    yield "", "µs a click", "%", "floor"
    for name in sorted(ours.micros, key=lambda name: -ours.micros[name]):
        micros = ours.micros[name]
        yield (
            name,
            number(micros),
            number(100 * micros / ours.whole),
            number(floor.micros.get(name, 0)),
        )
    yield "all", number(ours.whole), "100", number(floor.whole)
    yield "clicks", number(ours.clicks), "", number(floor.clicks)
    yield "samples", number(ours.samples), "", number(floor.samples)


async def run(size: Size, seconds: float) -> list[tuple[str, ...]]:
    """The whole table."""
    async with hosted(size) as ours, bare(size) as floor:
        return list(lines(await profile(ours, seconds), await profile(floor, seconds)))


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profile", description=__doc__)
    for name, most, default, meaning in (
        ("tables", 2_000, 300, "tables at once"),
        ("users", 4, 1, "users at each"),
    ):
        kind, text = whole(1, most), f"{meaning} (default: %(default)s)"
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    parser.add_argument(
        "--seconds",
        type=float,
        default=10,
        help="how long each of the two bots is looked at (default: %(default)s)",
    )
    options = parser.parse_args(arguments)
    size = Size(tables=options.tables, users=options.users, rate=0)
    table = asyncio.run(run(size, options.seconds))
    print(f"{size}, clicked as soon as they can be; the floor is the bare bot of benchmarks.bot")
    print(text_table(table))
    print(MEANING)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
