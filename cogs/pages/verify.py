"""Draws the seals (hashes) of shoes, and texts about the files that check them."""

import re
from typing import Final

from discord import Colour

from cogs.language import Language, words
from cogs.pages.paging import last_page, page_buttons, page_of
from cogs.pages.parts import LINE, Layout, Part, button, framed, menu, row, text
from cogs.pages.press import OF_ROUND, PICK, Act, Page, Press
from engine.fairness.transcript_check import verify_transcript
from engine.records.shoes import is_taken_up
from engine.table.view import TableView
from engine.values.shoes import PublicShoe, Shoes
from engine.values.tables import NO_NAMES, Names

PAGE: Final = 5
"""Shoes, with full seals."""

SCRIPT_NAME: Final = "verify.py"

_SHOE = re.compile("([1-9][0-9]{0,15})-([1-9][0-9]{0,15})")
"""Table and number: a value of the menu."""


def shoe_press(round_id: int) -> Press:
    return Press(page=Page.VERIFY, action=OF_ROUND, values=(round_id,))


def parse_shoe(value: str) -> tuple[int, int] | None:
    """Return the table and shoe number in a menu's value; None for other texts."""
    picked = _SHOE.fullmatch(value)
    return None if picked is None else (int(picked[1]), int(picked[2]))


def transcript_name(shoe: PublicShoe) -> str:
    return f"shoe-{shoe.table_id}-{shoe.number}.txt"


def draw_shoes(
    found: Shoes, page: int, lang: Language, add: Press | None = None, names: Names = NO_NAMES
) -> Layout:
    """Draw a page of shoes; `names` are of players who added words to the shuffle."""
    parts: list[Part] = [text(_heading(found, page, lang))]
    if found.shoes:
        shoes = "\n".join(_line(shoe, names, lang) for shoe in found.shoes)
        parts += [LINE, text(shoes), _menu(found, lang)]
    if last := last_page(found.total, PAGE):
        parts.append(row(*page_buttons(Page.VERIFY, page, last, lambda target: (target,))))
    if add is not None:
        parts.append(row(button(lang("button-words"), add.custom_id())))
    return framed(*parts, colour=Colour.blurple())


def to_add_words(view: TableView, user_id: int) -> Press | None:
    """Return the parsed custom id of the button that adds words to the shuffle; None if not allowed."""
    seat, seal = view.seat_of(user_id), view.seal
    if seat is None or seal is None or seal.may_add_words != seat.number:
        return None
    return Press(page=Page.TABLE, action=Act.WORDS, values=(view.table_id, view.round_number))


def _heading(found: Shoes, page: int, lang: Language) -> str:
    title = f"## {lang('verify-title')}"
    if not found.total:
        return f"{title}\n{lang('verify-none')}"
    early = lang(
        "verify-early",
        left=found.left,
        closed=found.closed,
        restored=found.restored,
        voided=found.voided,
    )
    number = page_of(lang, page, last_page(found.total, PAGE))
    small = lang("verify-count", shoes=found.total), early, number
    return f"{title}\n{lang('verify-what')}\n-# {words.joined(small)}"


def _line(shoe: PublicShoe, names: Names, lang: Language) -> str:
    end = lang("verify-in-use") if shoe.end is None else lang(words.key("verify-ended", shoe.end))
    details = words.joined((words.moment(shoe.sealed_at), end, _words(shoe, names, lang)))
    return f"**{_title(shoe, lang)}**\n`{shoe.sealed.hex()}`\n-# {details}"


def _title(shoe: PublicShoe, lang: Language) -> str:
    dealer = words.dealer_name(shoe.table_id)
    return lang("verify-shoe", shoe=str(shoe.number), dealer=dealer)


def _words(shoe: PublicShoe, names: Names, lang: Language) -> str:
    by = (
        None
        if shoe.words_by is None
        else words.player(lang, shoe.words_by, names.get(shoe.words_by))
    )
    return words.added_words(lang, None if shoe.words is None else shoe.words.hex(), by)


def _menu(found: Shoes, lang: Language) -> Part:
    press = Press(page=Page.VERIFY, action=PICK)
    options = ((_title(one, lang), f"{one.table_id}-{one.number}") for one in found.shoes)
    return menu(press.custom_id(), lang("verify-pick"), options)


def not_over(shoe: PublicShoe, lang: Language) -> str:
    return lang("verify-not-over", title=_title(shoe, lang), seal=shoe.sealed.hex())


def check_text(shoe: PublicShoe, transcript: str, after: str | None, lang: Language) -> str:
    """Return the text sent with a shoe's files. `after` is the header of the channel's next shoe, if any."""
    has_words = shoe.words is not None
    argument = lang("verify-your-words") if has_words else ""
    line = f'python3 {SCRIPT_NAME} {transcript_name(shoe)} {shoe.sealed.hex()} "{argument}"'
    return "\n".join(
        [
            *_found(shoe, transcript, after, lang),
            lang("verify-run"),
            f"```\n{line}\n```",
            lang("verify-words" if has_words else "verify-no-words"),
            f"-# {lang('verify-limits')}",
        ]
    )


def check_text_without_files(
    shoe: PublicShoe, transcript: str, after: str | None, lang: Language
) -> str:
    return "\n".join([*_found(shoe, transcript, after, lang), lang("files-refused")])


def _found(shoe: PublicShoe, transcript: str, after: str | None, lang: Language) -> tuple[str, str]:
    fits = verify_transcript(transcript.encode(), shoe.sealed.hex()).flaw is None
    right = "verify-right" if is_taken_up(transcript, after) else "verify-changed"
    return f"### {_title(shoe, lang)}", lang(right if fits else "verify-wrong")
