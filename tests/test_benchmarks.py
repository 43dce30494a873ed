"""The benchmarks still run; how fast anything is, no test says."""

import asyncio
import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp.web
import pytest

from benchmarks import (
    audit,
    bank,
    bot,
    drawing,
    engine,
    forgetting,
    hints,
    load,
    profile,
    start,
)
from benchmarks.bots.sampling import component
from benchmarks.clicks.people import Tally
from benchmarks.coach import __main__ as coach
from benchmarks.company import __main__ as company
from benchmarks.company import skill
from benchmarks.files import filled
from benchmarks.machines.basic_play import dealt_out
from benchmarks.machines.one_seat import played_rounds
from benchmarks.machines.peers import PEERS
from benchmarks.machines.plain_machine import played_plainly
from benchmarks.measuring import compared, percentile
from benchmarks.requests import __main__ as requests
from benchmarks.several import __main__ as several
from benchmarks.several import rolling
from benchmarks.shoes import __main__ as shoes
from cogs.language import LANGUAGES
from engine.ai_players.characters import Character
from engine.round.moves import Deal
from engine.round.payout import settle
from engine.rules.cards import FRENCH_DECK
from engine.rules.rule_sets import RULE_SETS
from tests.postgres import needs_postgres


def test_the_engine_is_measured_with_every_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    """One line a rule set, after the headings; then one for each part of the engine, and for each peer."""
    assert engine.main(["--rounds", "2", "--repeats", "1"]) == 0
    rule_sets, one_seat = capsys.readouterr().out.split("\n\n")
    assert [line.split()[0] for line in rule_sets.splitlines()[2:]] == list(RULE_SETS)
    names = [line.split("  ")[0] for line in one_seat.splitlines()[2:]]
    assert sorted(names) == sorted([*engine.ONE_SEAT, *PEERS])


def test_a_chart_player_leads_the_list_of_skill(capsys: pytest.CaptureFixture[str]) -> None:
    """Whether the others decide alone or take hints on everything hard; the chart costs nothing."""
    keys = ["hotseat", "bicycle"]
    assert skill.main(["--rounds", "20", "--lists", "30", "--rules", *keys]) == 0
    costs, leaders = capsys.readouterr().out.split("\n\n")[1:]
    by_rules = [line.split() for line in costs.splitlines()[1:]]
    assert [(key, book) for key, book, *_ in by_rules] == [(key, "0.00") for key in keys]
    assert sum(float(cost) for _, _, *others in by_rules for cost in others) > 0
    assert [line.split()[-2] for line in leaders.splitlines()[1:]] == ["100.0", "100.0"]


def test_the_coach_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a rule set."""
    keys = ["hotseat", "bicycle"]
    assert coach.main(["--decisions", "4", "--rules", *keys]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == keys


def test_the_reasons_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a rule set, with how many reasons are wrong: none."""
    assert coach.main(["--reasons", "20", "--rules", "european"]) == 0
    key, *_, wrong = capsys.readouterr().out.splitlines()[-1].split()
    assert (key, wrong) == ("european", "0")


def test_rounds_by_the_chart_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a rule set, in percent: hardly any luck is left, out of fresh shoes and out of whole ones."""
    arguments = ["--chart-rounds", "1000", "--rules", "european"]
    for whole_shoes in ([], ["--whole-shoes"]):
        assert coach.main([*arguments, *whole_shoes]) == 0
        key, *figures = capsys.readouterr().out.splitlines()[-1].split()
        shown, played, error, apart, _, error_with_luck = map(float, figures)
        assert key == "european"
        assert apart == pytest.approx(played - shown, abs=2e-4)
        assert abs(apart) < 4 * error
        assert 10 * error < error_with_luck


def test_the_company_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """What each character loses, beside the house edge; then how often the Counter saw which count, and the bet."""
    keys = ["bicycle", "endless"]
    assert company.main(["--rounds", "3", "--rules", *keys]) == 0
    losses, bets = re.split("\n\nThe.*\n\n", capsys.readouterr().out)
    heading, *lines = losses.splitlines()[2:]
    assert heading.split() == [*Character, "house", "edge"]
    assert [line.split()[0] for line in lines] == keys
    assert {len(line.split()) for line in lines} == {len(Character) + 2}
    assert bets.splitlines()[-1].split() == ["endless", "100.0:", "$50"]


def test_what_rounds_cost_discord_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a rule set; then tables at a Discord that takes less than they would send, and refuses nothing."""
    options = ["--cost-seconds", "2", "--seconds", "2", "--tables", "3", "--think", "0.2"]
    assert requests.main(options) == 0
    costs, held = capsys.readouterr().out.split("\n\n")
    assert [line.split()[0] for line in costs.splitlines()[1:-1]] == list(RULE_SETS)
    assert held.splitlines()[1].split() == ["answered", "429", "0"]


def test_the_lag_of_the_loop_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """With nothing, with hints and with charts."""
    assert (
        hints.main(["--per-second", "20", "--seconds", "1", "--rules", "private", "endless"]) == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert [re.split("  +", line)[0] for line in lines[1:]] == [
        "nothing",
        "20 hints a second",
        "2 charts",
    ]


def test_the_machine_beside_the_engine_plays_by_its_rules() -> None:
    """With the same cards and the same moves, it pays what the engine pays: it leaves nothing out that counts."""
    cards = [card for card, _ in zip(dealt_out([*FRENCH_DECK], seed=3), range(6_000), strict=False)]
    points = iter([card.points for card in cards])
    plain = [sum(back for _, back in now.settle()) for now in played_plainly(400, points)]
    real = [sum(o.returned for o in settle(now)) for now in played_rounds(400, map(Deal, cards))]
    assert plain == real
    assert len({*plain}) > 4


def test_the_floor_deals_what_the_engine_dealt() -> None:
    """The shapes hold as many cards as the rounds they were taken from, and each shuffle."""
    for rules in RULE_SETS.values():
        played = list(engine.play(rules, 20, seed=1))
        shapes = [engine.shape(finished, fresh) for finished, fresh in played]
        assert [shape.cards for shape in shapes] == [
            len([*round_.cards_out()]) for round_, _ in played
        ]
        assert shapes[0].fresh


def test_the_whole_bot_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """Work, waiting, the most that is carried, and overload: at tables of one and of four, each beside the floor."""
    few = ["--ones", "3", "--fours", "2", "--rate-of-ones", "100", "--rate-of-fours", "100"]
    assert bot.main([*few, "--repeats", "1", "--seconds", "0.05"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line.split(",")[0] for line in lines] == ["3 tables of 1"] * 10 + ["2 tables of 4"] * 10
    assert len({line.split("  ")[0] for line in lines}) == len(lines)


@pytest.mark.parametrize("contestant", [bot.hosted, bot.bare])
async def test_a_benchmark_that_fails_leaves_no_server_behind(
    contestant: Callable[[bot.Size], AbstractAsyncContextManager[bot.Contestant]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever goes wrong with the bot, its stand-in for Discord is stopped."""
    ports: list[int | None] = []

    def broken(*_: str, api_url: str, settings: object) -> None:
        ports.append(urlsplit(api_url).port)
        raise OSError("no bot")

    monkeypatch.setattr(bot, "process_of", broken)
    with pytest.raises(OSError, match="no bot"):
        async with contestant(bot.Size(tables=1, users=1, rate=1)):
            pass
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", ports[0])


def test_a_click_is_profiled(capsys: pytest.CaptureFixture[str]) -> None:
    """The shares of all components add up to the whole."""
    assert profile.main(["--tables", "3", "--seconds", "0.4"]) == 0
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()[2:]
    cells = [re.split("  +", line) for line in lines]
    micros = {name: float(first.replace(",", "")) for name, first, *_ in cells}
    parts = micros.keys() - {"all", "clicks", "samples"}
    assert parts > {"other threads: the bank's"}
    assert sum(micros[part] for part in parts) == pytest.approx(micros["all"], rel=0.05)


def test_every_file_of_the_bot_is_a_component() -> None:
    """What comes later is not lost in the rest, nor are libraries; what is Python's own is the caller's."""
    files = [*Path("engine").rglob("*.py"), *Path("cogs").rglob("*.py")]
    assert all(component(f"/{file.as_posix()}") for file in files if file.name != "__init__.py")
    assert component(aiohttp.web.__file__) == "aiohttp"
    assert component("/usr/lib/python3.11/json/encoder.py") is None


def test_the_bank_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """What each kind of move costs, how many are kept, and how long looks at a wallet and pages of lists take."""
    arguments = ["--tables", "2", "--repeats", "1", "--open", "2", "--people", "40"]
    assert bank.main(arguments) == 0
    costs, speeds, looks, lists, servers = capsys.readouterr().out.split("\n\n")
    kinds = [line.split()[4] for line in costs.splitlines()[2:] if "statements" in line]
    one, four = ["deal:", "move:", "settlement:", "any:"], ["bet:"]
    assert kinds == [*one, *four, *one]
    assert len(speeds.splitlines()) == 2 + 2 * 5
    assert looks.splitlines()[2].startswith("wallet, 2 open rounds")
    assert len(lists.splitlines()) == 2 + 2 * 2 * 3
    measured = [line.split(":")[0] for line in servers.splitlines()[2:]]
    assert measured in (
        ["1 tables of 4, one by one"] * 2 + ["2 tables of 4, at once"] * 2,
        ["not measured"],
    )


def test_drawing_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each number of seats, stage and language, beside a floor that sends as many components."""
    assert drawing.main(["--tables", "9", "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    stages = len(drawing.STAGES) * len(drawing.CODES)
    assert [line[0] for line in lines] == ["1"] * stages + ["4"] * stages


async def test_the_floor_of_drawing_is_as_large() -> None:
    """The bare view turns into the same body, but for its colour."""
    for views in drawing.views(2, 9, seed=1).values():
        for view in views:
            ours = drawing.drawn(view, LANGUAGES["en"])
            container = ours["components"][0]
            container["accent_color"] = drawing.COLOUR
            for node in container["components"]:
                for button in node.get("components", ()):
                    button["style"] = 2
            assert drawing.bare(container) == ours


def test_forgetting_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """The median, the 99th percentile and the longest wait, each beside the floor."""
    arguments = ["--megabytes", "1", "--users", "5", "--seconds", "1", "--requests", "2"]
    assert forgetting.main([*arguments, "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split(",")[0] for line in lines] == ["balance"] * 3


def test_a_start_is_measured() -> None:
    """Imports, then starts, until READY and until all is shown."""
    plan = start.parse_arguments(["--tables", "3", "--seats", "2", "--repeats", "1"])
    labels = [row[0] for row in (*start.of_imports(1), *start.of_starts(plan))]
    assert len(labels) == 10
    assert labels[4].startswith("3 tables to READY")


@needs_postgres
def test_several_processes_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """On a file, on a server, and in two processes: a click at a pace, and as many as are carried."""
    few = ["--tables", "4", "--users", "1", "--rate", "100", "--repeats", "1", "--seconds", "0.05"]
    assert several.main(few) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert len(lines) == 6
    assert all(len(re.split("  +", line)) >= 4 for line in lines)


@needs_postgres
def test_a_rolling_restart_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each, and no round is lost."""
    assert (
        rolling.main(["--tables", "4", "--rate", "20", "--repeats", "1", "--seconds", "0.2"]) == 0
    )
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "No round is lost, and the books are in order."
    assert len(told) == 3


def test_shoes_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A shoe that is sealed, one that is verified, and an audit that finds nothing wrong."""
    assert shoes.main(["--cards", "1000", "--repeats", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split(" ")[0] for line in lines] == ["seal", "verify", "audit"]


def test_an_audit_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seconds, and the work of all processes; the books of a file that was multiplied are in order."""
    monkeypatch.setattr(filled, "ROUNDS", 8)
    assert audit.main(["--postings", "2400", "--seats", "2", "--repeats", "1"]) == 0
    cores, _, *lines = capsys.readouterr().out.splitlines()
    assert cores.endswith("cores")
    assert [line.split(" ")[0] for line in lines] == ["audit", "work"]


def test_many_tables_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """People play, everybody leaves, and nothing is left behind but books that are in order."""
    arguments = ["--tables", "2", "--users", "2", "--seconds", "1", "--think", "0.1"]
    assert load.main(arguments) == 0
    heading, *figures, verdict = capsys.readouterr().out.splitlines()
    assert heading.startswith("2 tables of 2")
    assert len(figures) == 12
    assert verdict == "All tables closed, nothing was left, the books are in order."


def test_what_is_left_behind_is_told() -> None:
    """Every problem is a sentence of its own, and the growth of memory counts in long runs."""
    plan = load.parse_arguments(["--seconds", "600"])
    grown = [(60.0 * minute, 50.0 + 3 * minute) for minute in range(10)]
    outcome = load.Outcome(tally=Tally(answers=[5.0], failed=2), memory=grown, problems=["a stain"])
    assert outcome.growth == pytest.approx(3)
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


def test_a_percentile_is_one_of_the_values() -> None:
    """The nearest rank, for one value as well as for many."""
    assert percentile([7.0], 0.95) == 7.0
    assert percentile([*map(float, range(100, 0, -1))], 0.95) == 95.0
