"""The page that says how the bot is doing."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from cogs.board.components import Layout, container, text
from cogs.language import Language, words


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What is asked of Discord and of the bot: `requests` counted ones in the last minute, of which it may send `most`.

    `refused` since the start (429); `judging_behind` in seconds, None where another process judges.
    """

    requests: int
    most: int
    refused: int
    judging_behind: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How the bot is doing. Times in Unix seconds, `latency` in seconds (not finite before it is measured).

    `rounds` were settled since midnight, UTC; `size` of the database in bytes. It is `now`.
    """

    version: str
    started: float
    tables: int
    company: int
    rounds: int
    latency: float
    size: int
    now: float
    load: Load


def midnight(now: float) -> float:
    """When the day began, UTC; both in Unix seconds."""
    return now - now % 86_400


def draw_status(status: Status, lang: Language) -> Layout:
    """The whole message."""
    lines = [f"## {lang('bot-title')}", *(f"- {line}" for line in _lines(status, lang))]
    return Layout(container(text("\n".join(lines))))


def _lines(status: Status, lang: Language) -> Iterator[str]:
    yield lang("bot-version", version=status.version)
    yield lang("bot-started", when=words.relative(status.started))
    yield lang("bot-tables", tables=status.tables)
    yield lang("bot-company", players=status.company)
    yield lang("bot-rounds", rounds=status.rounds)
    if math.isfinite(status.latency):
        yield lang("bot-latency", milliseconds=round(status.latency * 1_000))
    else:
        yield lang("bot-no-latency")
    if status.size < 10_000_000:
        yield lang("bot-kilobytes", size=math.ceil(status.size / 1_000))
    else:
        yield lang("bot-megabytes", size=math.ceil(status.size / 1_000_000))
    load = status.load
    yield lang("bot-requests", number=load.requests, most=load.most)
    yield lang("bot-refused", count=load.refused)
    if load.judging_behind is not None:
        yield lang("bot-judging", when=words.relative(status.now - load.judging_behind))
