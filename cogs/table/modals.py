"""The modals of a table: for an amount, and for the words of a cut. They are not stored: the router knows their ids."""

import re

from discord import ui

from cogs.language import Language
from cogs.language.rules_text import limits
from cogs.table.buttons import Press
from cogs.table.chips import chips
from engine.fairness.checking import LEAST_DIGITS
from engine.fairness.sealing import hashed
from engine.round.moves import Verb
from engine.table.view import TableView

OTHER = "other"
"""The verb of the button that asks for a bet."""

JOIN = "join"
"""The verb of the button that asks for a bet on the next round, whether one is played or not."""

AMOUNT = "amount"
"""The custom id of the text input."""

CUT = "cut"
"""The verb of the button that asks for words."""

WORDS = "words"
"""The custom id of their text input."""

FENCE = "```"
"""Begins and ends a block in which Discord changes nothing; it can't stand in one."""


def amount_modal(
    view: TableView, user_id: int, press: Press, lang: Language, funds: int
) -> ui.Modal:
    """Asks this user for the amount that the button is about. `funds` in cents is what could be bet."""
    seat = view.seat_of(user_id)
    if press.verb == Verb.INSURE:
        hint = lang("modal-insure.hint", most=lang.money.full(seat.most_insurance if seat else 0))
        return _modal(press, lang, "modal-insure", hint)
    allowed = limits(lang, view.rules)
    hint = lang("modal-bet.hint", limits=allowed, balance=lang.money.full(funds))
    usual = _usual_bet(view, user_id) if press.verb == JOIN else None
    return _modal(press, lang, "modal-bet", hint, usual)


def _usual_bet(view: TableView, user_id: int) -> int:
    """What this user has bet, or did last, else the lowest chip; in cents."""
    if (seat := view.seat_of(user_id)) is not None and (seat.stake or seat.last_stake):
        return seat.stake or seat.last_stake
    before = view.last.seat_of(user_id) if view.last else None
    if before is not None and before.stake:
        return before.stake
    return chips(view.rules.min_bet, view.rules.highest_bet)[0]


def cut_modal(view: TableView, press: Press, lang: Language) -> ui.Modal:
    """Shows the whole seal, which is to be kept, and asks for words: none is suggested, for the house would know it."""
    modal = ui.Modal(title=lang("modal-cut"), custom_id=press.custom_id())
    modal.add_item(ui.TextDisplay(lang("modal-cut.text", seal=_seal(view))))
    field = ui.TextInput[ui.Modal](custom_id=WORDS, max_length=200)
    hint = lang("modal-cut.hint")
    modal.add_item(ui.Label(text=lang("modal-cut.label"), description=hint, component=field))
    modal.stop()
    return modal


def cut_done(view: TableView, words: str, lang: Language) -> str:
    """What the cutter is told: both things that they need later, to be copied, and what the table is to show."""
    digits = hashed(words).hex()[:LEAST_DIGITS]
    return lang("cut-done", words=_copyable(words), seal=_seal(view), digits=digits)


def _copyable(words: str) -> str:
    """Words that Discord shows as they are: a single other character would make another hash."""
    if FENCE not in words:
        return f"{FENCE}\n{words}\n{FENCE}"
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", words)


def _seal(view: TableView) -> str:
    return view.seal.text if view.seal else ""


def _modal(press: Press, lang: Language, key: str, hint: str, cents: int | None = None) -> ui.Modal:
    """Asks for an amount; these cents are filled in."""
    modal = ui.Modal(title=lang(key), custom_id=press.custom_id())
    example = lang(f"{key}.example")
    field = ui.TextInput[ui.Modal](custom_id=AMOUNT, placeholder=example, max_length=20)
    if cents is not None:
        field.default = lang.money.short(cents)
    modal.add_item(ui.Label(text=lang("modal-amount"), description=hint, component=field))
    modal.stop()
    return modal
