"""Where the settings come from: the environment, before the file `.env`; and names that are no setting."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dotenv import dotenv_values

from cogs.network.errors import CannotStart
from cogs.startup.settings import NAMES, read_settings

SANDBOX = {
    "DATABASE": "sandbox.db",
    "BACKUP_HOURS": "0",
    "DISCORD_TOKEN": "",
    "DISCORD_API_URL": "",
}
"""What a sandbox has of its own, whatever is set for the real bot: its files stay as they are."""

NEAR = 0.9
"""How alike two names are, from 0 to 1, of which one is a slip of the other: DATABASE_URL is somebody else's."""


def find_settings(
    environment: Mapping[str, str], file: Path, *, sandbox: bool = False
) -> dict[str, Any]:
    """The value of every setting by name. Raises `CannotStart`, which names everything that is wrong at once."""
    in_file = _read_file(file)
    # Other programs read such files, too: Docker, for one.
    unknown = [f"{file}: {slip}" for slip in misspelt(in_file, likeness=0.6)]
    values = {**in_file, **environment, **(SANDBOX if sandbox else {})}
    try:
        return read_settings(values, unknown)
    except CannotStart as error:
        raise CannotStart("\n".join([str(error), *misspelt(environment)])) from None


def misspelt(names: Iterable[str], likeness: float = NEAR) -> list[str]:
    """A sentence for each name that is nearly a setting. Other names are no business of ours."""
    return [
        f"{name} is no setting; did you mean {meant}?"
        for name in names
        if name not in NAMES and (meant := _meant(name, likeness))
    ]


def _meant(name: str, likeness: float) -> str | None:
    return next(iter(get_close_matches(name.upper(), NAMES, n=1, cutoff=likeness)), None)


def _read_file(path: Path) -> dict[str, str | None]:
    """What the file says, where there is one. Raises `CannotStart`."""
    try:
        # Editors on Windows begin a file with a mark, which is no part of the first name.
        return dotenv_values(path, encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise CannotStart(f"{path} can't be read: it is no text in UTF-8.") from None
    except OSError as error:
        raise CannotStart(f"{path} can't be read: {error.strerror or error}.") from None
