"""The page of a channel's settings: what is set, what is not, and who changed what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogs.commands.house.setting_words import (
    NAMES,
    Defaults,
    default_value,
    said_value,
    setting_name,
)
from cogs.language import Language, words
from cogs.table.components import LINE, container, text
from cogs.table.layout import Layout
from engine.channel_settings import ChannelSettings
from engine.saved import Names, SettingChange

CHANGES = 5
"""So many of the last ones are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    """What the page speaks of. `changes` are the newest first; `done` says what was just changed, if anything was."""

    channel_id: int
    settings: ChannelSettings
    defaults: Defaults
    changes: Sequence[SettingChange]
    names: Names
    table_open: bool
    done: str = ""


def draw_settings(page: SettingsPage, lang: Language) -> Layout:
    """The whole message."""
    title = lang("house-settings-title", channel=f"<#{page.channel_id}>")
    notes = [page.done, lang("house-open-table") if page.table_open else ""]
    head = "\n".join([f"## {title}", *filter(None, notes)])
    lists = ["\n".join(lines) for lines in (_set(page, lang), _not_set(page, lang)) if lines]
    return Layout(
        container(
            *map(text, (head, *lists)),
            LINE,
            text("\n".join(_log(page, lang))),
            LINE,
            text("\n".join(f"-# {line}" for line in lang("house-how-to-set").splitlines())),
        )
    )


def _set(page: SettingsPage, lang: Language) -> list[str]:
    """What is set here, if anything is."""
    texts = page.settings.texts()
    lines = [
        _line(lang, name, f"**{said_value(lang, name, texts[name])}**")
        for name in NAMES
        if name in texts
    ]
    return [f"**{lang('house-set-here')}**", *lines] if lines else []


def _not_set(page: SettingsPage, lang: Language) -> list[str]:
    """What holds where nothing is set, if anything is left."""
    texts = page.settings.texts()
    lines = [
        _line(lang, name, default_value(lang, name, page.defaults))
        for name in NAMES
        if name not in texts
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
        yield _change(change, page.names, lang)


def _change(change: SettingChange, names: Names, lang: Language) -> str:
    """Two lines: what was changed; then, smaller, who did it and when."""
    old, new = (_text(lang, change.what, text) for text in (change.old, change.new))
    what = lang("house-change", setting=setting_name(lang, change.what), old=old, new=new)
    who = words.player(lang, change.admin_id, names.get(change.admin_id))
    return f"{what}\n-# {words.joined((who, words.relative(change.at)))}"


def _text(lang: Language, name: str, text: str | None) -> str:
    return lang("house-not-set-then") if text is None else said_value(lang, name, text)
