"""The page of a channel's settings: what is set, what is not, and who changed what."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cogs.board.components import LINE, Layout, container, text
from cogs.commands.house.setting_words import (
    NAMES,
    Defaults,
    default_value,
    said_value,
    setting_name,
)
from cogs.language import Language, words
from engine.values.settings import SettingChange
from engine.values.tables import Names

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
        for name in NAMES
        if name in texts
    ]
    return [f"**{lang(key)}**", *lines] if lines else []


def _not_set(page: SettingsPage, lang: Language) -> list[str]:
    """What holds where nothing is set, if anything is left."""
    lines = [
        _line(lang, name, default_value(lang, name, page.defaults))
        for name in NAMES
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
