"""The bot is killed in the middle of everything, and keeps its promises."""

from pathlib import Path

from tests.postgres import needs_postgres

from .crowd import QUICK
from .run import Plan, torture
from .several import torture_several
from .soak import FILES, soak

KILLS = 10


async def test_no_kill_costs_anybody_anything(tmp_path: Path) -> None:
    """All that anybody was told is true of the file after each of many kills, and in the end everything is settled."""
    plan = Plan(kills=KILLS, answers=25, seed=20, tables=8, leave=True, pause=QUICK)
    outcome = await torture(plan, tmp_path)
    assert outcome.violations == []
    assert outcome.figures["kills"] == KILLS
    assert outcome.figures["rounds settled"]
    assert outcome.figures["taken"]
    assert outcome.figures["kept, though cut short"]


async def test_kills_on_discords_bad_days(tmp_path: Path) -> None:
    """The same while Discord fails in every way it can."""
    plan = Plan(kills=2, answers=40, seed=21, tables=6, faults=True, leave=True, pause=QUICK)
    outcome = await torture(plan, tmp_path)
    assert outcome.violations == []
    assert outcome.faults
    assert outcome.figures["taken"]


@needs_postgres
async def test_blows_to_two_processes(tmp_path: Path) -> None:
    """One is killed, one is replaced while both live, locks are cut, and PostgreSQL itself goes down."""
    plan = Plan(kills=3, answers=15, seed=22, tables=4, processes=2, leave=True)
    outcome = await torture_several(plan, tmp_path)
    assert outcome.violations == []
    assert outcome.figures["looks"] > 3
    assert outcome.figures["taken"]


@needs_postgres
async def test_a_short_soak(tmp_path: Path) -> None:
    """Everything at once: blows of all kinds, faults of whole servers, people who chat; no file stays open."""
    outcome = await soak(Plan(kills=6, answers=0, seed=23, tables=4), tmp_path)
    assert outcome.violations == []
    assert outcome.faults
    assert outcome.figures["taken"]
    assert outcome.figures["messages of people"]
    assert outcome.figures["restarted"] == outcome.figures["servers restarted"] == 1
    assert outcome.figures["samples of it"] >= FILES.samples
