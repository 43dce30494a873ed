"""Reads the host's settings from the environment and `.env`; a sandbox has its own.

Lines of the file whose value parsing would alter are rejected.
"""

from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogs.discord_link.retry import CannotStart
from cogs.host.settings import NAMES, read_settings
from engine.values.places import is_address

if TYPE_CHECKING:
    from dotenv.parser import Binding

SANDBOX = {
    "DATABASE": "sandbox.db",
    "BACKUP_HOURS": "0",
    "BACKUP_DIRECTORY": "sandbox-backups",
    "DISCORD_TOKEN": "",
    "DISCORD_API_URL": "",
    "PROCESS": "",
    "PROCESSES": "",
    "SHARDS": "",
    "SENTRY_DSN": "off",
}
"""Leaves the real bot's database and backups alone."""

NEAR = 0.9
"""Similarity, 0 to 1, of a misspelt name. DATABASE_URL, which other programs use, is below."""


def of_a_sandbox(environment: Mapping[str, str], processes: int) -> dict[str, str]:
    if processes == 1:
        return SANDBOX
    database = environment.get("DATABASE", "").strip(" ")
    if not is_address(database):
        raise CannotStart(
            f"--processes {processes} needs a database on a server that no real bot plays on, in the environment: "
            "DATABASE=postgresql://user:password@host/name"
        )
    return SANDBOX | {"DATABASE": database}


def of_each(count: int, metrics_port: int | None) -> list[dict[str, str]]:
    """Return the settings of each process of a sandbox; metrics ports count up from `metrics_port`."""
    shared = {
        "BACKUP_HOURS": SANDBOX["BACKUP_HOURS"],
        "SENTRY_DSN": SANDBOX["SENTRY_DSN"],
        "PROCESSES": str(count),
        "SHARDS": str(count),
    }
    ports = [str(metrics_port + number) if metrics_port else "" for number in range(count)]
    return [
        shared | {"PROCESS": str(number), "METRICS_PORT": port} for number, port in enumerate(ports)
    ]


def find_settings(
    environment: Mapping[str, str], file: Path, own: Mapping[str, str]
) -> dict[str, Any]:
    """Return all settings by name: `own` values first, then the environment's, then the file's. Raises
    `CannotStart`.
    """
    in_file, wrong = read_env_file(file)
    # Docker, for one, reads `.env` too.
    wrong += [f"{file}: {slip}" for slip in misspelt(in_file, likeness=0.6)]
    values = {**_given(in_file), **_given(environment), **own}
    try:
        return read_settings(values, wrong)
    except CannotStart as error:
        raise CannotStart("\n".join([str(error), *misspelt(environment)])) from None


def _given(values: Mapping[str, str]) -> dict[str, str]:
    """Drop blank values, which would hide another source's."""
    return {name: value for name, value in values.items() if value.strip()}


def misspelt(names: Iterable[str], likeness: float = NEAR) -> list[str]:
    """Return a sentence for each name that resembles a setting's; others belong to other programs."""
    return [
        f"{name} is no setting; did you mean {meant}?"
        for name in names
        if name not in NAMES and (meant := _meant(name, likeness))
    ]


def _meant(name: str, likeness: float) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name.upper(), NAMES, n=1, cutoff=likeness)), None)


def read_env_file(path: Path) -> tuple[dict[str, str], list[str]]:
    """Return the file's values by name, and a message for each unusable line. Raises `CannotStart`."""
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
    written = line.partition("=")[2].lstrip()
    return written.startswith((value, f"'{value}'", f'"{value}"'))


def _named_otherwise(path: Path) -> Iterator[str]:
    other = path.with_name(f"{path.name}.txt")
    if not path.exists() and other.is_file():
        yield f"{other} is not read: rename it to {path}."


def _text_of(path: Path) -> str:
    try:
        # Windows editors write a byte order mark.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise CannotStart(f"{path} can't be read: it is no text in UTF-8.") from None
    except OSError as error:
        raise CannotStart(f"{path} can't be read: {error.strerror or error}.") from None
