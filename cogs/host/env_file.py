"""Reads the file `.env`, and rejects lines whose value would be altered by parsing."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.discord_link.retry import CannotStart

if TYPE_CHECKING:
    from dotenv.parser import Binding


def read_env_file(path: Path) -> tuple[dict[str, str], list[str]]:
    """Return the values by name, and an error message for each unusable line. Raises `CannotStart`."""
    text = _text_of(path)
    if not text:
        return {}, [*_named_otherwise(path)]
    from dotenv.parser import parse_stream

    # Not `dotenv_values`, which would expand `${word}` in a password.
    parts = [*parse_stream(StringIO(text))]
    return {p.key: p.value for p in parts if p.key and p.value}, [*_wrong(path, parts)]


def _wrong(path: Path, parts: list["Binding"]) -> Iterator[str]:
    for part in parts:
        if part.error:
            yield f"{path}, line {part.original.line}, can't be read; is a quote missing?"
        elif part.value and not _is_literal(part.value, part.original.string):
            yield (
                f"{path}, line {part.original.line}: backslashes in quotes would change the value of {part.key}; "
                "leave the quotes out."
            )


def _is_literal(value: str, line: str) -> bool:
    """True if parsing has not changed the value: within quotes, escapes like \\n would be decoded."""
    written = line.partition("=")[2].lstrip()
    return written.startswith((value, f"'{value}'", f'"{value}"'))


def _named_otherwise(path: Path) -> Iterator[str]:
    """Find a file with the hidden suffix that some editors add."""
    other = path.with_name(f"{path.name}.txt")
    if not path.exists() and other.is_file():
        yield f"{other} is not read: rename it to {path}."


def _text_of(path: Path) -> str:
    """The text of the file; empty if there is none. Raises `CannotStart`."""
    try:
        # Windows editors write a byte order mark.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise CannotStart(f"{path} can't be read: it is no text in UTF-8.") from None
    except OSError as error:
        raise CannotStart(f"{path} can't be read: {error.strerror or error}.") from None
