"""The host's settings: environment variables, their defaults and validation."""

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cogs.discord_link.retry import CannotStart
from engine.values.places import Unusable, database_place, file_path, like_an_address

if TYPE_CHECKING:
    from yarl import URL


class Setting(NamedTuple):
    """A setting: an environment variable, its default as text, its parser, and its description for `--help`."""

    name: str
    default: str
    read: Callable[[str], Any]
    """Raises `ValueError`; the reason of an `Unusable` is part of the error message."""
    meaning: str
    secret: bool = False


LONGEST_URL = 512
"""Discord's limit for a button."""

_PLAIN_NUMBER = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
"""Stricter than `float`, which accepts `inf`, `1e3`, `6_0` and a thousand zeros."""

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def _token(text: str) -> str:
    """Accept printable ASCII without spaces, for an HTTP header."""
    if not re.fullmatch(r"[!-~]*", text):
        raise ValueError
    return text


def _numbers(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not _PLAIN_NUMBER.fullmatch(text) or not least <= float(text) <= most:
            raise ValueError
        return float(text)

    return read


def _whole(least: int, most: int) -> Callable[[str], int]:
    number = _numbers(least, most)
    return lambda text: int(number("" if "." in text else text))


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError
        return text

    return read


def _unless(none: str, read: Callable[[str], Any]) -> Callable[[str], Any]:
    return lambda text: None if text.lower() == none else read(text)


def _parsed(text: str) -> "URL":
    from yarl import URL

    url = URL(text.rstrip("/"))
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError
    return url


def _url(text: str) -> str:
    _parsed(text)
    return text.rstrip("/")


def _page(text: str) -> str:
    if text and len(text := str(_parsed(text))) > LONGEST_URL:
        raise ValueError
    return text


def _dsn(text: str) -> str:
    if text in ("", "off"):
        return ""
    url = _parsed(text)
    if not url.user or not re.fullmatch(r"[0-9]{1,20}", url.name):
        raise ValueError
    return text.rstrip("/")


SETTINGS = (
    Setting(
        "DISCORD_TOKEN", "", _token, "the token of your Discord application's bot", secret=True
    ),
    Setting(
        "DISCORD_API_URL",
        "https://discord.com/api/v10",
        _url,
        "base address of Discord's REST API, or of a compatible server; it also names the gateway",
    ),
    Setting(
        "DATABASE",
        "blackjack.db",
        database_place,
        "path of the SQLite file with balances and open tables, or postgresql://user:password@host/name",
    ),
    Setting(
        "PROCESS",
        "0",
        _whole(0, 999),
        "number of this process if several share a database on a server; the first is 0",
    ),
    Setting("PROCESSES", "1", _whole(1, 1000), "number of processes, from 1 to 1000"),
    Setting(
        "SHARDS",
        "auto",
        _unless("auto", _whole(1, 16_384)),
        "number of connections to Discord of all processes together; auto, for one process, as Discord recommends",
    ),
    Setting(
        "REQUESTS_PER_SECOND",
        "45",
        _whole(1, 10_000),
        "maximum requests to Discord per second of all processes together, from 1 to 10000; "
        "Discord allows most bots 50",
    ),
    Setting("BET_SECONDS", "60", _numbers(5, 3600), "seconds to place a bet, from 5 to 3600"),
    Setting(
        "TURN_SECONDS",
        "45",
        _numbers(5, 3600),
        "seconds for each decision, from 5 to 3600; after that the hand stands",
    ),
    Setting(
        "JOIN_SECONDS",
        "10",
        _numbers(0, 600),
        "seconds that a table's first round waits for others to join, from 0 (not at all) to 600",
    ),
    Setting(
        "DEALER_SECONDS",
        "1",
        _numbers(0, 10),
        "seconds between two steps of the dealer's play, from 0 (all at once) to 10",
    ),
    Setting(
        "NUDGE_SECONDS",
        "20",
        _numbers(0, 3600),
        "seconds after which a player who keeps others waiting is pinged, from 0 (never) to 3600",
    ),
    Setting(
        "CARD_PICTURES",
        "on",
        lambda text: _one_of("on", "off")(text.lower()) == "on",
        "on for pictures of cards, uploaded once as emojis of the application; off for text only",
    ),
    Setting(
        "PRIVACY_URL",
        "",
        _page,
        "address of your privacy policy (http:// or https://), linked from /help and /privacy",
    ),
    Setting(
        "TERMS_URL", "", _page, "address of your terms of service, linked from /help and /privacy"
    ),
    Setting(
        "SUPPORT_URL",
        "",
        _page,
        "address where people get help, such as an invitation to your server, linked from /help and /privacy",
    ),
    Setting(
        "LOG_LEVEL",
        "INFO",
        lambda text: _one_of(*LEVELS)(text.upper()),
        "log level: DEBUG (with each move and each refused click), INFO, WARNING, ERROR or CRITICAL",
    ),
    Setting("LOG_FORMAT", "text", _one_of("text", "json"), "text for people, json for machines"),
    Setting(
        "BACKUP_HOURS",
        "0",
        _numbers(0, 720),
        "hours between two backups of the database, up to 720; 0 for none",
    ),
    Setting("BACKUP_KEEP", "7", _whole(1, 1000), "number of these backups to keep, from 1 to 1000"),
    Setting(
        "BACKUP_DIRECTORY",
        "backups",
        file_path,
        "directory of these backups, created with the first one",
    ),
    Setting(
        "METRICS_PORT",
        "",
        _unless("", _whole(1, 65_535)),
        "port of the pages /healthz and /metrics, from 1 to 65535; without one they are off",
    ),
    Setting(
        "METRICS_HOST",
        "127.0.0.1",
        lambda text: str(ipaddress.ip_address(text)),
        "IP address of these pages; 0.0.0.0 for all addresses of this machine",
    ),
    Setting(
        "SENTRY_DSN",
        "",
        _dsn,
        "address of a Sentry project for error reports, https://key@host/number; "
        "without one, or with off, errors are only logged",
        secret=True,
    ),
)

NAMES = frozenset(setting.name for setting in SETTINGS)

LONGEST = 40
"""Characters of a wrong value in an error message."""

QUOTES = "\"'“”‘’"

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2028\u2029\ufeff]")
"""Invisible characters: a path with one would name a different file."""


def mistake_in(text: str) -> str | None:
    """Return why no setting can have this value (line breaks, outer quotes), as a sentence's end; else None."""
    if re.search("[\ud800-\udfff]", text):
        return "it is no text in UTF-8"
    if _UNSEEN.search(text):
        return "it has a character that can't be seen, such as a line break"
    if text and (text[0] in QUOTES or text[-1] in QUOTES):
        return "its quotes would be part of it; leave them out"
    return None


def read_settings(environment: Mapping[str, str], wrong: Iterable[str] = ()) -> dict[str, Any]:
    """Parse all settings and return them by name; an empty text means the default.

    Raises `CannotStart` with the sentences in `wrong` and one for each invalid value.
    """
    values, sentences = {}, list(wrong)
    for setting in SETTINGS:
        text = environment.get(setting.name, "").strip(" ") or setting.default
        try:
            if mistake := mistake_in(text):
                raise Unusable(mistake)
            values[setting.name] = setting.read(text)
        except ValueError as error:
            reason = str(error) if isinstance(error, Unusable) else f"it is {setting.meaning}"
            sentences.append(f"{setting.name} can't be {_shown(setting, text)}: {reason}.")
    if not sentences:
        sentences.extend(_contradictions(values))
    if sentences:
        raise CannotStart("\n".join(sentences))
    return values


def _shown(setting: Setting, text: str) -> str:
    is_place = setting.read is database_place
    if setting.secret or ("//" in text and "@" in text) or (is_place and like_an_address(text)):
        return "what was given, which is not shown"
    return repr(text if len(text) <= LONGEST else f"{text[:LONGEST]}…")


def _contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    process, processes, shards = (values[name] for name in ("PROCESS", "PROCESSES", "SHARDS"))
    if process >= processes:
        yield f"PROCESS can't be {process}: with PROCESSES={processes} the last one is {processes - 1}."
    if processes == 1:
        return
    if isinstance(values["DATABASE"], Path):
        yield f"PROCESSES can't be {processes}: several processes need DATABASE=postgresql://..., no file."
    # Discord's recommendation depends on the number of servers and may differ for a process started later.
    if shards is None:
        yield f"SHARDS can't be 'auto': with PROCESSES={processes} it is a number, the same in all of them."
    elif shards < processes:
        yield f"SHARDS can't be {shards}: with PROCESSES={processes} each process needs one."


def own_shards(settings: Mapping[str, Any]) -> list[int] | None:
    """Return the numbers of this process's shards; None for all."""
    process, processes, shards = (settings[name] for name in ("PROCESS", "PROCESSES", "SHARDS"))
    return None if processes == 1 else list(range(process, shards, processes))
