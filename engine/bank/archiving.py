"""Puts old rounds away into a file of their own, beside a bot that plays.

The file is filled under another name, and lies on the disk whole before anything is deleted. Then the bank is told of
it, the file gets its name, and rounds are put away some at a time, each time compared with the file first. A kill at
any point leaves each round here or in both, and the next call goes on: it finds the archive that is not done.

An archive is a bank of the same schema whose accounts hold nothing: it has the rounds with all that belongs to them,
and what it carries forward has the other sign. People are numbers there, and who is meant stands in the bank alone:
whoever is forgotten there is forgotten here.
"""

import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final

from engine.bank.bank import Bank
from engine.bank.books import archives, notes, shoes
from engine.bank.books.archives import IS_ARCHIVE, OF_ROUNDS, Archive, Digest, Named, named, rows_of
from engine.bank.database import Database, first, places
from engine.bank.errors import BankError, explained
from engine.bank.processes import read_once
from engine.bank.schema import known_migrations
from engine.bank.sqlite.files import create_private, remove, require_place
from engine.bank.sqlite.opening import migrate
from engine.bank.sqlite.restoring import sync
from engine.values.tables import character_of

AT_A_TIME: Final = 50
"""Rounds that are put away in one transaction: some milliseconds, for which a bot beside waits."""

_PEOPLE: Final = (
    "SELECT person FROM dealt_seat UNION SELECT person FROM result"
    " UNION SELECT voided_by FROM round WHERE voided_by IS NOT NULL"
    " UNION SELECT words_by FROM shoe WHERE words_by IS NOT NULL ORDER BY 1"
)
_ACCOUNTS: Final = "SELECT source FROM posting UNION SELECT target FROM posting ORDER BY 1"
_SUMS: Final = (
    "INSERT INTO tally (person, guild_id, rule_set, rounds, won, lost, naturals, staked, net)"
    " SELECT person, guild_id, rule_set, COUNT(*), SUM(net > 0), SUM(net < 0), SUM(naturals),"
    " SUM(staked), SUM(net) FROM result JOIN round ON round.id = round_id"
    " JOIN game_table ON game_table.id = table_id GROUP BY person, guild_id, rule_set",
    "INSERT INTO carried (account, archive, cents) SELECT account, 1, -SUM(cents) FROM"
    " (SELECT target AS account, cents FROM posting UNION ALL SELECT source, -cents FROM posting)"
    " JOIN account ON account.id = account WHERE kind <> 'stake' GROUP BY account",
)


def part_of(file: Path) -> Path:
    """What an archive is called until the bank knows it."""
    return file.with_name(f"{file.name}.part")


def discard(file: Path) -> None:
    """Remove what there is of an archive that the bank does not know, also what SQLite has left beside it."""
    remove(part_of(file))


def known_archives(where: Path | str) -> list[Archive]:
    """The archives of a bank that is open. Raises `BankError`."""
    return read_once(where, archives.archives).unwrap()


def find_begun(where: Path | str, file: Path) -> Archive | None:
    """The archive of a bank that was begun in this file and is not done, if there is one; the file has its name then.

    Raises `BankError` where it was begun in another file, or where the file is something else.
    """
    begun = next((one for one in known_archives(where) if not one.done), None)
    if begun is not None and not file.exists() and _key_of(part_of(file)) == begun.key:
        _name(file)
    if begun is not None and _key_of(file) == begun.key:
        return begun
    if begun is not None:
        raise BankError(f"an archive was begun in {begun.file} and is not done: name that file")
    if file.exists():
        raise BankError(f"{file} exists already: choose another name")
    return None


def fill(where: Path | str, file: Path, until: float, at: float) -> Archive | None:
    """Copy the rounds that can be put away into a new file, under another name; None where there are none.

    They ended before `until`, and it is `at` now, both in Unix seconds. Raises `BankError`.
    """
    require_place(file)
    part = part_of(file)
    discard(file)
    try:
        create_private(part)
        with closing(sqlite3.connect(part, isolation_level=None)) as new:
            # Nobody needs half of it after a kill.
            new.execute("PRAGMA synchronous = OFF")
            migrate(new, known_migrations(), at)
            new.execute("BEGIN")
            read_once(where, partial(_copy, new, until=until)).unwrap()
            rounds = new.execute("SELECT COUNT(*) FROM round").fetchone()[0]
            if rounds == 0:
                new.execute("ROLLBACK")
                discard(file)
                return None
            made = Archive(0, os.urandom(16).hex(), file.name, until, at, rounds, b"", done=False)
            made = made._replace(digest=_digest(new))
            _sign(new, made)
            new.execute("COMMIT")
        sync(part)
    except (sqlite3.Error, OSError) as error:
        raise explained(error) from error
    return made


def _copy(new: sqlite3.Connection, old: Database, until: float) -> None:
    for table_id, below in archives.ripe(old, until):
        ids = archives.rounds_below(old, table_id, below)
        if not ids:
            continue
        _put(new, "game_table", map(_at_rest, _of(old, "game_table", "id = ?", table_id)))
        _put(new, "shoe", _of(old, "shoe", "table_id = ? AND first_round < ?", table_id, below))
        for start in range(0, len(ids), AT_A_TIME):
            for table, rows in rows_of(old, ids[start : start + AT_A_TIME]).items():
                _put(new, table, rows)
    # What a new bank has of its own, the house and the donor, comes from the other one.
    new.execute("DELETE FROM account")
    _put(new, "account", map(_with_nothing, _of(old, "account", "kind IN ('house', 'donor')")))
    for some in _numbers(new, _ACCOUNTS):
        named_here = f"kind IN ('player', 'stake') AND id IN ({places(len(some))})"
        _put(new, "account", map(_with_nothing, _of(old, "account", named_here, *some)))
    for some in _numbers(new, _PEOPLE):
        found = _of(old, "person", f"id IN ({places(len(some))})", *some)
        _put(new, "person", map(_without_id, found))


def _of(old: Database, table: str, condition: str, *values: object) -> list[Named]:
    return named(old, f"SELECT * FROM {table} WHERE {condition}", *values)  # noqa: S608


def _put(new: sqlite3.Connection, table: str, rows: Iterable[Named]) -> None:
    for row in rows:
        columns = ", ".join(f'"{column}"' for column in row)
        new.execute(
            f"INSERT INTO {table} ({columns}) VALUES ({places(len(row))})",  # noqa: S608
            tuple(row.values()),
        )


def _at_rest(table: Named) -> Named:
    """A table as an archive has it: nobody plays there, and the secret of the shoe that is dealt from stays here."""
    closed = {"closed": 1, "phase": "closed", "said_goodbye": 1, "message_id": None}
    return {**table, **closed, "deadline": None, "shoe_seed": bytes(32)}


def _without_id(person: Named) -> Named:
    """Only who plays for the house is known."""
    user_id = person["user_id"] if character_of(person["user_id"]) else -person["id"]
    return {**person, "user_id": user_id}


def _with_nothing(account: Named) -> Named:
    return {**account, "balance": 0}


def _sign(new: sqlite3.Connection, made: Archive) -> None:
    """Write into the file which archive it is, and make its books whole."""
    new.execute("INSERT INTO setting (key, value) VALUES (?, ?)", (IS_ARCHIVE, made.key))
    new.execute(
        "INSERT INTO archive (id, key, file, until, at, rounds, digest, done)"
        " VALUES (1, ?, ?, ?, ?, ?, ?, 1)",
        made[1:7],
    )
    for sql in _SUMS:
        new.execute(sql)


def _digest(file: sqlite3.Connection) -> bytes:
    """The SHA-256 of all rows that belong to rounds."""
    found = sha256()
    for table, (_, key) in OF_ROUNDS.items():
        for row in file.execute(f"SELECT * FROM {table} ORDER BY {key}"):  # noqa: S608
            found.update(f"{table} {row!r}\n".encode())
    return found.digest()


def _key_of(file: Path) -> str | None:
    """Which archive a file is; None where it is none."""
    if not file.is_file():
        return None
    try:
        with closing(_opened(file)) as archive:
            return notes.kept_text(archive, IS_ARCHIVE)
    except sqlite3.Error:
        return None


def _opened(file: Path) -> sqlite3.Connection:
    """An archive to read; nobody writes to it, and nothing is left beside it."""
    real = file.resolve()
    at_rest = "" if Path(f"{real}-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{real.as_uri()}?mode=ro{at_rest}", uri=True, isolation_level=None)


def _name(file: Path) -> None:
    part_of(file).rename(file)
    sync(file.parent)


async def begin(bank: Bank, made: Archive, file: Path) -> None:
    """Tell the bank of an archive that is filled, and give the file its name. Raises `BankError`."""
    await bank.begin_archive(made)
    _name(file)


async def put_away(
    bank: Bank, file: Path, key: str, digest: Digest, pause: Callable[[float], Awaitable[None]]
) -> int:
    """Delete here what the file keeps, and return how many rounds that were; `pause` waits for so many seconds.

    Whoever plays beside has as much time for writing as this takes. Raises `BankError`.
    """
    count = 0
    with closing(_opened(file)) as kept:
        for some in _numbers(kept, "SELECT id FROM round ORDER BY table_id, number"):
            began = perf_counter()
            count += await bank.put_away(key, rows_of(kept, some), digest)
            await pause(perf_counter() - began)
    await bank.end_archive(key)
    return count


def players_of(where: Path | str, file: Path) -> Iterator[int]:
    """The ids of all who played the rounds of an archive and were not forgotten. Raises `BankError`."""
    with closing(_opened(file)) as kept:
        people = list(_numbers(kept, "SELECT id FROM person WHERE user_id = -id"))
    for some in people:
        yield from read_once(where, partial(archives.users_of, persons=some)).unwrap()


def compared(where: Path | str, file: Path, newer: Path, digest: Digest) -> list[str]:
    """A line for each difference between an archive and what the bank knows; `newer` is it in the newest schema.

    Raises `BankError`.
    """
    archive = next((one for one in known_archives(where) if one.key == _key_of(file)), None)
    if archive is None:
        return [f"{file} is no archive of this database"]
    try:
        with closing(_opened(file)) as made, closing(_opened(newer)) as kept:
            if _digest(made) != archive.digest:
                return [f"{file} is not what it was when rounds were put away into it"]
            return read_once(where, partial(_differences, kept, archive, digest)).unwrap()
    except sqlite3.Error as error:
        raise explained(error) from error


def _differences(
    kept: sqlite3.Connection, archive: Archive, digest: Digest, bank: Database
) -> list[str]:
    number, findings = archive.number, list[str]()
    if not archive.done:
        findings.append(f"rounds are still to be put away into {archive.file}")
    elif (
        gone := first(bank, "SELECT COUNT(*) FROM round WHERE archive = ?", number)
    ) != archive.rounds:
        findings.append(f"{gone} rounds were put away, and the archive has {archive.rounds}")
    for some in _numbers(kept, "SELECT id FROM round ORDER BY id"):
        theirs, ours = rows_of(kept, some), rows_of(bank, some)
        for table in ("round", "dealt_seat", "result"):
            if not archives.are_same(theirs[table], ours[table]):
                findings.append(
                    f"rounds {some[0]} to {some[-1]} have another {table} in the archive"
                )
    if archive.done and (sums := _sums(kept, 1, -1)) != _sums(bank, number, 1):
        findings.append(
            f"what is carried forward of {len(sums)} accounts is not what the archive has"
        )
    return [*findings, *_of_shoes(kept, bank, digest)]


def _sums(database: Database, number: int, sign: int) -> dict[int, int]:
    rows = database.execute("SELECT account, cents FROM carried WHERE archive = ?", (number,))
    return {account: sign * cents for account, cents in rows.fetchall()}


def _of_shoes(kept: sqlite3.Connection, bank: Database, digest: Digest) -> Iterator[str]:
    """Each shoe whose rounds are all put away has the hash of the transcript that the archive gives."""
    for table_id, number in kept.execute(
        "SELECT DISTINCT table_id, shoe FROM round WHERE shoe IS NOT NULL ORDER BY 1, 2"
    ).fetchall():
        one, ours = (shoes.kept_shoe(of, table_id, number) for of in (kept, bank))
        if one is None or ours is None:
            yield f"shoe {number} of table {table_id} is in one of the two alone"
        elif ours.transcript is not None:
            rounds = shoes.shoe_rounds(kept, table_id, number, number).get(number, [])
            if digest(one, rounds) != ours.transcript:
                yield f"shoe {number} of table {table_id} has another transcript in the archive"


def _numbers(file: sqlite3.Connection, query: str) -> Iterator[list[int]]:
    """The numbers that a query finds, some at a time."""
    cursor = file.execute(query)
    while rows := cursor.fetchmany(AT_A_TIME):
        yield [number for (number,) in rows]
