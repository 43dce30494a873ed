"""Damaged files: one sentence for the host, and the file is not changed."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.bot.no_entry import no_entry

from .conftest import Tool

PAGE = 4_096
TABLE = b"CREATE TABLE account"

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "invalid text": lambda file: file.replace(TABLE, b"CREATE TABLE \xff\xfe\xc7\xc7\xc7\xc7\xc7"),
    "an escape sequence": lambda file: file.replace(TABLE, b"CREATE \x1b[31m account"),
    "UTF-16 in the header": lambda file: file[:56] + (2).to_bytes(4) + file[60:],
    "an empty first page": lambda file: file[:100] + bytes(PAGE - 100) + file[PAGE:],
}


@pytest.fixture(autouse=True)
def no_entry_to_discord(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use a token that Discord rejects, so that a bot that starts ends there."""
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        yield


@pytest.mark.parametrize("spoil", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_one_sentence(
    database: Path, tool: Tool, spoil: Callable[[bytes], bytes]
) -> None:
    """From the bot and the audit: status 2, with the file's name."""
    content = spoil(database.read_bytes())
    assert content != database.read_bytes()
    database.write_bytes(content)
    for arguments in ((), ("audit",)):
        finished = tool(*arguments)
        line = finished.errors.removesuffix("\n")
        assert finished.status == 2
        assert line.isprintable(), line
        assert "casino.db" in line
        assert not re.search("Traceback|Error:", line)
        assert database.read_bytes() == content


@pytest.mark.parametrize("seed", range(4))
def test_random_damage(database: Path, tool: Tool, seed: int) -> None:
    """Changed bytes in the first pages, which have the schema: at most one line from every command."""
    rng, sound = Random(seed), database.read_bytes()
    for _ in range(4):
        content = bytearray(sound)
        for _ in range(rng.randrange(1, 25)):
            content[rng.randrange(rng.choice((100, PAGE, 6 * PAGE)))] = rng.randrange(256)
        for arguments in ((), ("audit",), ("backup", "copy.db")):
            for file in Path().iterdir():
                os.remove(file)
            database.write_bytes(content)
            finished = tool(*arguments)
            assert finished.status in (0, 1, 2)
            assert len(finished.errors.splitlines()) == (finished.status == 2), finished
            assert finished.errors.removesuffix("\n").isprintable()
