"""A damaged file: whatever is broken in it, the host gets one sentence, and nothing of the file is changed."""

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
    "no text at all": lambda file: file.replace(
        TABLE, b"CREATE TABLE \xff\xfe\xc7\xc7\xc7\xc7\xc7"
    ),
    "a sign for the terminal": lambda file: file.replace(TABLE, b"CREATE \x1b[31m account"),
    "UTF-16, says the header": lambda file: file[:56] + (2).to_bytes(4) + file[60:],
    "an empty first page": lambda file: file[:100] + bytes(PAGE - 100) + file[PAGE:],
}


@pytest.fixture(autouse=True)
def turned_away(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A token that Discord does not accept: a bot that gets as far as there ends."""
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        yield


@pytest.mark.parametrize("spoil", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_one_sentence(
    database: Path, tool: Tool, spoil: Callable[[bytes], bytes]
) -> None:
    """From the bot and from the audit: status 2, the file is named, and it is as it was."""
    content = spoil(database.read_bytes())
    assert content != database.read_bytes()
    database.write_bytes(content)
    for arguments in ((), ("audit",)):
        told = tool(*arguments)
        line = told.errors.removesuffix("\n")
        assert told.status == 2
        assert line.isprintable(), line
        assert "casino.db" in line
        assert not re.search("Traceback|Error:", line)
        assert database.read_bytes() == content


@pytest.mark.parametrize("seed", range(4))
def test_damage_at_random(database: Path, tool: Tool, seed: int) -> None:
    """Bytes of the first pages, where the schema lies, are others: never more than one line, whatever is started."""
    rng, sound = Random(seed), database.read_bytes()
    for _ in range(4):
        content = bytearray(sound)
        for _ in range(rng.randrange(1, 25)):
            content[rng.randrange(rng.choice((100, PAGE, 6 * PAGE)))] = rng.randrange(256)
        for arguments in ((), ("audit",), ("backup", "copy.db")):
            for file in Path().iterdir():
                os.remove(file)
            database.write_bytes(content)
            told = tool(*arguments)
            assert told.status in (0, 1, 2)
            assert len(told.errors.splitlines()) == (told.status == 2), told
            assert told.errors.removesuffix("\n").isprintable()
