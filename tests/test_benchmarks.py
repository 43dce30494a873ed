"""The benchmarks still run; how fast anything is, no test says."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from socket import socketpair
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import (
    audit,
    bank,
    clicks,
    coach,
    company,
    crossing,
    engine,
    floods,
    large,
    requests,
    several,
    start,
)
from benchmarks.kit import filled
from benchmarks.kit.bots import ROOT, Process
from engine.rules.rule_sets import RULE_SETS
from engine.values.tables import Character
from tests.bot.process import environment
from tests.nursery import fork_bot
from tests.postgres import needs_postgres


@asynccontextmanager
async def forked(
    *kind: str, api_url: str, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Process]:
    """A bot of `benchmarks.kit.bots` that need not import anything."""
    ours, theirs = socketpair()
    told, asked = await asyncio.open_unix_connection(sock=ours)
    own = environment({"DISCORD_API_URL": api_url, **(settings or {})})
    with TemporaryFile() as errors:
        with theirs:
            files: Any = {"output": theirs, "errors": errors, "questions": theirs}
            process = await fork_bot(kind, ROOT, own, program="benchmarks.kit.bots", **files)
        talk: Any = SimpleNamespace(stdin=asked, stdout=told)
        yield Process(talk)
        asked.close()
        status = await process.wait()
        errors.seek(0)
        assert status == 0, errors.read().decode()


@pytest.fixture
def _quick_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are forked."""
    for module in (clicks, requests, several):
        monkeypatch.setattr(module, "started", forked)


quick_starts = pytest.mark.usefixtures("_quick_starts")


def first_words(lines: Sequence[str]) -> list[str]:
    """Of a table, without its headings."""
    return [re.split(r" {2,}", line)[0] for line in lines[1:]]


Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """What a benchmark prints."""

    def measured(main: Callable[[Sequence[str]], int], *options: str) -> str:
        assert main(options) == 0
        return capsys.readouterr().out.strip()

    return measured


def test_the_engine_is_measured_with_every_rule_set(run: Run) -> None:
    """One line a rule set, then one for each part of the engine."""
    _, *lines = run(engine.main, "--rounds", "2", "--repeats", "1").splitlines()
    assert first_words(lines) == [*RULE_SETS, *engine.ONE_SEAT]


def test_the_floor_deals_what_the_engine_dealt() -> None:
    """The shapes hold as many cards as the rounds they were taken from, and each shuffle."""
    for rules in RULE_SETS.values():
        played = list(engine.play(rules, 20, seed=1))
        shapes = [engine.shape(finished, fresh) for finished, fresh in played]
        assert [*map(engine.cards_of, shapes)] == [len([*now.cards_out()]) for now, _ in played]
        fresh, _ = shapes[0]
        assert fresh


def test_the_coach_is_measured(run: Run) -> None:
    """A line a rule set."""
    keys = ["hotseat", "bicycle"]
    told = run(coach.main, "--decisions", "4", "--rules", *keys)
    assert first_words(told.splitlines()) == keys


def test_the_lag_of_the_loop_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With nothing, with hints and with charts."""
    monkeypatch.setattr(coach, "HINT_SECONDS", 1)
    told = run(coach.main, "--hints", "20", "--rules", "private", "endless")
    assert first_words(told.splitlines()) == ["nothing", "20 hints a second", "2 charts"]


def test_what_judging_costs_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the bot's process and in the one aside, from a table's first round, and after a start."""
    monkeypatch.setattr(coach, "JUDGED_TABLES", 2)
    monkeypatch.setattr(coach, "JUDGED_SEATS", (2,))
    lines = run(coach.main, "--judging", "8").splitlines()
    assert first_words(lines) == ["2 at a table, in one go", "2 at a table, after a start"]
    assert all(float(cost) > 0 for line in lines[1:] for cost in line.split()[-3:])


def test_the_company_is_measured(run: Run) -> None:
    """What characters lose; chart players, whose decisions cost nothing, lead."""
    keys = ["bicycle", "hotseat"]
    options = ["--rounds", "3", "--skill-rounds", "20", "--lists", "30"]
    told = run(company.main, *options, "--rules", *keys)
    _, losses, costs, leaders = told.split("\n\n")
    heading, *lines = losses.splitlines()
    assert heading.split() == [*Character, "house", "edge"]
    assert [line.split()[0] for line in lines] == keys
    by_rules = [line.split() for line in costs.splitlines()[1:]]
    assert [(key, book) for key, book, *_ in by_rules] == [(key, "0.00") for key in keys]
    assert sum(float(cost) for _, _, *others in by_rules for cost in others) > 0
    assert [line.split()[-1] for line in leaders.splitlines()[1:]] == ["100.0", "100.0"]


@quick_starts
def test_a_click_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part's work, requests, waiting, the most that is carried, beside a floor; what is judged; in the end
    nothing is left behind."""
    monkeypatch.setattr(clicks, "BETWEEN", 0.1)
    few = ["--ones", "2", "--fours", "1", "--rate-of-ones", "20", "--rate-of-fours", "20"]
    told = run(clicks.main, *few, "--floors", "fair", "--repeats", "1", "--seconds", "0.3")
    *lines, verdict = told.splitlines()
    assert len(lines) == 2 * 17
    for *table, judged in (lines[:17], lines[17:]):
        assert all(len(re.split(r" {2,}", line)) >= 4 for line in table if "counted" not in line)
        bank = [line for line in table if "of these, bank" in line]
        assert all(re.split(r" {2,}", line)[1] != "0" for line in bank)
        assert re.fullmatch(r"\d+ rounds are judged, \d+ are not yet.", judged)
    assert verdict == "All tables closed, nothing was left, the books are in order."


def test_what_a_hit_crosses_is_counted(run: Run) -> None:
    """From the adapter of the gateway to the rules and the bank's thread, each file in a room."""
    *files, rooms, counted = run(lambda _: crossing.main()).splitlines()
    names = [line.split()[1] for line in files]
    assert {"engine/round/round.py", "engine/bank/commit.py"} < {*names}
    told = rf"{len(names)} files, {rooms.count(',') + 1} rooms, \d+ changes of file"
    assert re.fullmatch(told, counted)


@quick_starts
def test_a_flood_is_measured(run: Run) -> None:
    """Clicks with it and without it, and the kinds of questions, the first of them for certain."""
    few = ["--tables", "2", "--rate", "10", "--askers", "2", "--repeats", "1", "--seconds", "1"]
    clicked, questions = run(floods.main, *few).split("\n\n")
    assert len(clicked.splitlines()) == 1 + 4
    assert first_words(questions.splitlines())[0] == "stats"


@quick_starts
def test_what_rounds_cost_discord_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line a rule set; then tables at a Discord that takes less than they would send, and refuses nothing."""
    monkeypatch.setattr(requests, "COMPANIES", {"one person": (1, 0)})
    options = ["--cost-seconds", "2", "--seconds", "2", "--tables", "3", "--think", "0.2"]
    costs, held = run(requests.main, *options).split("\n\n")
    assert first_words(costs.splitlines())[:-1] == list(RULE_SETS)
    assert held.splitlines()[1].split() == ["answered", "429", "0"]


def test_the_bank_is_measured(run: Run) -> None:
    """What each kind of move costs, how many are kept, and the same on a server."""
    costs, speeds, servers = run(bank.main, "--tables", "2", "--repeats", "1").split("\n\n")
    kinds = [line.split()[4] for line in costs.splitlines()[2:] if "statements" in line]
    one, four = ["deal:", "move:", "settlement:", "any:"], ["bet:"]
    assert kinds == [*one, *four, *one]
    assert len(speeds.splitlines()) == 2 + 2 * 4
    measured = [line.split(":")[0] for line in servers.splitlines()[2:]]
    on_a_server = ["1 tables of 4, one by one"] * 2 + ["2 tables of 4, at once"] * 2
    assert measured in (on_a_server, ["not measured"])


def test_a_start_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports, then starts, until READY and until all is shown; then there is play."""
    monkeypatch.setattr(start, "PLAYED", 1.0)
    options = ["--tables", "3", "--seats", "2", "--repeats", "1", "--no-objects"]
    lines = run(start.main, *options).splitlines()
    labels = first_words(lines)
    assert len(labels) == 13
    assert labels[4].startswith("3 tables to READY")
    assert int(lines[-2].split()[-1]) > 0


@needs_postgres
@quick_starts
def test_several_processes_are_measured(run: Run) -> None:
    """On a file, on a server, and in two processes; then a restart of one of them, in which no round is lost."""
    few = ["--tables", "4", "--users", "1", "--rate", "20", "--repeats", "1", "--seconds", "0.4"]
    paces, restarts = run(several.main, *few).split("\n\n")
    assert len(paces.splitlines()) == 1 + 6
    assert len(restarts.splitlines()) == 3
    assert restarts.splitlines()[-1] == "No round is lost, and the books are in order."


def test_shoes_and_an_audit_are_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The books of a file that was multiplied are in order."""
    monkeypatch.setattr(filled, "ROUNDS", 8)
    cores, *lines = run(audit.main, "--postings", "2400", "--repeats", "1").splitlines()
    assert cores.endswith("cores")
    assert [name.split()[0] for name in first_words(lines)] == ["seal", "verify", "audit", "work"]


def test_a_large_bank_is_measured(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What opens it, what people ask, and who waits meanwhile; the books of a year that was made are in order."""
    monkeypatch.setattr(filled, "ROUNDS", 4)
    monkeypatch.setattr(large, "ALONE_SECONDS", 0.1)
    told = run(large.main, "--rounds", "300", "--repeats", "1", "--audit")
    size, opening, asked = told.split("\n\n")
    assert int(size.split()[0].replace(",", "")) >= 300
    assert len(opening.splitlines()) == 1 + 6
    assert len(asked.splitlines()) == 1 + 2 * 5 + 2 * 3 + 7 + 2
