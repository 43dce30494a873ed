"""The torture finds what is wrong: it reports each broken promise, and reports nothing if none is broken."""

import asyncio
import copy
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.values.money import PostingKind

from . import books, promises, soundness
from .books import Books, KeptRound, Posting
from .journey import Journeys
from .judge import Judge
from .run import Plan, torture
from .soak import FILES, MB, MEMORY, SOCKETS, Limit, Sample, growth
from .witness import Reply, Witness


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What a short and happy run has left."""

    witness: Witness
    books: Books
    database: Path

    def reply(self, *verbs: str, dealt: bool = False) -> Reply:
        """An answer to a click on one of these buttons that was taken, by somebody who was `dealt` in."""
        taken = (one for one in self.witness.replies if one.taken and one.request.press)
        return next(
            reply
            for reply in taken
            if reply.request.press
            and reply.request.press.verb in verbs
            and (not dealt or reply.request.user_id in self.round_of(reply).seats)
        )

    def told_a_balance(self) -> Reply:
        """An answer to somebody who has money and asked how much."""
        replies = self.witness.replies
        told = (one for one in replies if one.text.startswith("You have **"))
        return next(one for one in told if "**$0.00**" not in one.text)

    def round_of(self, reply: Reply) -> KeptRound:
        """The round that was clicked in."""
        press = reply.request.press
        assert press
        return self.books.by_number[press.table_id, press.round_number]

    def without(self, *gone: Posting) -> Books:
        """The books with some postings missing."""
        kept = tuple(posting for posting in self.books.postings if posting not in gone)
        return replace(self.books, postings=kept)

    def with_round(self, changed: KeptRound) -> Books:
        """The books with a round that says something else."""
        return replace(self.books, rounds={**self.books.rounds, changed.id: changed})

    def false_boards(self, doctored: Books) -> list[str]:
        """What the check says of the boards."""
        boards = self.witness.boards
        return list(promises.false_boards(boards, self.witness, doctored, Journeys()))


@pytest.fixture(scope="module")
def evidence(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A run without kills and without violations."""
    folder = tmp_path_factory.mktemp("torture")
    plan = Plan(kills=0, answers=120, seed=5, tables=8, leave=True)
    outcome = asyncio.run(torture(plan, folder))
    assert outcome.violations == []
    return Evidence(witness=outcome.witness, books=outcome.books, database=folder / "casino.db")


def test_nothing_is_said_of_true_books(evidence: Evidence) -> None:
    """All that was told is true of the file, which is not empty."""
    judge = Judge(evidence.witness)
    judge.look(books.read(evidence.database))
    judge.conclude(evidence.books, "", all_shown=True)
    assert judge.violations == []
    assert [one for one in evidence.books.rounds.values() if one.state == "settled" and one.moves]


def test_a_forgotten_move_is_noticed(evidence: Evidence) -> None:
    """One acknowledged move and what came after it are gone: the click and the boards tell of it."""
    reply = evidence.reply("hit", "stand")
    played = evidence.round_of(reply)
    moment = next(
        n for n, move in enumerate(played.moves) if reply.request.sent <= move.at <= reply.at
    )
    doctored = evidence.with_round(replace(played, moves=played.moves[:moment], state="open"))
    assert [line for line in promises.false_answers([reply], doctored) if "is not kept" in line]
    assert evidence.false_boards(doctored)
    assert list(soundness.shrunk(evidence.books, doctored))


def test_another_card_is_noticed(evidence: Evidence) -> None:
    """One card of a round that was shown is another one."""
    played = evidence.round_of(evidence.reply("hit", "stand"))
    first = played.moves[0]
    other = "deal 2h" if first.text != "deal 2h" else "deal 3h"
    doctored = replace(played, moves=(replace(first, text=other), *played.moves[1:]))
    assert evidence.false_boards(evidence.with_round(doctored))


def test_a_settlement_of_other_cents_is_noticed(evidence: Evidence) -> None:
    """A cent more or less than the moves come to, and than the board said."""
    paid = _settling(evidence)[0]
    other = replace(paid, cents=paid.cents + 1)
    postings = tuple(other if one is paid else one for one in evidence.books.postings)
    doctored = replace(evidence.books, postings=postings)
    assert list(soundness.unsound(doctored, Journeys()))
    if paid.kind is not PostingKind.LOST:
        assert evidence.false_boards(doctored)


def _settling(evidence: Evidence) -> list[Posting]:
    """The postings that settled rounds: first winnings, then returned stakes, then losses."""
    kinds = (PostingKind.WINNINGS, PostingKind.STAKE_RETURNED, PostingKind.LOST)
    found = [posting for posting in evidence.books.postings if posting.kind in kinds]
    return sorted(found, key=lambda posting: kinds.index(posting.kind))


def test_a_wrong_balance_is_noticed(evidence: Evidence) -> None:
    """One cent more was told than there ever was."""
    reply = evidence.told_a_balance()
    assert list(promises.false_answers([reply], evidence.books)) == []
    told = re.sub(r"\d\*\*", lambda found: f"{9 - int(found[0][0])}**", reply.text)
    assert list(promises.false_answers([replace(reply, text=told)], evidence.books))


def test_a_button_that_was_taken_twice_is_noticed(evidence: Evidence) -> None:
    """Two clicks on one button, and both were acknowledged."""
    reply = evidence.reply("hit", "stand")
    assert list(promises.taken_twice([reply, reply], evidence.books))


@pytest.mark.parametrize(
    ("move", "noticed"),
    [("double", True), ("stand late", False)],
)
def test_a_move_that_nobody_asked_for_is_noticed(
    evidence: Evidence, move: str, noticed: bool
) -> None:
    """Moves are kept more often than they were clicked; moves that the house made need no click."""
    reply = evidence.reply("hit", "stand")
    played = evidence.round_of(reply)
    seat = played.seats[reply.request.user_id]
    again = replace(played.moves[-1], text=f"{seat} {move}")
    doctored = replace(played, moves=(*played.moves, *[again] * 9))
    found = promises.unasked(evidence.witness, evidence.with_round(doctored))
    assert bool(list(found)) == noticed


def test_a_result_that_nobody_saw_is_noticed(evidence: Evidence) -> None:
    """A round was settled, and no board has shown it."""
    played = evidence.round_of(evidence.reply("hit", "stand"))
    blind = copy.copy(evidence.witness)
    blind.boards = [board for board in blind.boards if played.number not in board.ended]
    judge = Judge(blind)
    judge.conclude(evidence.books, "", all_shown=True)
    assert [line for line in judge.violations if "never shown" in line]


def test_an_error_in_the_log_is_noticed(evidence: Evidence) -> None:
    """An error in the bot's log is reported, even if nobody else saw it."""
    judge, line = Judge(evidence.witness), "12:00 ERROR bot: no"
    judge.conclude(evidence.books, f"12:00 INFO bot: well\n{line}\n", all_shown=True)
    assert judge.violations == [line]


@pytest.fixture
def doctored(evidence: Evidence, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the file whose ledger can be changed; it is `doctored.db`."""
    path = tmp_path / "doctored.db"
    with (
        closing(sqlite3.connect(evidence.database)) as original,
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
    ):
        original.backup(connection)
        connection.execute("DROP TRIGGER posting_is_never_changed")
        connection.execute("DROP TRIGGER posting_is_never_deleted")
        yield connection


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE account SET balance = balance + 1 WHERE kind = 'player'",
        "UPDATE round SET state = 'open', ended_at = NULL, voided_by = NULL"
        " WHERE id = (SELECT MAX(id) FROM round)",
        "DELETE FROM move WHERE n = (SELECT MAX(n) FROM move)",
    ],
)
def test_a_doctored_file_is_noticed(
    evidence: Evidence, doctored: sqlite3.Connection, tmp_path: Path, damage: str
) -> None:
    """Whatever is changed in the file itself, one look finds it."""
    assert doctored.execute(damage).rowcount > 0
    judge = Judge(evidence.witness)
    judge.look(evidence.books)
    assert judge.violations == []
    judge.look(books.read(tmp_path / "doctored.db"))
    assert judge.violations


def _life(length: int, **more: int) -> list[Sample]:
    """As many samples, each with so much `more` than the one before; it had much to open in the beginning."""
    return [
        Sample(
            at=n,
            memory=min(100, 9 * n) * MB + n * more.get("memory", 0),
            sockets=min(20, n) + 90 * (n % 5 == 4) + n * more.get("sockets", 0),
            files=min(4, n) + (n % 5 == 4) + n * more.get("files", 0),
        )
        for n in range(length)
    ]


@pytest.mark.parametrize(
    ("leak", "limit", "each"),
    [("files", FILES, 1), ("sockets", SOCKETS, 40), ("memory", MEMORY, MB // 10)],
)
def test_a_process_that_grows_is_noticed(leak: str, limit: Limit, each: int) -> None:
    """A file for each sample, a socket for each click, a hundred kilobytes; too short a life tells nothing."""
    assert list(growth(_life(MEMORY.samples))) == []
    assert len(list(growth(_life(limit.samples, **{leak: each})))) == 1
    assert list(growth(_life(limit.samples - 1, **{leak: each}))) == []
