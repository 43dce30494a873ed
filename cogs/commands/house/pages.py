"""The pages of `/house`: what is set and who changed what, how the bot is doing, questions before something ends."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.answers.panels import PanelPress
from cogs.board.parts import LINE, RED, Layout, button, container, row, text
from cogs.commands.house.setting_words import Defaults, default_value, said_value, setting_name
from cogs.language import Language, words
from engine.channel_settings import SETTINGS
from engine.values.tables import Names, SettingChange

CHANGES = 5
"""So many of the last ones are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """What the page speaks of. `changes` are the newest first; `done` says what was just changed, if anything was."""

    channel_id: int
    here: Mapping[str, str]
    """The texts that are set for the channel, and for the whole server."""
    everywhere: Mapping[str, str]
    defaults: Defaults
    changes: Sequence[SettingChange]
    of_server: Collection[int]
    """The numbers of those changes that were made for the whole server."""
    names: Names
    table_open: bool
    done: str = ""


def draw_settings(page: SettingsPage, lang: Language) -> Layout:
    """The whole message."""
    title = lang("house-settings-title", channel=f"<#{page.channel_id}>")
    notes = [page.done, lang("house-open-table") if page.table_open else ""]
    head = "\n".join([f"## {title}", *filter(None, notes)])
    elsewhere = {name: page.everywhere[name] for name in page.everywhere.keys() - page.here.keys()}
    parts = (
        _set("house-set-here", page.here, lang),
        _set("house-set-everywhere", elsewhere, lang),
        _not_set(page, lang),
    )
    lists = ["\n".join(lines) for lines in parts if lines]
    return Layout(
        container(
            *map(text, (head, *lists)),
            LINE,
            text("\n".join(_log(page, lang))),
            LINE,
            text("\n".join(f"-# {line}" for line in lang("house-how-to-set").splitlines())),
        )
    )


def _set(key: str, texts: Mapping[str, str], lang: Language) -> list[str]:
    """What is set, if anything is, under its title."""
    lines = [
        _line(lang, name, f"**{said_value(lang, name, texts[name])}**")
        for name in SETTINGS
        if name in texts
    ]
    return [f"**{lang(key)}**", *lines] if lines else []


def _not_set(page: SettingsPage, lang: Language) -> list[str]:
    """What holds where nothing is set, if anything is left."""
    lines = [
        _line(lang, name, default_value(lang, name, page.defaults))
        for name in SETTINGS
        if name not in page.here and name not in page.everywhere
    ]
    return [f"**{lang('house-not-set')}**", *lines] if lines else []


def _line(lang: Language, name: str, value: str) -> str:
    return f"- {lang('house-value', setting=setting_name(lang, name), value=value)}"


def _log(page: SettingsPage, lang: Language) -> Iterator[str]:
    if not page.changes:
        yield lang("house-never-changed")
        return
    yield f"**{lang('house-last-changes')}**"
    for change in page.changes:
        yield _change(change, page, lang)


def _change(change: SettingChange, page: SettingsPage, lang: Language) -> str:
    """Two lines: what was changed; then, smaller, who did it, when, and for the whole server if so."""
    old, new = (_text(lang, change.what, text) for text in (change.old, change.new))
    what = lang("house-change", setting=setting_name(lang, change.what), old=old, new=new)
    who = words.player(lang, change.admin_id, page.names.get(change.admin_id))
    where = [lang("where-server")] if change.number in page.of_server else []
    return f"{what}\n-# {words.joined((who, words.relative(change.at), *where))}"


def _text(lang: Language, name: str, text: str | None) -> str:
    return lang("house-not-set-then") if text is None else said_value(lang, name, text)


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


PANEL = "void"
"""The panel of the buttons; they carry the table and the round."""

VOID, CLOSE, KEEP = "round", "table", "keep"
"""What the buttons are called in their presses."""


def draw_done(said: str) -> Layout:
    """What became of it, in place of the question."""
    return Layout(container(text(said)))


def draw_question(lang: Language, what: str, table_id: int, round_number: int) -> Layout:
    """Whether to `VOID` this round, or to `CLOSE` the table: a red button, and a grey one that leaves all as it is."""

    def press(name: str) -> str:
        return PanelPress(panel=PANEL, button=name, values=(table_id, round_number)).custom_id()

    asks, label = {
        VOID: ("house-void-asks", "button-void"),
        CLOSE: ("house-close-asks", "button-close-table"),
    }[what]
    yes = button(lang(label), press(what), style=RED)
    keep = button(lang("button-keep-playing"), press(KEEP))
    return Layout(container(text(lang(asks, round=str(round_number))), row(yes, keep)))
