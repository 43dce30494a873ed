"""What the bank makes is its owner's alone, whatever the umask; the mode that a host has given a file stays."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bank.bank import Bank
from engine.bank.sqlite.backup import backup
from engine.bank.sqlite.lock import only_bot

from .values import ANN, NOW

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")


@pytest.fixture(params=[0o000, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """What is taken from the mode of every new file; the test's own folder is made before, to be written to."""
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """The modes of the files in a folder."""
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("locked", [False, True])
async def test_new_files_are_private(tmp_path: Path, locked: bool) -> None:
    """The database, its log, the index of that, and a copy."""
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o700)
    path = folder / "bank.db"
    if locked:
        with only_bot(path):
            pass
    async with Bank.open(path, lambda: NOW) as bank:
        await bank.wallet(ANN)
        backup(path, folder / "copy.db")
        names = ("bank.db", "bank.db-shm", "bank.db-wal", "copy.db")
        assert modes(folder) == dict.fromkeys(names, "0o600")
