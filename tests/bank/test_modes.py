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


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
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


async def test_the_mode_of_a_file_that_is_there_stays(path: Path, tmp_path: Path) -> None:
    """A host who lets a group read the file has a reason, and the files beside it follow."""
    os.close(os.open(path, os.O_CREAT))
    os.chmod(path, 0o640)
    async with Bank.open(path, lambda: NOW) as bank:
        await bank.wallet(ANN)
        assert set(modes(tmp_path).values()) == {"0o640"}


async def test_a_link_to_nothing_makes_what_it_names(tmp_path: Path) -> None:
    """The file is made where the link points, and it is private too."""
    path, real = tmp_path / "link.db", tmp_path / "real.db"
    path.symlink_to(real)
    async with Bank.open(path, lambda: NOW) as bank:
        await bank.wallet(ANN)
    assert path.is_symlink()
    assert modes(tmp_path)["real.db"] == "0o600"
