"""A damaged file: whatever is broken in it, the host gets one sentence, and nothing of the file is changed."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import bot
from tests.bot.no_entry import no_entry

PAGE = 4_096
TOOLS: tuple[list[str], ...] = ([], ["audit"], ["backup", "copy.db"])

Spoil = Callable[[bytearray], None]


def replace(old: bytes, new: bytes) -> Spoil:
    """Other bytes, as many, in the place of these."""
    assert len(old) == len(new)

    def spoil(content: bytearray) -> None:
        at = content.index(old)
        content[at : at + len(new)] = new

    return spoil


def utf_16(content: bytearray) -> None:
    """The header says that all texts are in another encoding."""
    content[56:60] = (2).to_bytes(4)


def zeros(content: bytearray) -> None:
    """Nothing is left of the first page but its header."""
    content[100:PAGE] = bytes(PAGE - 100)


DAMAGE: dict[str, Spoil] = {
    "no text at all": replace(
        b"CREATE TABLE account", b"CREATE TABLE \xff\xfe\xc7\xc7\xc7\xc7\xc7"
    ),
    "a sign for the terminal": replace(b"CREATE TABLE account", b"CREATE \x1b[31m account"),
    "UTF-16": utf_16,
    "an empty first page": zeros,
}


def outcome(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status, and what was printed as an error."""
    status = bot.main(arguments)
    return status, capsys.readouterr().err


def is_a_sentence(told: str) -> bool:
    """One printable line that names the file."""
    line = told.removesuffix("\n")
    return line.isprintable() and "casino.db" in line and not re.search("Traceback|Error:", line)


@pytest.fixture
def turned_away(database: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A token that Discord does not accept: a bot that gets as far as there ends."""
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    with no_entry() as api_url:
        monkeypatch.setenv("DISCORD_API_URL", api_url)
        yield


@pytest.mark.usefixtures("turned_away")
@pytest.mark.parametrize("spoil", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_one_sentence(
    database: Path, capsys: pytest.CaptureFixture[str], spoil: Spoil
) -> None:
    """From the bot and from the audit: status 2, the file is named, and it is as it was."""
    content = bytearray(database.read_bytes())
    spoil(content)
    database.write_bytes(content)
    for arguments in ([], ["audit"]):
        status, told = outcome(arguments, capsys)
        assert status == 2
        assert is_a_sentence(told), told
        assert database.read_bytes() == content


@pytest.mark.usefixtures("turned_away")
@pytest.mark.parametrize("seed", range(4))
def test_damage_at_random(database: Path, capsys: pytest.CaptureFixture[str], seed: int) -> None:
    """Bytes of the first pages, where the schema lies, are others: never more than one line, whatever is started."""
    rng, sound = Random(seed), database.read_bytes()
    for _ in range(4):
        content = bytearray(sound)
        for _ in range(rng.randrange(1, 25)):
            content[rng.randrange(rng.choice((100, PAGE, 6 * PAGE)))] = rng.randrange(256)
        for arguments in TOOLS:
            for file in Path().iterdir():
                os.remove(file)
            database.write_bytes(content)
            status, told = outcome(arguments, capsys)
            assert status in (0, 1, 2)
            assert len(told.splitlines()) == (status == 2), told
            assert told.removesuffix("\n").isprintable()
