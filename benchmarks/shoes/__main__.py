"""Sealed shoes: to seal one, to verify one, and to audit many, each beside the least that such work can do."""

import argparse
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.audit import audit
from benchmarks.measuring import HEADINGS, add_counts, compared, text_table
from engine.bank.schema import known_migrations
from engine.bank.sqlite.opening import migrate
from engine.fairness.checking import verify_transcript
from engine.fairness.sealing import NONE_BEFORE, cards_text, mix_of, sealed_shoe, transcript
from engine.round.shoe import SEED_BYTES, Shoe
from engine.rules.rule_sets import RULE_SETS
from engine.values.shoes import SavedShoe, ShoeEnd

RULES = RULE_SETS["vegas"]
ROUND = 12
"""Cards of a round: about what three players take."""

SHOES = 50
"""Of a table."""

TIMES = 200
"""Shoes that are sealed or verified for one sample."""


def timed(work: Callable[[], object], times: int) -> float:
    """Microseconds that it takes once."""
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times * 1e6


# One shoe


def new_shoe(table_id: int, number: int, before: bytes, rng: Random) -> SavedShoe:
    """A shoe under its seal."""
    seed = rng.randbytes(SEED_BYTES)
    return sealed_shoe(
        RULES, table_id=table_id, number=number, before=before, first_round=number, seed=seed
    )


def played(sealed: SavedShoe) -> tuple[list[list[str]], str]:
    """The cards of its rounds, up to the one in which the cut card comes out, and its transcript."""
    shoe, rounds = Shoe.fresh(RULES, mix_of(sealed)), []
    while not shoe.spent:
        rounds.append([shoe.draw(tuple) for _ in range(ROUND)])
    told = transcript(
        header=sealed.header,
        sealed=sealed.sealed,
        words=None,
        seed=sealed.seed,
        end=ShoeEnd.CUT_CARD,
        cards=cards_text(RULES.decks, rounds),
    )
    return [list(map(str, cards)) for cards in rounds], told


def hash_and_shuffle(text: bytes, rng: Random) -> None:
    """The floor of a verification: the transcript hashed once, and as many cards shuffled."""
    sha256(text).digest()
    cards = list(range((RULES.decks or 1) * 52))
    rng.shuffle(cards)


# Many


def fill(path: Path, cards: int, rng: Random) -> int:
    """Fill a new file with shoes that are over, of at least so many cards. Returns how many they are."""
    count = table_id = 0
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        migrate(file, known_migrations(), 0)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("BEGIN")
        while count < cards:
            table_id += 1
            count += _fill_table(file, table_id, rng)
        file.execute("COMMIT")
    return count


def _fill_table(file: sqlite3.Connection, table_id: int, rng: Random) -> int:
    file.execute(
        "INSERT INTO game_table (id, channel_id, guild_id, rules, phase, asked, round_number, shoe_seed,"
        " shoe_dealt, last_seat, message_round, closed, said_goodbye)"
        " VALUES (?, ?, 1, ?, 'closed', 0, 1, zeroblob(32), 0, 0, 0, 1, 1)",
        (table_id, table_id, RULES.key),
    )
    before, first, count = NONE_BEFORE, 1, 0
    for number in range(1, SHOES + 1):
        sealed = new_shoe(table_id, number, before, rng)._replace(first_round=first)
        rounds, told = played(sealed)
        file.execute(
            "INSERT INTO shoe (table_id, number, first_round, header, sealed, sealed_at, seed, ended, ended_at)"
            " VALUES (?, ?, ?, ?, ?, 0, ?, ?, 0)",
            (
                *(table_id, number, first, sealed.header, sealed.sealed),
                *(sealed.seed, ShoeEnd.CUT_CARD.value),
            ),
        )
        for at, cards in enumerate(rounds):
            _keep_round(file, table_id, first + at, number, at * ROUND, cards)
        before, first = sha256(told.encode()).digest(), first + len(rounds)
        count += len(rounds) * ROUND
    return count


def _keep_round(
    file: sqlite3.Connection, table_id: int, number: int, shoe: int, gone: int, cards: list[str]
) -> None:
    (round_id,) = file.execute(
        "INSERT INTO round (table_id, number, rules, rule_set, state, opened_at, ended_at, shoe, gone)"
        " VALUES (?, ?, ?, ?, 'settled', 0, 0, ?, ?) RETURNING id",
        (table_id, number, RULES.key, RULES.key, shoe, gone),
    ).fetchone()
    file.executemany(
        "INSERT INTO move (round_id, n, text, at) VALUES (?, ?, ?, 0)",
        [(round_id, n, f"deal {card}") for n, card in enumerate(cards)],
    )


def read(database: Path) -> int:
    """The floor of an audit: every row once, in plain SQL."""
    queries = "SELECT * FROM shoe", "SELECT * FROM round", "SELECT * FROM move ORDER BY round_id, n"
    with closing(sqlite3.connect(database)) as file:
        return sum(1 for query in queries for _ in file.execute(query))


# The table


def measure(*, cards: int, repeats: int, seed: int) -> Iterator[tuple[str, ...]]:
    """The rows of the table."""
    rng = Random(seed)
    sealing = partial(new_shoe, 1, 1, NONE_BEFORE, rng)
    shoe = sealing()
    text = played(shoe)[1].encode()
    plain = partial(sha256, shoe.header.encode() + shoe.seed)
    samples = compared(repeats, partial(timed, sealing, TIMES), partial(timed, plain, TIMES))
    yield samples.row("seal a shoe, µs", float, rate=False)
    verifying = partial(verify_transcript, text, shoe.sealed.hex())
    plain_work = partial(hash_and_shuffle, text, rng)
    samples = compared(repeats, partial(timed, verifying, TIMES), partial(timed, plain_work, TIMES))
    yield samples.row("verify a shoe, µs", float, rate=False)
    with TemporaryDirectory() as folder:
        database = Path(folder, "shoes.db")
        there = fill(database, cards, rng)
        samples = compared(
            repeats,
            partial(timed, partial(audit, database), 1),
            partial(timed, partial(read, database), 1),
        )
    yield samples.row(f"audit of {there:,} cards, s", lambda took: took / 1e6, rate=False)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line's options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shoes", description=__doc__)
    add_counts(
        parser,
        ("cards", 100_000_000, 1_000_000, "how many are audited, at least"),
        ("repeats", 100, 3, "samples, and as many of the floor, in turn"),
        ("seed", 1_000_000, 1, "decides the cards"),
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Measure and print; the exit status is 0."""
    options = parse_arguments(arguments)
    print(text_table([HEADINGS, *measure(**vars(options))]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
