"""The pages of `/house`: what is set and who changed what, questions before something ends."""

from collections.abc import Iterable, Mapping, Sequence

from cogs.answers.panels import PanelPress
from cogs.board.parts import LINE, RED, Layout, button, framed, row, text
from cogs.commands.house.settings import Defaults, default_value, said_value, setting_name
from cogs.language import Language, words
from engine.table.channel_settings import SETTINGS
from engine.values.tables import Names, SettingChange

CHANGES = 5
"""How many of the last changes are shown."""


def draw_settings(
    lang: Language,
    channel_id: int,
    *,
    notes: Iterable[str],
    here: Mapping[str, str],
    everywhere: Mapping[str, str],
    defaults: Defaults,
    changes: Sequence[str],
) -> Layout:
    """The whole message: the texts that are set `here`, in the channel, and `everywhere` in the server; the last
    changes, the newest first."""
    title = lang("house-settings-title", channel=f"<#{channel_id}>")
    elsewhere = {name: everywhere[name] for name in everywhere.keys() - here.keys()}
    unset = {
        name: default_value(lang, name, defaults)
        for name in SETTINGS
        if name not in here and name not in everywhere
    }
    parts = (
        _set("house-set-here", _said(here, lang), lang),
        _set("house-set-everywhere", _said(elsewhere, lang), lang),
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


def _said(texts: Mapping[str, str], lang: Language) -> dict[str, str]:
    return {name: f"**{said_value(lang, name, text)}**" for name, text in texts.items()}


def _set(key: str, values: Mapping[str, str], lang: Language) -> list[str]:
    """These values of settings, if there are any, under their title."""
    lines = [
        f"- {lang('house-value', setting=setting_name(lang, name), value=values[name])}"
        for name in SETTINGS
        if name in values
    ]
    return [f"**{lang(key)}**", *lines] if lines else []


def change_in_words(lang: Language, change: SettingChange, names: Names, of_server: bool) -> str:
    """Two lines: what was changed; then, smaller, who did it, when, and for the whole server if so."""
    old, new = (_text(lang, change.what, text) for text in (change.old, change.new))
    what = lang("house-change", setting=setting_name(lang, change.what), old=old, new=new)
    who = words.player(lang, change.admin_id, names.get(change.admin_id))
    where = [lang("where-server")] if of_server else []
    return f"{what}\n-# {words.joined((who, words.relative(change.at), *where))}"


def _text(lang: Language, name: str, text: str | None) -> str:
    return lang("house-not-set-then") if text is None else said_value(lang, name, text)


PANEL = "void"
"""The panel of the buttons; they carry the table and the round."""

VOID, CLOSE, KEEP = "round", "table", "keep"
"""What the buttons are called in their presses."""


def draw_done(said: str) -> Layout:
    """What became of it, in place of the question."""
    return framed(text(said))


def draw_question(lang: Language, what: str, table_id: int, round_number: int) -> Layout:
    """Ask whether to end this round (`VOID`) or to `CLOSE` the table, with a red button, and a grey one for no."""

    def press(name: str) -> str:
        return PanelPress(panel=PANEL, button=name, values=(table_id, round_number)).custom_id()

    asks, label = {
        VOID: ("house-void-asks", "button-void"),
        CLOSE: ("house-close-asks", "button-close-table"),
    }[what]
    yes = button(lang(label), press(what), style=RED)
    keep = button(lang("button-keep-playing"), press(KEEP))
    return framed(text(lang(asks, round=str(round_number))), row(yes, keep))
