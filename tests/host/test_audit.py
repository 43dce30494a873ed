"""`audit`: silent for sound books, one line per finding otherwise."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.bank.processes import in_processes
from tests.bank.users import person
from tests.bot.process import Finished

from .conftest import Tool

UNLOCK = "DROP TRIGGER posting_is_never_changed; DROP TRIGGER posting_is_never_deleted;"

A_WIN = "(SELECT MIN(id) FROM posting WHERE kind = 'winnings')"
WINNER = f"(SELECT target FROM posting WHERE id = {A_WIN})"
ROUND = r"round \d+ seat \d: \d+ cents were put in and \d+ came back, but its log says \d+ and \d+"
KEPT = r"(nothing|-?\d+ cents for \d+ of \d+ \(\d+ hands, \d+ naturals\))"
RESULT = rf"round \d+ seat \d: the result is saved as {KEPT}, but its log says {KEPT}"
TALLY = r"the tally of \d+ by [a-z0-9-]+ in guild \d+ is not the sum of the results"
GONE = r"shoe \d+ of table \d+ has rounds with a wrong count of cards dealt before them"
OTHER_CARDS = r"shoe \d+ of table \d+ can't be verified: its cards are not those of the shoe, from card \d+ on"
ROUND_SHOE = "number = 2 AND table_id = (SELECT MIN(table_id) FROM shoe WHERE number = 3)"
LOG = r"round \d+ can't be played from its log: .+"

DAMAGE = {
    "a wrong payout": (
        f"UPDATE account SET balance = balance + 1 WHERE id = {WINNER};"
        f"UPDATE posting SET cents = cents + 1 WHERE id = {A_WIN}",
        [ROUND],
    ),
    "an unreadable move": (
        "UPDATE move SET text = 'deal Zz' WHERE n = 1 AND round_id = 1",
        [r"shoe 1 of table 1 can't be read from its log: the text is not a card", LOG],
    ),
    "an incomplete log": (
        "DELETE FROM move WHERE round_id = 1 AND n = (SELECT MAX(n) FROM move WHERE round_id = 1)",
        [GONE, OTHER_CARDS, LOG],
    ),
    "another seed than the sealed one": (
        "UPDATE shoe SET seed = zeroblob(32) WHERE table_id = 1",
        [r"shoe 1 of table 1 can't be verified: its header and its seed are not what was sealed"],
    ),
    "invented words": (
        "UPDATE shoe SET words = zeroblob(32), words_by = 1 WHERE table_id = 1",
        [OTHER_CARDS],
    ),
    "a wrong end of a shoe": (
        "UPDATE shoe SET ended = 'cut card' WHERE ended = 'closed' AND table_id = 1",
        [r"shoe \d of table 1 can't be verified: it was broken off earlier than it says"],
    ),
    "a wrong count of earlier cards": ("UPDATE round SET gone = gone + 1 WHERE id = 2", [GONE]),
    "a round from a missing shoe": (
        "UPDATE round SET shoe = 99 WHERE id = (SELECT MAX(id) FROM round WHERE table_id = 1)",
        [r"round \d+ was dealt from shoe 99 of table 1, which does not exist"],
    ),
    "an unrevealed seed": (
        "UPDATE shoe SET seed = NULL, ended = NULL, ended_at = NULL WHERE table_id = 1",
        [r"table 1 is closed, but the secret of its shoe 1 is not revealed"],
    ),
    "a missing shoe": (
        f"DELETE FROM shoe WHERE {ROUND_SHOE}",
        [
            r"the \d+ shoes of table \d are numbered up to \d+",
            r"round \d+ was dealt from shoe 2 of table \d, which does not exist",
            r"shoe 3 of table \d is not sealed as the successor of the shoe before it",
        ],
    ),
    "unknown rules": ("UPDATE round SET rules = 'whist' WHERE id = 1", [LOG]),
    "no seats": (
        "DELETE FROM dealt_seat WHERE round_id = 1",
        [ROUND, ROUND, RESULT, RESULT],
    ),
    "a wrong result": (
        "UPDATE result SET net = net + 1 WHERE round_id = 1 AND seat = 1",
        [TALLY, RESULT],
    ),
    "a wrong time of a result": (
        "UPDATE result SET ended_at = 5 WHERE round_id = 1 AND seat = 2",
        ["round 1 seat 2 has a result, but did not end at that time"],
    ),
    "a result of a voided round": (
        "UPDATE round SET state = 'voided', voided_by = 1 WHERE id = 1",
        [
            "round 1 was voided before seat 1 was paid anything, but that has a result",
            *[f"round 1 seat {seat}: 100 cents were put in and .*" for seat in (1, 2)],
            *[f"round 1 seat {seat}: the result is saved as .*" for seat in (1, 2)],
        ],
    ),
    "a wrong tally": (
        f"UPDATE tally SET won = won + 1 WHERE person = {person(100)}",
        [TALLY],
    ),
    "a wrong rule set of a round": (
        "UPDATE round SET rule_set = 'whist' WHERE id = 1",
        [*[TALLY] * 4, r"round 1 is saved as whist, but its rules are [a-z0-9-]+"],
    ),
}


def damage(database: Path, statements: str) -> None:
    """Change the file with another connection."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(UNLOCK + statements)


def test_the_audit_finds_its_database(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound books have no findings. A missing file or another format is status 2, one sentence and no change.

    After a session in the sandbox, the error explains how to audit the sandbox's database.
    """
    whole = Finished(status=0, output="The books are in order.\n", errors="")
    assert tool("audit") == whole
    monkeypatch.delenv("DATABASE")
    database.rename("sandbox.db")
    error = (
        "There is no database at blackjack.db."
        " For sandbox.db, which is the sandbox's, type --sandbox before the tool.\n"
    )
    assert tool("audit") == Finished(status=2, output="", errors=error)
    assert tool("--sandbox", "audit") == whole
    monkeypatch.setenv("DATABASE", "casino.db")
    for content in (None, b"Dear dealer, " * 100):
        if content is not None:
            database.write_bytes(content)
        refused = tool("audit")
        assert (refused.status, refused.output, len(refused.errors.splitlines())) == (2, "", 1)
        assert "casino.db" in refused.errors
        assert database.exists() == (content is not None)


@pytest.mark.parametrize(("statements", "wanted"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_found(database: Path, tool: Tool, statements: str, wanted: list[str]) -> None:
    """Status 1, one line per finding, and their number."""
    damage(database, statements)
    audit = tool("audit")
    assert (audit.status, audit.errors) == (1, "")
    *findings, count = audit.output.splitlines()
    assert len(findings) == len(wanted), findings
    unmet = [one for one in wanted if not any(re.fullmatch(one, finding) for finding in findings)]
    assert unmet == [], findings
    assert count == f"Findings: {len(findings)}."


def test_many_rounds_are_recounted_by_several_processes(
    database: Path, tool: Tool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the findings of a single process in the same order, and without temporary files."""
    damage(
        database,
        "UPDATE posting SET cents = cents + 1 WHERE kind = 'winnings';"
        "UPDATE move SET text = 'deal Zz' WHERE n = 1 AND round_id % 5 = 0;"
        "UPDATE round SET rule_set = 'whist' WHERE id % 7 = 0;",
    )
    alone, files = tool("audit"), set(database.parent.iterdir())
    assert alone.status == 1
    assert len(set(re.findall(r"^round (\d+)", alone.output, re.MULTILINE))) > 8
    most = list[int | None]()

    def counting(work: Any, parts: Any, **named: Any) -> Any:
        most.append(named["most"])
        return in_processes(work, parts, **named)

    monkeypatch.setattr("engine.records.counting.MANY", 4)
    monkeypatch.setattr("cogs.tools.database.in_processes", counting)
    for jobs in ((), ("--jobs", "1"), ("--jobs", "2")):
        assert tool("audit", *jobs) == alone
    assert most == [None, 2], "one job runs in this process"
    assert set(database.parent.iterdir()) == files
