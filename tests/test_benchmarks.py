"""The benchmarks run. No test checks speed."""

import asyncio
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from socket import socketpair
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import (
    bank,
    clicks,
    coach,
    crossing,
    engine,
    large,
    restart,
    start,
)
from benchmarks.kit import askers, contestants, filled
from engine.values.tables import Character
from tests.bot.process import environment
from tests.nursery import fork_bot
from tests.nursery.worker import stand_back_with_charts
from tests.postgres import Postgres, postgres

__all__ = ["postgres"]


async def forked(arguments: Sequence[str], settings: Mapping[str, str]) -> Any:
    """Start a bot that need not import anything."""
    ours, theirs = socketpair()
    reader, writer = await asyncio.open_unix_connection(sock=ours)
    with theirs:
        process = await fork_bot(
            arguments,
            contestants.ROOT,
            environment(settings),
            output=theirs,
            errors=sys.__stderr__,  # type: ignore[arg-type]
            program=contestants.BOTS,
            questions=theirs,
        )
    return SimpleNamespace(stdin=writer, stdout=reader, wait=process.wait)


@pytest.fixture(autouse=True)
def _quick_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork bots instead of starting them, with worker processes that have the charts of the test run."""
    monkeypatch.setattr(contestants, "spawned", forked)
    monkeypatch.setattr("engine.processes.stand_back", stand_back_with_charts)
    monkeypatch.setattr("cogs.coaching.workers.SECONDS", 600.0)  # on a busy machine


Run = Callable[..., list[list[str]]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a benchmark and return its printed lines as cells."""

    def measured(main: Callable[[Sequence[str]], None], options: str = "") -> list[list[str]]:
        main(options.split())
        return [re.split(" {2,}", line) for line in capsys.readouterr().out.splitlines()]

    return measured


def first_words(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return the first column of a table, without its header."""
    return [line[0] for line in lines[1:]]


def test_the_engine_is_measured(run: Run) -> None:
    _, *lines = run(engine.main, "--rounds 2 --repeats 1")
    assert first_words(lines) == [*engine.WORKS]


def test_the_floor_deals_as_many_cards_as_the_engine() -> None:
    """The recorded shapes have the cards and the shuffles of the rounds they were taken from."""
    played = list(engine.rounds_alone(100))
    shapes = [engine.shape(finished, fresh) for finished, fresh in played]
    assert [sum(sizes) for _, sizes in shapes] == [len([*now.cards_out()]) for now, _ in played]
    first, *others = (fresh for fresh, _ in shapes)
    assert first
    assert any(others)


def test_the_coach_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "MANY", 4)
    assert first_words(run(coach.main, "--rules hotseat")) == ["hotseat"]


def test_the_lag_of_the_loop_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Idle, with hints, and with charts."""
    monkeypatch.setattr(coach, "MANY", 4)
    monkeypatch.setattr(coach, "HINT_SECONDS", 0.2)
    lines = run(coach.main, "--hints 5 --rules hotseat")
    assert first_words(lines) == ["nothing", "5 hints a second", "1 charts"]


def test_the_cost_of_judging_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the bot's process and in the worker process, from a table's first round and after a start."""
    monkeypatch.setattr(coach, "JUDGED_TABLES", 2)
    monkeypatch.setattr(coach, "JUDGED_SEATS", (2,))
    lines = run(coach.main, "--judging 4")
    assert first_words(lines) == ["2 at a table, in one go", "2 at a table, after a start"]
    assert all(float(cost) > 0 for line in lines[1:] for cost in line[1:])


def test_the_cost_of_judging_is_measured_by_player(run: Run) -> None:
    """One line for each rule set; nothing differs from judging in full."""
    (line,) = run(coach.main, "--players 3 --rules private")[1:]
    assert line[0] == "private"
    assert int(line[-3]) > 3 * len(Character)
    assert line[-2:] == ["0", "0"]


def test_the_files_that_a_hit_passes_are_counted(run: Run) -> None:
    """From the gateway adapter to the rules and the bank's thread."""
    *files, (rooms,), (counted,) = run(lambda _: crossing.main())
    names = [line[-1].split()[-1] for line in files]
    assert {"engine/round/round.py", "engine/bank/commit.py"} < {*names}
    summary = rf"{len(names)} files, {rooms.count(',') + 1} rooms, \d+ changes of file"
    assert re.fullmatch(summary, counted)


CLICKS = "--rate-of-ones 20 --rate-of-fours 20 --repeats 1 --seconds 0.1"
VERDICT = "All tables closed, nothing was left, the books are in order."


def test_a_click_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """CPU, latency and throughput next to a floor; then the rounds left to judge, and the audit."""
    monkeypatch.setattr(clicks, "BETWEEN", 0.1)
    lines = run(clicks.main, f"--ones 2 --fours 0 --bots file fair durable {CLICKS}")
    assert lines[0][:4] == ["2 tables of 1", "file", "fair", "durable"]
    assert lines[0][4:6] == ["times slower than fair", "times slower than durable"]
    end = lines.index([""])
    names = {*first_words(lines[:end])}
    for when in "20 clicks/s", "saturated":
        measured = ("CPU µs a click", "of these, bank", "p99 to answer, ms", "clicks/s")
        assert names > {f"{when}: {what}" for what in measured}
    (judged,), (verdict,) = lines[end + 1 :]
    assert re.fullmatch(r"\d+ rounds, .* counted requests each; \d+ are not judged.", judged)
    assert verdict == VERDICT


def test_a_flood_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players ask for lists while tables with AI players are in play, and Discord's limits are low but never
    exceeded.
    """
    monkeypatch.setattr(clicks, "BETWEEN", 0.1)
    monkeypatch.setattr(askers, "KINDS", ("history", "leaderboard"))
    few = "--ones 1 --fours 0 --askers 1 --ai-players mirror --takes 8"
    lines = run(clicks.main, f"{few} --bots asked {CLICKS}")
    end = lines.index([""])
    assert not any("429" in line[0] for line in lines[:end])
    assert first_words(lines[end + 1 :])[0] == "history"
    assert lines[-1] == [VERDICT]


def test_a_click_on_a_server_is_measured(
    run: Run, monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    """PostgreSQL's CPU time is included."""
    monkeypatch.setattr(clicks, "BETWEEN", 0.1)
    monkeypatch.setattr(clicks, "server", lambda: nullcontext(postgres))
    lines = run(clicks.main, f"--ones 0 --fours 1 --bots postgresql {CLICKS} --seconds 0.5")
    assert "saturated: CPU µs of PostgreSQL" in first_words(lines)
    assert lines[-1] == [VERDICT]


def test_a_restart_is_measured(
    run: Run, monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    """One of two processes restarts, and no round is lost."""
    monkeypatch.setattr(restart, "server", lambda: nullcontext(postgres))
    monkeypatch.setattr(restart, "IMPATIENT", 0.2)
    *lines, (verdict,) = run(restart.main, "--tables 4 --rate 20 --repeats 1 --seconds 0.2")
    assert first_words(lines) == ["restart 1"]
    assert verdict == "No round is lost, and the books are in order."


def test_the_bank_is_measured(
    run: Run, monkeypatch: pytest.MonkeyPatch, postgres: Postgres
) -> None:
    """On SQLite and on PostgreSQL."""
    monkeypatch.setattr(bank, "server", lambda: nullcontext(postgres))
    lines = run(bank.main, "--tables 2 --repeats 1")
    moves = [line[0] for line in lines if line[0].startswith("2 tables of 4")]
    assert (
        moves
        == ["2 tables of 4, at once: moves/s", "2 tables of 4, at once: CPU µs of the bot"] * 2
    )


def test_a_start_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time to READY and until all boards are shown, a table's memory, and play after that."""
    monkeypatch.setattr(start, "PLAYED", 0.2)
    monkeypatch.setattr(start, "COUNTED", (1, 2))
    monkeypatch.setattr(start, "IDLE", 0.1)
    lines = run(start.main, "--tables 3 --seats 2 --repeats 1")
    figures = {line[0]: line[1] for line in lines}
    assert figures.keys() > {
        "3 tables, to READY: s",
        "all boards are shown: MB",
        "a table of 2, KB",
    }
    assert float(figures["carried out"]) > 0


def test_a_large_bank_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening, queries and their effect on other users, and the audit of a generated year."""
    monkeypatch.setattr(filled, "ROUNDS", 4)
    monkeypatch.setattr(large, "ALONE_SECONDS", 0.05)
    (size,), _, *lines = run(large.main, "--rounds 300 --repeats 1 --audit")
    assert int(size.split()[0].replace(",", "")) >= 300
    end = lines.index([""])
    assert first_words(lines[:end])[-3:] == [
        "the whole audit",
        "all that it looks at, read once",
        "a backup",
    ]
    assert len(lines[end + 1 :]) == 1 + 2 * 5 + 2 * 3 + 7 + 2
