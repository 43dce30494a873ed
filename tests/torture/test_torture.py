"""The bot keeps its promises when killed at any time; and the torture test detects broken promises."""

import copy
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.values.money import PostingKind
from tests.bank.disk import survivor
from tests.postgres import needs_postgres
from tests.presses import round_of, table_of

from . import books, promises
from .books import Books, SavedMove, SavedRound
from .crowd import QUICK
from .growth import LIMITS, MB, Sample, growth
from .journey import Journeys
from .judge import Judge, alarms, shrunk
from .plan import Outcome, Plan, soak
from .run import torture

KILLS = 10


async def test_promises_hold_after_kills(tmp_path: Path) -> None:
    """All boards and answers match the database after each kill, and all rounds settle.

    Altered data and answers are detected.
    """
    plan = Plan(kills=KILLS, answers=25, seed=20, tables=8, leave=True, pause=QUICK)
    outcome = await torture(plan, tmp_path)
    assert outcome.violations == []
    assert outcome.figures["kills"] == KILLS
    assert outcome.figures["rounds settled"]
    assert outcome.figures["accepted"]
    assert outcome.figures["saved, though cut short"]
    for lie, violations in (*lies(outcome), *damages(outcome, tmp_path / "casino.db")):
        assert [*violations], f"not detected: {lie}"


def lies(outcome: Outcome) -> Iterator[tuple[str, Iterable[str]]]:
    """Alter the database or an answer in many ways; yield the alteration's name and the violations found."""
    witness, saved = outcome.witness, outcome.books
    taken = (one for one in witness.replies if one.taken and one.request.press)
    click, press = next(
        (one, press)
        for one in taken
        if (press := one.request.press) and press.action in ("hit", "stand")
    )
    played = saved.by_number[table_of(press), round_of(press)]

    def boards(other: Books, number: int) -> Iterable[str]:
        showing = [one for one in witness.boards if number in (one.round_number, one.bets_on - 1)]
        return promises.false_boards(showing, witness, other, Journeys())

    def with_round(other: SavedRound) -> Books:
        return replace(saved, rounds={**saved.rounds, other.id: other})

    moment = next(
        n for n, one in enumerate(played.moves) if click.request.sent <= one.at <= click.at
    )
    forgotten = replace(played, moves=played.moves[:moment], state="open")
    without = with_round(forgotten)
    yield "a forgotten move, by its answer", promises.false_answers([click], without)
    yield "a forgotten move, by the boards", boards(without, played.number)
    yield "a forgotten move, by the look before", shrunk(saved, without)

    first = played.moves[0]
    other = replace(first, text="deal 2h" if first.text != "deal 2h" else "deal 3h")
    doctored = with_round(replace(played, moves=(other, *played.moves[1:])))
    yield "another card", boards(doctored, played.number)

    paid = next(one for one in saved.postings if one.kind is PostingKind.WINNINGS)
    more = tuple(replace(one, cents=one.cents + (one is paid)) for one in saved.postings)
    generous = replace(saved, postings=more)
    yield "a cent more", boards(generous, saved.rounds[paid.round_id or 0].number)

    reply = next(
        one for one in witness.replies if re.match(r"You have \*\*\$.*[1-9].*\*\*", one.text)
    )
    wrong = re.sub(r"\d\*\*", lambda found: f"{9 - int(found[0][0])}**", reply.text)
    yield "a wrong balance", promises.false_answers([replace(reply, text=wrong)], saved)

    yield "a button accepted twice", promises.taken_twice([click, click], saved)

    doubled = SavedMove(f"{played.seats[click.request.user_id]} double", first.at)
    busy = replace(played, moves=(*played.moves, *[doubled] * 9))
    unrequested = promises.unrequested(witness, replace(saved, rounds={played.id: busy}))
    yield "unrequested moves", unrequested

    blind = copy.copy(witness)
    blind.boards = [one for one in blind.boards if played.number not in one.ended]
    judge = Judge(blind)
    judge.conclude(saved, "12:00 INFO bot: well", all_shown=True)
    yield "a result never shown", (one for one in judge.violations if "never shown" in one)

    judge = Judge(witness)
    judge.conclude(saved, "12:00 ERROR bot: no", all_shown=True)
    yield "an error in the log", judge.violations


def damages(outcome: Outcome, database: Path) -> Iterator[tuple[str, Iterable[str]]]:
    """Damage copies of the database file; yield the SQL statement and the violations found."""
    for damage in (
        "UPDATE account SET balance = balance + 1 WHERE kind = 'player'",
        "UPDATE round SET state = 'open', ended_at = NULL, voided_by = NULL"
        " WHERE id = (SELECT MAX(id) FROM round)",
        "DELETE FROM move WHERE n = (SELECT MAX(n) FROM move)",
    ):
        doctored = survivor(database).rename(database.with_name("doctored.db"))
        with closing(sqlite3.connect(doctored, isolation_level=None)) as connection:
            assert connection.execute(damage).rowcount > 0
        judge = Judge(outcome.witness)
        judge.look(outcome.books)
        assert judge.violations == []
        judge.look(books.read(doctored))
        yield damage, judge.violations


def test_only_the_traceback_of_an_orphaned_worker_is_ignored() -> None:
    """A worker process whose bot was killed before sending it anything fails. Any other traceback is an alarm."""
    worker = [
        sys.executable,
        "-c",
        "from multiprocessing.spawn import spawn_main; spawn_main(pipe_handle=0)",
    ]
    command = [*worker, "--multiprocessing-fork"]
    orphan = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert "Ran out of input" in orphan.stderr
    assert alarms(orphan.stderr) == []
    other = orphan.stderr.replace("Ran out of input", "something else")
    assert alarms(f"{orphan.stderr}{other}fine") == [f"{other}fine"]


@needs_postgres
async def test_a_short_soak(tmp_path: Path) -> None:
    """A soak test has all kinds of failures and chat; no file descriptor leaks."""
    plan = soak(Plan(kills=6, answers=0, seed=23, tables=4))
    outcome = await torture(plan, tmp_path)
    assert outcome.violations == []
    assert outcome.faults
    assert outcome.figures["accepted"]
    assert outcome.figures["chat messages"]
    blows = ("kills", "sessions cut", "servers crashed", "restarted", "servers restarted")
    assert [name for name in blows if not outcome.figures[name]] == []
    assert any(name.startswith("replaced: ") for name in outcome.figures)
    assert outcome.figures["samples of it"] >= LIMITS["files"].samples


def _life(length: int, **more: int) -> list[Sample]:
    return [
        Sample(
            at=n,
            memory=min(100, 9 * n) * MB + n * more.get("memory", 0),
            sockets=min(20, n) + 90 * (n % 5 == 4) + n * more.get("sockets", 0),
            files=min(4, n) + (n % 5 == 4) + n * more.get("files", 0),
        )
        for n in range(length)
    ]


@pytest.mark.parametrize(("leak", "each"), [("files", 1), ("sockets", 40), ("memory", MB // 10)])
def test_leaks_are_detected(leak: str, each: int) -> None:
    """Samples that grow steadily are reported; lives that are too short are not checked."""
    samples = LIMITS[leak].samples
    assert list(growth(_life(LIMITS["memory"].samples))) == []
    assert len(list(growth(_life(samples, **{leak: each})))) == 1
    assert list(growth(_life(samples - 1, **{leak: each}))) == []
