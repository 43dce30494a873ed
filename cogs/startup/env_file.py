"""The file `.env`: the values in it, and a sentence for each line whose value would be read as another one."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from cogs.gateway.retry import CannotStart

if TYPE_CHECKING:
    from dotenv.parser import Binding


def read_env_file(path: Path) -> tuple[dict[str, str], list[str]]:
    """Return the values by name, and a sentence for each line that can't be used. Raises `CannotStart`."""
    text = _text_of(path)
    if not text:
        return {}, [*_named_otherwise(path)]
    from dotenv.parser import parse_stream

    # The parser alone replaces nothing; `dotenv_values` would take `${word}` in a password for a variable.
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
    """Between quotes the parser reads \\n, \\t and others as the characters that they stand for."""
    written = line.partition("=")[2].lstrip()
    return written.startswith((value, f"'{value}'", f'"{value}"'))


def _named_otherwise(path: Path) -> Iterator[str]:
    """Some editors add an ending, which the system may hide."""
    other = path.with_name(f"{path.name}.txt")
    if not path.exists() and other.is_file():
        yield f"{other} is not read: rename it to {path}."


def _text_of(path: Path) -> str:
    """The text of the file; empty if there is none. Raises `CannotStart`."""
    try:
        # Editors on Windows begin a file with a mark, which is no part of the first name.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise CannotStart(f"{path} can't be read: it is no text in UTF-8.") from None
    except OSError as error:
        raise CannotStart(f"{path} can't be read: {error.strerror or error}.") from None
