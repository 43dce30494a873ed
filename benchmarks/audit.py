"""Sealing a shoe, verifying one, and an audit of many postings, in a process of its own as a host runs it.

The floor of an audit reads the same rows once; that of a seal is one SHA-256, that of a verification one and a shuffle.
"""

import argparse
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.kit.bots import ROOT
from benchmarks.kit.filled import archive
from benchmarks.kit.harness import HEADINGS, Row, command, in_turn, row, text_table
from engine.fairness.sealing import NONE_BEFORE, cards_text, mix_of, sealed_shoe, transcript
from engine.fairness.transcript_check import verify_transcript
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.rule_sets import RULE_SETS
from engine.values.shoes import SavedShoe, ShoeEnd

TABLES = "posting", "move", "result", "dealt_seat", "round"
"""All that an audit has to look at."""

RULES = RULE_SETS["vegas"]
ROUND = 12
"""Cards of a round: about what three players take."""

POSTINGS_A_ROUND = 4
"""At least, with as many players."""

TIMES = 200
"""Shoes that are sealed or verified for one sample."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock, and seconds of work of all processes together."""

    seconds: float
    work: float


def cost_of(work: Callable[[], object], times: int = 1) -> Cost:
    """What this costs here, and in the processes that it waits for, once."""
    start, before = perf_counter(), _worked()
    for _ in range(times):
        work()
    return Cost((perf_counter() - start) / times, (_worked() - before) / times)


def _worked() -> float:
    kinds = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


def audit(database: Path) -> None:
    """Run the tool. Raises `CalledProcessError` where the books are not in order."""
    subprocess.run(
        [sys.executable, str(ROOT / "bot.py"), "audit"],
        env=os.environ | {"DATABASE": str(database)},
        cwd=database.parent,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def read(database: Path) -> int:
    """The floor: every row once, in plain SQL."""
    with closing(sqlite3.connect(database)) as connection:
        return sum(1 for name in TABLES for _ in connection.execute(f"SELECT * FROM {name}"))


def new_shoe(rng: Random) -> SavedShoe:
    """A shoe under its seal."""
    seed = rng.randbytes(SEED_BYTES)
    return sealed_shoe(RULES, table_id=1, number=1, before=NONE_BEFORE, first_round=1, seed=seed)


def told(sealed: SavedShoe) -> bytes:
    """The transcript of a shoe that was dealt up to the cut card."""
    shoe, rounds = Shoe.fresh(RULES, mix_of(sealed)), []
    while not shoe.spent:
        rounds.append([shoe.draw(tuple) for _ in range(ROUND)])
    return transcript(
        header=sealed.header,
        sealed=sealed.sealed,
        words=None,
        seed=sealed.seed,
        end=ShoeEnd.CUT_CARD,
        cards=cards_text(RULES.decks, rounds),
    ).encode()


def hash_and_shuffle(text: bytes, rng: Random) -> None:
    """The floor of a verification."""
    sha256(text).digest()
    cards = list(range((RULES.decks or 1) * 52))
    rng.shuffle(cards)


def measure(options: argparse.Namespace) -> Iterator[Row]:
    """The rows of the table."""
    rng, repeats = Random(options.seed), options.repeats
    sealing = partial(new_shoe, rng)
    shoe = sealing()
    text = told(shoe)
    for label, work, floor in (
        ("seal a shoe, µs", sealing, partial(sha256, shoe.header.encode() + shoe.seed)),
        (
            "verify a shoe, µs",
            partial(verify_transcript, text, shoe.sealed.hex()),
            partial(hash_and_shuffle, text, rng),
        ),
    ):
        sides = (partial(cost_of, one, TIMES) for one in (work, floor))
        yield row(label, in_turn(repeats, *sides), lambda cost: 1e6 * cost.seconds)
    with TemporaryDirectory() as folder:
        file = Path(folder, "audit.db")
        archive(file, options.postings // POSTINGS_A_ROUND, seats=options.seats, seed=options.seed)
        with closing(sqlite3.connect(file)) as connection:
            (there,) = connection.execute("SELECT COUNT(*) FROM posting").fetchone()
        samples = in_turn(
            repeats, *(partial(cost_of, partial(work, file)) for work in (audit, read))
        )
    yield row(f"audit of {there:,} postings, s", samples, lambda cost: cost.seconds)
    yield row("work of all processes, s", samples, lambda cost: cost.work)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    parser = command(
        "audit",
        __doc__,
        postings=(100_000_000, 100_000, "how many there are, about"),
        seats=(4, 4, "players at each table: the fewer, the more rounds there are"),
        repeats=(100, 3, "samples, and as many of the floor, in turn"),
        seed=(1_000_000, 1, "decides cards and moves"),
    )
    print(f"{os.cpu_count()} cores")
    print(text_table([HEADINGS, *measure(parser.parse_args(arguments))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
