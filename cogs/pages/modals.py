"""A table's modals, for an amount and for words to mix into the shuffle."""

import re
from typing import Any

from discord import ui

from cogs.language import Language
from cogs.language.error_sentences import EXAMPLE
from cogs.language.rules_text import limits
from cogs.pages.press import AMOUNT, WORDS, Act, Press
from cogs.pages.rows import chips
from engine.fairness.sealing import hashed
from engine.fairness.transcript_check import LEAST_DIGITS
from engine.round.moves import Verb
from engine.table.state import Stage
from engine.table.view import TableView

Field = ui.TextInput[ui.Modal]

LONGEST_AMOUNT = 80
"""Characters: an amount and a server's emoji as Discord writes it."""

LONGEST_HINT = 100
"""Discord's limit of characters."""

FENCE = "```"


def amount_modal(
    view: TableView, user_id: int, press: Press, lang: Language, funds: int
) -> ui.Modal:
    """Return a modal for a bet or an insurance. `funds` is the most to bet, in cents."""
    seat, lang = view.seat_of(user_id), lang.plain
    if press.action == Verb.INSURE:
        key, title, usual = "modal-insure", "modal-insure", None
        hint = lang("modal-insure.hint", most=lang.money.write(seat.most_insurance if seat else 0))
    else:
        key, usual = "modal-bet", _usual_bet(view, user_id) if press.action == Act.JOIN else None
        title = (
            "modal-bet-next"
            if view.stage is Stage.PLAYING
            else "modal-bet"
            if seat
            else "modal-join"
        )
        hint = _about_bets(view, lang, funds)
        if len(hint) > LONGEST_HINT:
            hint = _about_bets(view, lang.bare, funds)
    example = lang(f"{key}.example", amount=lang.money.write(EXAMPLE))
    field = Field(custom_id=AMOUNT, placeholder=example, max_length=LONGEST_AMOUNT)
    if usual is not None:
        field.default = lang.money.bare.write(usual)
    label: ui.Item[Any] = ui.Label(text=lang("modal-amount"), description=hint, component=field)
    return _modal(lang(title), press, label)


def _about_bets(view: TableView, lang: Language, funds: int) -> str:
    allowed = limits(lang, view.rules)
    return lang("modal-bet.hint", limits=allowed, balance=lang.money.write(funds))


def _usual_bet(view: TableView, user_id: int) -> int:
    """Return the current or last bet, else the lowest chip, in cents."""
    if (seat := view.seat_of(user_id)) is not None and (seat.stake or seat.last_stake):
        return seat.stake or seat.last_stake
    before = view.last.seat_of(user_id) if view.last else None
    if before is not None and before.stake:
        return before.stake
    return chips(view.rules.min_bet, view.rules.highest_bet)[0]


def words_modal(view: TableView, press: Press, lang: Language) -> ui.Modal:
    """Return a modal for words to mix into the shuffle. It suggests none: the bot would know them."""
    seal: ui.Item[Any] = ui.TextDisplay(lang("modal-words.text", seal=_seal(view)))
    field, hint = Field(custom_id=WORDS, max_length=200), lang("modal-words.hint")
    label: ui.Item[Any] = ui.Label(
        text=lang("modal-words.label"), description=hint, component=field
    )
    return _modal(lang("modal-words"), press, seal, label)


def words_done(view: TableView, words: str, lang: Language) -> str:
    """Return the added words and the seal, to copy for a later check, and the hash digits shown at the table."""
    digits = hashed(words).hex()[:LEAST_DIGITS]
    return lang("words-done", words=_copyable(words), seal=_seal(view), digits=digits)


def _copyable(words: str) -> str:
    """Quote words so that Discord shows them unchanged: a different character would change the hash."""
    if FENCE not in words:
        return f"{FENCE}\n{words}\n{FENCE}"
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", words)


def _seal(view: TableView) -> str:
    return view.seal.text if view.seal else ""


def _modal(title: str, press: Press, *items: ui.Item[Any]) -> ui.Modal:
    modal = ui.Modal(title=title, custom_id=press.custom_id())
    for item in items:
        modal.add_item(item)
    modal.stop()
    return modal
