"""The pages of `/verify`: seals in a list, and what goes with the files that check a shoe."""

import re

from discord import Colour

from cogs.answers.paging import page_buttons
from cogs.answers.panels import PanelPress
from cogs.board.buttons import Act, Press
from cogs.board.components import LINE, Layout, Part, button, container, menu, row, text
from cogs.language import Language, words
from engine.fairness.checking import verify_transcript
from engine.table.view import TableView
from engine.values.shoes import KeptShoe, ShoeEnd, Shoes
from engine.values.tables import NO_NAMES, Names

PANEL = "verify"
"""The panel of the buttons that lead to a page of the list, or to the shoe of a round."""

PAGE = 5
"""Shoes on a page, each with its whole seal."""

SCRIPT_NAME = "verify.py"

_PICK = re.compile("([1-9][0-9]{0,15})-([1-9][0-9]{0,15})")
"""How a shoe is named in the menu: table and number."""


def to_shoe(round_id: int) -> PanelPress:
    """The button that leads to the shoe from which a round was dealt."""
    return PanelPress(panel=PANEL, button="round", values=(round_id,))


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


def draw_shoes(
    found: Shoes, page: int, lang: Language, cut: Press | None = None, names: Names = NO_NAMES
) -> Layout:
    """A page of the shoes of a channel, the newest first; with the button for `cut` where the asker may cut.

    `names` are what the cutters are called.
    """
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.shoes:
        shoes = "\n".join(_line(shoe, names, lang) for shoe in found.shoes)
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
    return Press(table_id=view.table_id, round_number=view.round_number, verb=Act.CUT)


def _heading(found: Shoes, page: int, lang: Language) -> str:
    title = f"## {lang('verify-title')}"
    if not found.total:
        return f"{title}\n{lang('verify-none')}"
    small = [lang("verify-count", shoes=found.total), _early(found, lang)]
    if last := last_page(found):
        small.append(lang("history-page", page=page + 1, pages=last + 1))
    return f"{title}\n{lang('verify-what')}\n-# {words.joined(small)}"


def _early(found: Shoes, lang: Language) -> str:
    return lang("verify-early", left=found.left, closed=found.closed, voided=found.voided)


def _line(shoe: KeptShoe, names: Names, lang: Language) -> str:
    """Three lines about a shoe: its name, its whole seal, and what became of it."""
    end = lang("verify-in-use") if shoe.end is None else _ended(shoe.end, lang)
    details = words.joined((words.moment(shoe.sealed_at), end, _cut(shoe, names, lang)))
    return f"**{_title(shoe, lang)}**\n`{shoe.sealed.hex()}`\n-# {details}"


def _title(shoe: KeptShoe, lang: Language) -> str:
    dealer = words.dealer_name(shoe.table_id)
    return lang("verify-shoe", shoe=str(shoe.number), dealer=dealer)


def _ended(end: ShoeEnd, lang: Language) -> str:
    return lang(words.key("verify-ended", end))


def _cut(shoe: KeptShoe, names: Names, lang: Language) -> str:
    by = None if shoe.cut_by is None else words.player(lang, shoe.cut_by, names.get(shoe.cut_by))
    return words.cut(lang, None if shoe.words is None else shoe.words.hex(), by)


def _menu(found: Shoes, lang: Language) -> Part:
    press = PanelPress(panel=PANEL, button="pick")
    options = ((_title(one, lang), f"{one.table_id}-{one.number}") for one in found.shoes)
    return menu(press.custom_id(), lang("verify-pick"), options)


def not_over(shoe: KeptShoe, lang: Language) -> str:
    """What is said of a shoe from which cards are dealt: its seal, which can be kept."""
    return lang("verify-not-over", title=_title(shoe, lang), seal=shoe.sealed.hex())


def told(shoe: KeptShoe, transcript: str, lang: Language) -> str:
    """What goes with the files: what the bot found itself, how to run the script, what is proved and what is not."""
    cut = shoe.words is not None
    said = lang("verify-your-words") if cut else ""
    line = f'python3 {SCRIPT_NAME} {transcript_name(shoe)} {shoe.sealed.hex()} "{said}"'
    return "\n".join(
        [
            *_found(shoe, transcript, lang),
            lang("verify-run"),
            f"```\n{line}\n```",
            lang("verify-words" if cut else "verify-no-words"),
            f"-# {lang('verify-limits')}",
        ]
    )


def without_files(shoe: KeptShoe, transcript: str, lang: Language) -> str:
    """What is said where no files can be given: what the bot found itself."""
    return "\n".join([*_found(shoe, transcript, lang), lang("files-refused")])


def _found(shoe: KeptShoe, transcript: str, lang: Language) -> tuple[str, str]:
    fits = verify_transcript(transcript.encode(), shoe.sealed.hex()).flaw is None
    return f"### {_title(shoe, lang)}", lang("verify-right" if fits else "verify-wrong")
