"""The pages of `/verify`: seals in a list, and what goes with the files that check a shoe."""

import re

from discord import Colour

from cogs.answers.paging import page_buttons
from cogs.answers.panels import PanelPress
from cogs.language import Language, words
from cogs.table.buttons import Press
from cogs.table.components import LINE, Part, Row, button, container, menu, row, text
from cogs.table.layout import Layout
from cogs.table.modals import CUT
from engine.fairness import verify_transcript
from engine.saved import KeptShoe, ShoeEnd, Shoes
from engine.table import TableView

PANEL = "verify"
"""The panel of the buttons that lead to a page of the list, or to a shoe by its table and its number."""

PAGE = 5
"""Shoes on a page, each with its whole seal."""

SCRIPT_NAME = "verify.py"

_PICK = re.compile("([1-9][0-9]{0,15})-([1-9][0-9]{0,15})")
"""How a shoe is named in the menu: table and number."""


def to_shoe(table_id: int, number: int) -> PanelPress:
    """The button that leads to a shoe."""
    return PanelPress(panel=PANEL, button="shoe", values=(table_id, number))


def parse_pick(value: str) -> tuple[int, int] | None:
    """Table and number of what was picked from the menu; None for what is not in it."""
    found = _PICK.fullmatch(value)
    return None if found is None else (int(found[1]), int(found[2]))


def transcript_name(shoe: KeptShoe) -> str:
    """What the file with the transcript is called."""
    return f"shoe-{shoe.table_id}-{shoe.number}.txt"


def last_page(found: Shoes) -> int:
    """The number of the last page, the first being 0."""
    return max(found.total - 1, 0) // PAGE


def draw_shoes(found: Shoes, page: int, lang: Language, cut: Press | None = None) -> Layout:
    """A page of the shoes of a channel, the newest first; with the button for `cut` where the asker may cut."""
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.shoes:
        shoes = "\n".join(_line(shoe, lang) for shoe in found.shoes)
        parts += [LINE, text(shoes), _menu(found, lang)]
    if last := last_page(found):
        parts.append(row(*page_buttons(PANEL, page, last, lambda target: (target,))))
    if cut is not None:
        parts.append(row(button(lang("button-cut"), cut.custom_id())))
    return Layout(container(*parts, colour=Colour.blurple().value))


def to_cut(view: TableView, user_id: int) -> Press | None:
    """The button by which this user cuts; None where they may not, or no more."""
    seat, seal = view.seat_of(user_id), view.seal
    if seat is None or seal is None or seal.may_cut != seat.number:
        return None
    return Press(table_id=view.table_id, round_number=view.round_number, verb=CUT)


def _heading(found: Shoes, page: int, lang: Language) -> str:
    title = f"## {lang('verify-title')}"
    if not found.total:
        return f"{title}\n{lang('verify-none')}"
    small = [lang("verify-count", shoes=found.total), lang("verify-early", shoes=found.early)]
    if last := last_page(found):
        small.append(lang("history-page", page=page + 1, pages=last + 1))
    return f"{title}\n{lang('verify-what')}\n-# {words.joined(small)}"


def _line(shoe: KeptShoe, lang: Language) -> str:
    """Three lines about a shoe: its name, its whole seal, and what became of it."""
    end = lang("verify-in-use") if shoe.end is None else _ended(shoe.end, lang)
    details = words.joined((words.moment(shoe.sealed_at), end, _cut(shoe, lang)))
    return f"**{_title(shoe, lang)}**\n`{shoe.sealed.hex()}`\n-# {details}"


def _title(shoe: KeptShoe, lang: Language) -> str:
    dealer = words.dealer_name(shoe.table_id)
    return lang("verify-shoe", shoe=str(shoe.number), dealer=dealer)


def _ended(end: ShoeEnd, lang: Language) -> str:
    return lang(words.key("verify-ended", end))


def _cut(shoe: KeptShoe, lang: Language) -> str:
    if shoe.cut_by is None:
        return lang("verify-not-cut")
    return lang("verify-cut-by", player=words.player(lang, shoe.cut_by))


def _menu(found: Shoes, lang: Language) -> Row:
    press = PanelPress(panel=PANEL, button="pick")
    options = ((_title(one, lang), f"{one.table_id}-{one.number}") for one in found.shoes)
    return menu(press.custom_id(), lang("verify-pick"), options)


def not_over(shoe: KeptShoe, lang: Language) -> str:
    """What is said of a shoe from which cards are dealt: its seal, which can be kept."""
    return lang("verify-not-over", title=_title(shoe, lang), seal=shoe.sealed.hex())


def told(shoe: KeptShoe, transcript: str, lang: Language) -> str:
    """What goes with the files: what the bot found itself, how to run the script, what is proved and what is not."""
    fits = verify_transcript(transcript.encode(), shoe.sealed.hex()).flaw is None
    cut = shoe.words is not None
    line = f"python3 {SCRIPT_NAME} {transcript_name(shoe)} {shoe.sealed.hex()}"
    if cut:
        line += f' "{lang("verify-your-words")}"'
    return "\n".join(
        [
            f"### {_title(shoe, lang)}",
            lang("verify-right" if fits else "verify-wrong"),
            lang("verify-run"),
            f"```\n{line}\n```",
            lang("verify-words" if cut else "verify-no-words"),
            f"-# {lang('verify-limits')}",
        ]
    )
