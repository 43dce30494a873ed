"""Where the settings come from: the environment, before the file `.env`; and names that are no setting."""

from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from cogs.gateway.retry import CannotStart
from cogs.startup.host_settings import NAMES, read_settings

SANDBOX = {
    "DATABASE": "sandbox.db",
    "BACKUP_HOURS": "0",
    "DISCORD_TOKEN": "",
    "DISCORD_API_URL": "",
    "PROCESS": "",
    "PROCESSES": "",
    "SHARDS": "",
    "SENTRY_DSN": "",
}
"""What a sandbox has of its own, whatever is set for the real bot: its files stay as they are."""

NEAR = 0.9
"""How alike two names are, from 0 to 1, of which one is a slip of the other: DATABASE_URL is somebody else's."""


def of_a_sandbox(environment: Mapping[str, str], processes: int) -> dict[str, str]:
    """`SANDBOX`, for so many processes. Raises `CannotStart` for several without a database that they can share.

    That is named in the environment, for this one trial: the one in `.env` is the real bot's.
    """
    if processes == 1:
        return SANDBOX
    database = environment.get("DATABASE", "")
    if "://" not in database:
        raise CannotStart(
            f"--processes {processes} needs a database on a server that no real bot plays on, in the environment: "
            "DATABASE=postgresql://user:password@host/name"
        )
    return SANDBOX | {"DATABASE": database}


def of_each(count: int, metrics_port: int | None) -> list[dict[str, str]]:
    """What each of the processes on a sandbox is set to; each has a port of its own, from this one on."""
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
    """The value of every setting by name; `own` goes before the environment and the file.

    Raises `CannotStart`, which names everything that is wrong at once.
    """
    text = _read_file(file)
    in_file, unreadable = _parsed(text)
    wrong = [f"{file}, line {line}, can't be read; is a quote missing?" for line in unreadable]
    # Other programs read such files, too: Docker, for one.
    wrong += [f"{file}: {slip}" for slip in misspelt(in_file, likeness=0.6)]
    values = {**in_file, **environment, **own}
    try:
        return read_settings(values, wrong)
    except CannotStart as error:
        raise CannotStart("\n".join([str(error), *misspelt(environment)])) from None


def misspelt(names: Iterable[str], likeness: float = NEAR) -> list[str]:
    """A sentence for each name that is nearly a setting. Other names belong to other programs."""
    return [
        f"{name} is no setting; did you mean {meant}?"
        for name in names
        if name not in NAMES and (meant := _meant(name, likeness))
    ]


def _meant(name: str, likeness: float) -> str | None:
    from difflib import get_close_matches

    return next(iter(get_close_matches(name.upper(), NAMES, n=1, cutoff=likeness)), None)


def _parsed(text: str) -> tuple[dict[str, str | None], list[int]]:
    """The values by name, and the numbers of the lines that can't be read, the first being 1."""
    if not text:
        return {}, []
    from dotenv import dotenv_values
    from dotenv.parser import parse_stream

    parts = list(parse_stream(StringIO(text)))
    readable = "".join(part.original.string for part in parts if not part.error)
    return dotenv_values(stream=StringIO(readable)), [p.original.line for p in parts if p.error]


def _read_file(path: Path) -> str:
    """The text of the file; empty where there is none. Raises `CannotStart`."""
    try:
        # Editors on Windows begin a file with a mark, which is no part of the first name.
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise CannotStart(f"{path} can't be read: it is no text in UTF-8.") from None
    except OSError as error:
        raise CannotStart(f"{path} can't be read: {error.strerror or error}.") from None
