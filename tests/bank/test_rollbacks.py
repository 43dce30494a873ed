"""A restored or copied database never deals cards that became public after the copy was made."""

import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import psycopg
import pytest

from engine.bank.bank import Bank
from engine.bank.copying import copy_bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.restoring import copied_next_to, put_in_place
from engine.bank.sqlite.witness import witness_of
from engine.clock import call_later
from engine.live.open_tables import House
from engine.live.table import Table
from engine.records.counting import recount
from engine.round.moves import Verb
from engine.rules.rule_sets import VEGAS
from engine.table.commands import MakeMove, PlaceBet
from engine.table.state import Stage
from engine.values.daily import DailyGame
from engine.values.shoes import ShoeEnd
from engine.values.tables import DisplayName
from tests.clock import ManualClock
from tests.host.evening import house_of, play_rounds
from tests.host.older import by_1_0_0
from tests.postgres import Postgres, needs_postgres, new_server, stop_for_good
from tests.waiting import until_true

from .outside import another_program
from .users import ANN
from .values import NOW, opened

ROLLED_BACK = "the database is an older copy"

TODAY = int(NOW // 86_400)


@asynccontextmanager
async def started(where: Path | str, seed: int = 1) -> AsyncIterator[tuple[Bank, House]]:
    """A bot's bank and its tables, without Discord."""
    later = partial(call_later, ManualClock())
    async with Bank.open(where, lambda: NOW, call_later=later) as bank:
        house = house_of(bank, Random(seed))
        await house.resume()
        yield bank, house
        await house.stop()


def by_the_tool(database: Path, copy: Path) -> None:
    with copied_next_to(copy, database) as new:
        put_in_place(new, database, NOW)


def by_hand(database: Path, copy: Path) -> None:
    database.unlink()
    shutil.copy(copy, database)


def in_place(database: Path, copy: Path) -> None:
    """Overwrite the content of the same file."""
    shutil.copyfile(copy, database)


WAYS: dict[str, Callable[[Path, Path], None]] = {
    "by the tool": by_the_tool,
    "by hand": by_hand,
    "in place": in_place,
}


@contextmanager
def copied(where: Path | str, folder: Path, postgres: Postgres) -> Iterator[Path | str]:
    """A copy of the database that no bot uses: a backup, or another database of the server."""
    if isinstance(where, Path):
        backup(where, folder / "copy.db")
        yield folder / "copy.db"
    else:
        with postgres.database(where.partition("?")[0].rpartition("/")[2]) as copy:
            yield copy


def dealt(where: Path | str) -> list[str]:
    """All dealt cards, in order."""
    with another_program(where) as rows:
        found = rows.execute("SELECT text FROM move WHERE text LIKE 'deal %' ORDER BY round_id, n")
        return [text for (text,) in found.fetchall()]


async def stand_until_over(table: Table) -> None:
    """Play the running round to its end."""
    while table.view.stage is Stage.PLAYING:
        seat = table.view.awaited[0]
        stand = MakeMove(
            user_id=ANN,
            verb=Verb.STAND,
            counters={seat.number: seat.counter},
            round_number=table.view.round_number,
        )
        await table.submit(stand)


async def bet_until_played(table: Table) -> None:
    """Bet until a round does not end with its deal."""
    while table.view.stage is not Stage.PLAYING:
        await table.submit(PlaceBet(user_id=ANN, cents=1_000))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("in_mid_round", [False, True])
async def test_a_restored_backup_deals_no_known_card(
    where: Path | str,
    tmp_path: Path,
    postgres: Postgres,
    way: str,
    in_mid_round: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Play two rounds, back up, play until the first shoe is over and public, then restore the backup.

    The first shoe ends with that reason, a running round is void, and the next cards come from a new shoe. The log has
    one warning. The next start changes nothing.
    """
    if isinstance(where, str) and way != "by hand":
        pytest.skip("a file is copied in this way")
    async with started(where) as (_, house):
        table = await house.open(VEGAS, channel_id=1, guild_id=1, opener=ANN)
        await play_rounds(table, [ANN], 2, Random(2))
        if in_mid_round:
            await bet_until_played(table)
    with copied(where, tmp_path, postgres) as copy:
        before = dealt(copy)
        async with started(where) as (bank, house):
            table = house.in_channel(1) or table
            await stand_until_over(table)
            while table.view.seal is None or table.view.seal.number == 1:
                await play_rounds(table, [ANN], 1, Random(3))
            seen, lost = dealt(where), table.view.seal.text
        assert ROLLED_BACK not in caplog.text
        if isinstance(where, Path) and isinstance(copy, Path):
            WAYS[way](where, copy)
            copy = where
        async with started(copy, seed=4) as (bank, house):
            (warning,) = [record for record in caplog.records if record.levelname == "WARNING"]
            assert ROLLED_BACK in warning.getMessage()
            table = house.in_channel(1) or table
            first = await bank.public_shoe(1, 1)
            assert first is not None
            assert first.end is ShoeEnd.RESTORED
            assert table.view.seal is not None
            assert (table.view.seal.number, table.view.restored) == (2, True)
            new = table.view.seal.text
            assert new != lost
            if in_mid_round:
                assert table.view.last is not None
                assert (table.view.last.stage, table.view.last.restored) == (Stage.VOIDED, True)
                assert (await bank.wallet(ANN)).in_play == 0
            shoes = await bank.shoes_of_channel(1, 0, 9)
            assert (shoes.restored, shoes.voided, shoes.closed, shoes.left) == (1, 0, 0, 0)
        async with started(copy, seed=5) as (bank, house):
            table = house.in_channel(1) or table
            assert table.view.seal is not None
            assert table.view.seal.text == new, "a second start must not reseal"
            await play_rounds(table, [ANN], 3, Random(6))
            assert not table.view.restored
            assert [finding async for finding in recount(bank)] == []
        after = dealt(copy)[len(before) :]
        assert after[:6] != seen[len(before) :][:6]
    assert len([record for record in caplog.records if record.levelname == "WARNING"]) == 1


async def test_a_backup_after_the_last_beat_is_noticed(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The bot is killed before its next beat: the counters are equal, so `restore` removes the witness."""
    async with started(path) as (_, house):
        table = await house.open(VEGAS, channel_id=1, guild_id=1, opener=ANN)
        await play_rounds(table, [ANN], 1, Random(2))
        backup(path, tmp_path / "copy.db")
        counter = witness_of(path).read_bytes()
        await play_rounds(table, [ANN], 1, Random(3))
    with witness_of(path).open("r+b") as file:
        file.write(counter)  # as a kill would leave it
    by_the_tool(path, tmp_path / "copy.db")
    async with started(path):
        assert ROLLED_BACK in caplog.text


async def test_a_restored_backup_of_1_0_0_is_noticed(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It counts no beats, like a new database, so `restore` adds one. An update of version 1.0.0 is no rollback."""
    copy = by_1_0_0(tmp_path / "copy.db")
    shutil.copyfile(copy, path)
    async with started(path):
        assert ROLLED_BACK not in caplog.text
    by_the_tool(path, copy)
    async with started(path):
        assert ROLLED_BACK in caplog.text


@pytest.mark.parametrize("tool", ["backup", "copy"])
async def test_a_copy_in_place_of_a_deleted_database_is_noticed(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, tool: str
) -> None:
    """Even if the deleted database has counted fewer beats: its witness is removed."""
    other = tmp_path / "other.db"
    async with started(other):
        pass
    other.unlink()
    async with started(path) as (bank, _):
        for _ in range(9):
            await bank.beat()
    if tool == "backup":
        backup(path, other)
    else:
        await copy_bank(path, other, lambda: NOW)
    async with started(other):
        assert ROLLED_BACK in caplog.text


async def test_the_daily_ten_and_duels_are_drawn_again(path: Path, tmp_path: Path) -> None:
    """Their cards may be public, too: unfinished players begin again, and finished ones keep only the result."""
    over, begun = DailyGame(day=TODAY, moves="stand", squares="g", over=True), DailyGame(TODAY)
    async with started(path) as (bank, _):
        old = await bank.daily_secret(bytes(32))
        assert await bank.save_daily(1, 1, begun, over)
        assert await bank.save_daily(2, 1, begun, DailyGame(day=TODAY, moves="hit"))
        made = await bank.challenge(
            (1, 1), "de", DisplayName(1, "A", "A"), DisplayName(2, "B", "B")
        )
        assert isinstance(made, tuple)
        (duel, _), secret = made, bytes([3]) * 32
        assert await bank.duel_secret(duel.duel_id, secret) == secret
        moved = replace(duel.challenger, moves="hit")
        assert await bank.save_duel(duel, duel.challenger, moved, secret)
    backup(path, tmp_path / "copy.db")
    async with started(path) as (bank, _):
        assert await bank.daily_secret(bytes([1]) * 32) == old
    by_hand(path, tmp_path / "copy.db")
    async with started(path) as (bank, _):
        new = bytes([2]) * 32
        assert await bank.daily_secret(new) == new
        assert await bank.daily_game(2, TODAY) == begun
        assert (await bank.daily_game(1, TODAY)).closed
        assert (await bank.daily_board(1, TODAY, 9)).count == 1
        assert await bank.duel(duel.duel_id) == duel, "both players begin again"


async def test_a_start_after_a_kill_is_no_rollback(
    path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The counter is in the file before the witness has it. A folder that is copied back counts as one, because its
    witness is a copy."""
    async with started(path) as (bank, _):
        await bank.beat()
    counter = witness_of(path).read_bytes()
    async with started(path) as (bank, _):
        await bank.beat()
    with witness_of(path).open("r+b") as file:
        file.write(counter)
    async with started(path):
        assert ROLLED_BACK not in caplog.text
    for name in (path, witness_of(path)):
        shutil.copy(name, tmp_path / f"{name.name}.copy")
        name.rename(tmp_path / f"{name.name}.old")
        shutil.copy(tmp_path / f"{name.name}.copy", name)
    async with started(path):
        assert ROLLED_BACK in caplog.text


async def test_a_claim_notices_a_rollback(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """A process that waited for the tables, or has lost them, may have started before the server was restored."""
    later = partial(call_later, ManualClock())
    async with Bank.open(address, lambda: NOW, call_later=later) as bank:
        await bank.claim()
        await opened(bank)
        await bank.claim()
        assert [one.rolled_back for one in await bank.open_tables()] == [False]
        with another_program(address) as connection:
            connection.execute("UPDATE setting SET value = 'another' WHERE key = 'origin'")
        await bank.claim()
        assert [one.rolled_back for one in await bank.open_tables()] == [True]
        assert caplog.text.count(ROLLED_BACK) == 1


async def recovered(server: Postgres) -> None:
    """Wait until the server accepts writes after a recovery."""
    with psycopg.connect(server.address("postgres"), autocommit=True) as admin:
        await until_true(
            lambda: admin.execute("SELECT NOT pg_is_in_recovery()").fetchone() == (True,)
        )


def back_up(data: Path, target: Path) -> None:
    """Copy the files of a cluster with their owner."""
    subprocess.run(["cp", "-a", data, target], check=True)


@needs_postgres
async def test_recovery_to_a_point_in_time_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    """A base backup in place of the cluster begins a new timeline; a restart of the server does not.

    The bot's role has no special rights.
    """
    server = new_server(wal_level="replica")
    data, backup_of = server.folder / "data", server.folder / "backup"
    try:
        with psycopg.connect(server.address("postgres"), autocommit=True) as admin:
            admin.execute("CREATE ROLE plain LOGIN")
            admin.execute("CREATE DATABASE tables OWNER plain TEMPLATE template0")
        where = server.address("tables").replace("blackjack@", "plain@")
        async with started(where) as (_, house):
            table = await house.open(VEGAS, channel_id=1, guild_id=1, opener=ANN)
            await play_rounds(table, [ANN], 2, Random(2))
        server.stop("fast")
        back_up(data, backup_of)
        server.start()
        async with started(where) as (_, house):
            await play_rounds(house.in_channel(1) or table, [ANN], 2, Random(3))
        assert ROLLED_BACK not in caplog.text
        server.stop("fast")
        shutil.rmtree(data)
        backup_of.rename(data)
        (data / "recovery.signal").touch()
        with (data / "postgresql.auto.conf").open("a") as file:
            file.write("restore_command = 'false'\n")
        server.start()
        await recovered(server)
        async with started(where, seed=4) as (bank, _):
            first = await bank.public_shoe(1, 1)
            assert first is not None
            assert first.end is ShoeEnd.RESTORED
        assert caplog.text.count(ROLLED_BACK) == 1
    finally:
        stop_for_good(server)
