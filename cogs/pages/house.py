"""Draws the answers to `/house`: settings, log, status, and questions."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from cogs.language import Language, words
from cogs.pages.parts import LINE, RED, Layout, button, framed, row, text
from cogs.pages.press import Page, Press
from cogs.pages.setting_values import Default, said_value, setting_name
from engine.table.channel_settings import SETTINGS
from engine.values.tables import AdminAct, AdminEnd, Names, SettingChange

CHANGES = 5


def draw_settings(
    lang: Language,
    channel_id: int,
    *,
    notes: Iterable[str],
    here: Mapping[str, str],
    everywhere: Mapping[str, str],
    default: Default,
    changes: Sequence[str],
) -> Layout:
    """Draw the settings made `here` in the channel and `everywhere` in the server, and `changes`, newest first."""
    title = lang("house-settings-title", channel=f"<#{channel_id}>")
    elsewhere = {name: everywhere[name] for name in everywhere.keys() - here.keys()}
    unset = {
        name: default.said(lang, name)
        for name in SETTINGS
        if name not in here and name not in everywhere
    }
    parts = (
        _set("house-set-here", _in_bold(here, lang), lang),
        _set("house-set-everywhere", _in_bold(elsewhere, lang), lang),
        _set("house-not-set", unset, lang),
    )
    log = [f"**{lang('house-last-changes')}**", *changes]
    small = "\n".join(f"-# {line}" for line in lang("house-how-to-set").splitlines())
    return framed(
        text(f"## {title}", *filter(None, notes)),
        *(text(*lines) for lines in parts if lines),
        LINE,
        text("\n".join(log) if changes else lang("house-never-changed")),
        LINE,
        text(small),
    )


def _in_bold(texts: Mapping[str, str], lang: Language) -> dict[str, str]:
    return {name: f"**{said_value(lang, name, text)}**" for name, text in texts.items()}


def _set(key: str, values: Mapping[str, str], lang: Language) -> list[str]:
    lines = [
        f"- {lang('house-value', setting=setting_name(lang, name), value=values[name])}"
        for name in SETTINGS
        if name in values
    ]
    return [f"**{lang(key)}**", *lines] if lines else []


def change_in_words(lang: Language, change: SettingChange, names: Names, of_server: bool) -> str:
    old, new = (_text(lang, change.what, text) for text in (change.old, change.new))
    what = lang("house-change", setting=setting_name(lang, change.what), old=old, new=new)
    admin = words.player(lang, change.admin_id, names.get(change.admin_id))
    where = [lang("where-server")] if of_server else []
    return f"{what}\n-# {words.joined((admin, words.relative(change.at), *where))}"


def changed_setting(
    lang: Language, scope: int, name: str, text: str | None, default: Default
) -> str:
    """Return a sentence about a setting's new value; `text` is None for the default."""
    value = default.said(lang, name) if text is None else said_value(lang, name, text)
    key = "house-changed-everywhere" if scope < 0 else "house-changed"
    return lang(key, setting=setting_name(lang, name), value=value)


def _text(lang: Language, name: str, text: str | None) -> str:
    return lang("house-not-set-then") if text is None else said_value(lang, name, text)


ACTS = 20

MOST_LETTERS = 3_500

EVERY_SETTING = "*"


def draw_log(
    lang: Language, acts: Sequence[AdminAct], names: Names, announced_in: int | None
) -> Layout:
    lines, left = [], MOST_LETTERS
    for act in acts:
        line = f"- {words.joined((act_in_words(lang, act, names), words.relative(act.at)))}"
        left -= len(line)
        if left < 0:
            break
        lines.append(line)
    listed = lines or [lang("house-log-empty")]
    where = lang("house-log-nowhere")
    if announced_in is not None:
        where = lang("house-log-where", channel=f"<#{announced_in}>")
    return framed(text(f"## {lang('house-log-title')}", *listed), LINE, text(f"-# {where}"))


def act_in_words(lang: Language, act: AdminAct, names: Names) -> str:
    """Describe an admin's action: `Ann set the lowest bet to $5 in #casino`."""
    admin = words.player(lang, act.admin_id, names.get(act.admin_id))
    figures = {"admin": admin, "channel": f"<#{abs(act.channel_id)}>"}
    if act.is_end:
        return lang(_ENDED[AdminEnd(act.what)], round=act.new or "", **figures)
    if act.what == EVERY_SETTING:
        key = "house-act-reset-everywhere" if act.channel_id < 0 else "house-act-reset"
        return lang(key, **figures)
    figures["setting"] = setting_name(lang, act.what)
    if act.new is None:
        key = "house-act-default-everywhere" if act.channel_id < 0 else "house-act-default"
        return lang(key, **figures)
    key = "house-act-set-everywhere" if act.channel_id < 0 else "house-act-set"
    return lang(key, value=said_value(lang, act.what, act.new), **figures)


_ENDED = {AdminEnd.ROUND: "house-act-round", AdminEnd.TABLE: "house-act-table"}


KEEP = "keep"
"""Lets the round go on; the other button's action is an `AdminEnd`."""

_QUESTIONS = {
    AdminEnd.ROUND: ("house-void-asks", "button-void"),
    AdminEnd.TABLE: ("house-close-asks", "button-close-table"),
}


def draw_done(outcome: str) -> Layout:
    return framed(text(outcome))


def draw_question(lang: Language, end: AdminEnd, table_id: int, round_number: int) -> Layout:
    def press(action: str) -> str:
        return Press(page=Page.HOUSE, action=action, values=(table_id, round_number)).custom_id()

    asks, label = _QUESTIONS[end]
    yes = button(lang(label), press(end), style=RED)
    keep = button(lang("button-keep-playing"), press(KEEP))
    return framed(text(lang(asks, round=str(round_number))), row(yes, keep))


@dataclass(frozen=True, slots=True, kw_only=True)
class BotStatus:
    """Figures about the running bot; times are in Unix seconds."""

    version: str
    started_at: float
    tables: int
    ai_players: int
    rounds: int
    """Today's."""
    latency: float
    """Seconds; not finite before the first heartbeat."""
    size: int
    """Bytes of the database."""
    requests: int
    """In the last minute."""
    most_requests: int
    refused: int
    judging_since: float | None
    """All rounds that ended before are judged."""
    failing: Mapping[Enum, float]
    """Start of the failure, by background task."""


def draw_status(status: BotStatus, lang: Language) -> Layout:
    lines = [f"- {line}" for line in _status_lines(status, lang)]
    return framed(text(f"## {lang('bot-title')}", *lines))


def _status_lines(status: BotStatus, lang: Language) -> Iterator[str]:
    yield lang("bot-version", version=status.version)
    yield lang("bot-started", when=words.relative(status.started_at))
    yield lang("bot-tables", tables=status.tables)
    yield lang("bot-company", players=status.ai_players)
    yield lang("bot-rounds", rounds=status.rounds)
    if math.isfinite(status.latency):
        yield lang("bot-latency", milliseconds=round(status.latency * 1_000))
    else:
        yield lang("bot-no-latency")
    if status.size < 10_000_000:
        yield lang("bot-kilobytes", size=math.ceil(status.size / 1_000))
    else:
        yield lang("bot-megabytes", size=math.ceil(status.size / 1_000_000))
    yield lang("bot-requests", number=status.requests, most=status.most_requests)
    yield lang("bot-refused", count=status.refused)
    if status.judging_since is not None:
        yield lang("bot-judging", when=words.relative(status.judging_since))
    for task, since in status.failing.items():
        when = words.relative(since)
        yield lang("bot-failing", what=lang(words.key("loop", task)), when=when)
