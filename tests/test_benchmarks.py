"""The benchmarks still run; how fast anything is, no test says."""

from collections.abc import Callable, Sequence

import pytest

from benchmarks import audit, bank, bot, drawing, engine, forgetting, hints, load, profile, start
from benchmarks.clicks.people import Tally
from benchmarks.coach import __main__ as coach
from benchmarks.company import __main__ as company
from benchmarks.company import skill
from benchmarks.files import filled
from benchmarks.machines.basic_play import dealt_out
from benchmarks.machines.one_seat import played_rounds
from benchmarks.machines.plain_machine import played_plainly
from benchmarks.measuring import compared
from benchmarks.requests import __main__ as requests
from benchmarks.several import rolling
from benchmarks.shoes import __main__ as shoes
from engine.round.moves import Deal
from engine.round.payout import settle
from engine.rules.cards import FRENCH_DECK
from tests.postgres import needs_postgres

FEW = "--tables 2 --users 2 --seconds 1 --think 0.1"
MEASURED: dict[str, tuple[Callable[[Sequence[str]], int], str, int]] = {
    "the engine": (engine.main, "--rounds 2 --repeats 1", 15),
    "skill": (skill.main, "--rounds 20 --lists 30 --rules bicycle", 5),
    "the coach": (coach.main, "--decisions 4 --rules hotseat", 2),
    "reasons": (coach.main, "--reasons 20 --rules european", 2),
    "charts": (coach.main, "--chart-rounds 1000 --rules european", 2),
    "the company": (company.main, "--rounds 3 --rules endless", 5),
    "requests": (requests.main, "--tables 2 --cost-seconds 1 --seconds 1 --think 0.2", 3),
    "the loop": (hints.main, "--per-second 20 --seconds 1 --rules endless", 4),
    "the whole bot": (
        bot.main,
        "--ones 3 --fours 2 --rate-of-ones 100 --rate-of-fours 100 --repeats 1 --seconds 0.05",
        22,
    ),
    "a click": (profile.main, "--tables 3 --seconds 0.4", 5),
    "the bank": (bank.main, "--tables 2 --repeats 1 --open 2 --people 40", 30),
    "drawing": (drawing.main, "--tables 9 --repeats 1", 4),
    "forgetting": (
        forgetting.main,
        "--megabytes 1 --users 5 --seconds 1 --requests 2 --repeats 1",
        4,
    ),
    "shoes": (shoes.main, "--cards 1000 --repeats 1", 4),
    "an audit": (audit.main, "--postings 2400 --seats 2 --repeats 1", 4),
    "many tables": (load.main, FEW, 14),
}
"""The program, its arguments, and at least how many lines it prints."""


@pytest.mark.parametrize("what", MEASURED)
def test_it_is_measured(
    what: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the end; where books or rounds are looked at, they are in order, else the status says so."""
    monkeypatch.setattr(filled, "ROUNDS", 8)
    main, arguments, lines = MEASURED[what]
    assert main(arguments.split()) == 0
    assert len(capsys.readouterr().out.splitlines()) >= lines


def test_a_start_is_measured() -> None:
    """Imports, then starts, until READY and until all is shown."""
    plan = start.parse_arguments(["--tables", "3", "--seats", "2", "--repeats", "1"])
    assert len([*start.of_imports(1), *start.of_starts(plan)]) == 10


@needs_postgres
def test_a_rolling_restart_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """Of two processes on a server; no round is lost."""
    few = ["--tables", "4", "--rate", "20", "--repeats", "1", "--seconds", "0.2"]
    assert rolling.main(few) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "No round is lost, and the books are in order."


def test_the_machine_beside_the_engine_plays_by_its_rules() -> None:
    """With the same cards and the same moves, it pays what the engine pays: it leaves nothing out that counts."""
    cards = [card for card, _ in zip(dealt_out([*FRENCH_DECK], seed=3), range(6_000), strict=False)]
    points = iter([card.points for card in cards])
    plain = [sum(back for _, back in now.settle()) for now in played_plainly(400, points)]
    real = [sum(o.returned for o in settle(now)) for now in played_rounds(400, map(Deal, cards))]
    assert plain == real
    assert len({*plain}) > 4


def test_what_is_left_behind_is_told() -> None:
    """Every problem is a sentence of its own, and the growth of memory counts in long runs."""
    plan = load.parse_arguments(["--seconds", "600"])
    grown = [(60.0 * minute, 50.0 + 3 * minute) for minute in range(10)]
    outcome = load.Outcome(tally=Tally(answers=[5.0], failed=2), memory=grown, problems=["a stain"])
    assert load.problems(plan, outcome) == [
        "a stain",
        "2 clicks got no answer in time",
        "memory grows by more than 2.0 MB a minute",
    ]


def test_samples_are_taken_in_turn() -> None:
    """Neither side is always the first of its pair."""
    order: list[str] = []
    compared(2, lambda: order.append("subject"), lambda: order.append("floor"))
    assert order == ["subject", "floor", "floor", "subject"]
