"""What the host sets: every environment variable, its default, and how it is read.

Values come from the environment, then from the file `.env`.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cogs.gateway.retry import CannotStart

if TYPE_CHECKING:
    from yarl import URL


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One environment variable: how it is read, its default as text, and what `--help` says of it."""

    name: str
    default: str
    meaning: str
    read: Callable[[str], Any]
    secret: bool = False
    """Whether its value is never shown."""


LONGEST_URL = 512
"""Characters of an address that a button of Discord's has room for."""

_PLAIN_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
"""Python would read `inf`, `1e3`, `6_0` and a thousand zeros, too: none of them is meant."""


def _token(text: str) -> str:
    """What a line of HTTP can carry."""
    token = text.strip()
    if not re.fullmatch(r"[!-~]*", token):
        raise ValueError
    return token


def _number(text: str, *, least: float, most: float) -> float:
    if not _PLAIN_NUMBER.fullmatch(text):
        raise ValueError
    value = float(text)
    if not least <= value <= most:
        raise ValueError
    return value


def _url(text: str) -> str:
    _parsed(text)
    return text.rstrip("/")


def _parsed(text: str) -> "URL":
    from yarl import URL

    url = URL(text.rstrip("/"))
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError
    return url


def _page(text: str) -> str:
    """An address as Discord takes it for a button, or none."""
    if not text:
        return ""
    url = str(_parsed(text))
    if len(url) > LONGEST_URL:
        raise ValueError
    return url


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def _level(text: str) -> str:
    if text.upper() not in LEVELS:
        raise ValueError
    return text.upper()


def _log_format(text: str) -> str:
    if text not in ("text", "json"):
        raise ValueError
    return text


def _switch(text: str) -> bool:
    if text.lower() not in ("on", "off"):
        raise ValueError
    return text.lower() == "on"


def _count(text: str, *, least: int, most: int) -> int:
    value = _number(text, least=least, most=most)
    if "." in text:
        raise ValueError
    return int(value)


def _shards(text: str) -> int | None:
    return None if text.lower() == "auto" else _count(text, least=1, most=16_384)


def _path(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError
    return Path(text)


def _database(text: str) -> Path | str:
    """The path of a file, or the address of a database on a server."""
    return text if "://" in text else _path(text)


def _port(text: str) -> int | None:
    return _count(text, least=1, most=65_535) if text else None


def _address(text: str) -> str:
    return str(ipaddress.ip_address(text))


def _dsn(text: str) -> str:
    if text:
        url = _parsed(text)
        if not url.user or not re.fullmatch(r"[0-9]{1,20}", url.name):
            raise ValueError
    return text


SETTINGS = (
    Setting(
        name="DISCORD_TOKEN",
        default="",
        meaning="the token of your Discord application's bot",
        read=_token,
        secret=True,
    ),
    Setting(
        name="DISCORD_API_URL",
        default="https://discord.com/api/v10",
        meaning="base address of Discord's REST API, or of a server that speaks it; the gateway is asked of it",
        read=_url,
    ),
    Setting(
        name="DATABASE",
        default="blackjack.db",
        meaning="path of the SQLite file that keeps balances and open tables, "
        "or postgresql://user:password@host/name",
        read=_database,
    ),
    Setting(
        name="PROCESS",
        default="0",
        meaning="which process this is, where several share a database on a server: the first is 0",
        read=partial(_count, least=0, most=999),
    ),
    Setting(
        name="PROCESSES",
        default="1",
        meaning="how many processes there are, from 1 to 1000",
        read=partial(_count, least=1, most=1000),
    ),
    Setting(
        name="SHARDS",
        default="auto",
        meaning="how many connections to Discord all processes have together; auto, for one process, as Discord "
        "recommends",
        read=_shards,
    ),
    Setting(
        name="REQUESTS_PER_SECOND",
        default="45",
        meaning="how many requests Discord is sent in a second by all processes together, from 1 to 10000; "
        "Discord takes 50 of most bots",
        read=partial(_count, least=1, most=10_000),
    ),
    Setting(
        name="BET_SECONDS",
        default="60",
        meaning="seconds to place a bet, from 5 to 3600",
        read=partial(_number, least=5, most=3600),
    ),
    Setting(
        name="TURN_SECONDS",
        default="45",
        meaning="seconds for each decision, from 5 to 3600; after that the hand stands",
        read=partial(_number, least=5, most=3600),
    ),
    Setting(
        name="JOIN_SECONDS",
        default="10",
        meaning="seconds that a table's first round waits for others to join, from 0 (not at all) to 600",
        read=partial(_number, least=0, most=600),
    ),
    Setting(
        name="DEALER_SECONDS",
        default="1",
        meaning="seconds between two steps of the dealer's play, from 0 (all at once) to 10",
        read=partial(_number, least=0, most=10),
    ),
    Setting(
        name="NUDGE_SECONDS",
        default="20",
        meaning="seconds after which a player for whom others wait is pinged, from 0 (never) to 3600",
        read=partial(_number, least=0, most=3600),
    ),
    Setting(
        name="CARD_PICTURES",
        default="on",
        meaning="on shows pictures of the cards, uploaded once as emojis of the application; off shows text alone",
        read=_switch,
    ),
    Setting(
        name="PRIVACY_URL",
        default="",
        meaning="address of your privacy policy (http:// or https://), to which /help and /privacy lead; "
        "without one they don't",
        read=_page,
    ),
    Setting(
        name="TERMS_URL",
        default="",
        meaning="address of your terms of service, likewise",
        read=_page,
    ),
    Setting(
        name="SUPPORT_URL",
        default="",
        meaning="address where people get help, likewise; an invitation to your server, for one",
        read=_page,
    ),
    Setting(
        name="LOG_LEVEL",
        default="INFO",
        meaning="how much is logged: DEBUG (with each move and each refused click), INFO, WARNING, ERROR or CRITICAL",
        read=_level,
    ),
    Setting(
        name="LOG_FORMAT",
        default="text",
        meaning="text for people, json for machines",
        read=_log_format,
    ),
    Setting(
        name="BACKUP_HOURS",
        default="0",
        meaning="hours between two backups of the database, up to 720; 0 makes none",
        read=partial(_number, least=0, most=720),
    ),
    Setting(
        name="BACKUP_KEEP",
        default="7",
        meaning="how many of these backups are kept, from 1 to 1000",
        read=partial(_count, least=1, most=1000),
    ),
    Setting(
        name="BACKUP_DIRECTORY",
        default="backups",
        meaning="directory of these backups; it is made when the first one is",
        read=_path,
    ),
    Setting(
        name="METRICS_PORT",
        default="",
        meaning="port of the pages /healthz and /metrics, from 1 to 65535; without one there are none",
        read=_port,
    ),
    Setting(
        name="METRICS_HOST",
        default="127.0.0.1",
        meaning="IP address on which these pages are read; 0.0.0.0 is every one of this machine",
        read=_address,
    ),
    Setting(
        name="SENTRY_DSN",
        default="",
        meaning="address of a Sentry project to which errors are reported, https://key@host/number; "
        "without one they are only logged",
        read=_dsn,
        secret=True,
    ),
)


NAMES = frozenset(setting.name for setting in SETTINGS)

LONGEST = 40
"""Characters of a wrong value that are shown."""


def read_settings(
    environment: Mapping[str, str | None], wrong: Iterable[str] = ()
) -> dict[str, Any]:
    """The value of every setting by name; an empty text is the default.

    Raises `CannotStart` with a sentence for each value that can't be used, after those about what is `wrong` already.
    """
    values, sentences = {}, list(wrong)
    for setting in SETTINGS:
        text = environment.get(setting.name) or setting.default
        try:
            values[setting.name] = setting.read(text)
        except ValueError:
            sentences.append(_refusal(setting, text))
    if not sentences:
        sentences.extend(_contradictions(values))
    if sentences:
        raise CannotStart("\n".join(sentences))
    return values


def _contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each value that does not go with another one."""
    process, processes, shards = (values[name] for name in ("PROCESS", "PROCESSES", "SHARDS"))
    if process >= processes:
        yield f"PROCESS can't be {process}: with PROCESSES={processes} the last one is {processes - 1}."
    if processes == 1:
        return
    if isinstance(values["DATABASE"], Path):
        yield f"PROCESSES can't be {processes}: several processes need DATABASE=postgresql://..., no file."
    # What Discord recommends changes with the number of servers, and may be another for who is started later.
    if shards is None:
        yield f"SHARDS can't be 'auto': with PROCESSES={processes} it is a number, the same in all of them."
    elif shards < processes:
        yield f"SHARDS can't be {shards}: with PROCESSES={processes} each process needs one."


def _refusal(setting: Setting, text: str) -> str:
    shown = repr(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")
    if setting.secret:
        shown = "what was given, which is not shown"
    return f"{setting.name} can't be {shown}: it is {setting.meaning}."


# Where they come from

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
    in_file, unreadable = _parts(text)
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


def _parts(text: str) -> tuple[dict[str, str | None], list[int]]:
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
