"""The rows of buttons under a table. A button keeps its place, and is disabled while it is not legal."""

from collections.abc import Iterable

import discord
from discord import ui

from cogs.language import Language
from cogs.table.buttons import Press
from cogs.table.modals import OTHER
from engine.game import (
    DeclineInsurance,
    Double,
    Hit,
    Phase,
    PlayerMove,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
    Verb,
)
from engine.money import short_dollars
from engine.rules import Pair
from engine.table import TableView

BALANCE = "balance"
"""The verb of the button that tells a balance privately."""

Row = ui.ActionRow[ui.LayoutView]

CHIPS = (1_000, 5_000, 10_000, 50_000)
"""Cents."""

GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success
RED = discord.ButtonStyle.danger
BLUE = discord.ButtonStyle.primary


def bet_rows(view: TableView, lang: Language) -> Iterable[Row]:
    """The chips, and what else is decided between rounds."""
    played = any(seat.last_stake for seat in view.seats)
    chips = [
        _button(view, short_dollars(cents), "bet", cents=cents, enabled=view.rules.allows(cents))
        for cents in CHIPS
    ]
    if played:
        chips.append(_button(view, lang("button-same-bet"), "same"))
    yield ui.ActionRow(*chips)
    yield ui.ActionRow(*_between_rounds(view, lang, played=played))


def _between_rounds(
    view: TableView, lang: Language, *, played: bool
) -> Iterable[ui.Button[ui.LayoutView]]:
    yield _button(view, lang("button-change-bet" if played else "button-other"), OTHER)
    bet = any(seat.stake for seat in view.seats)
    yield _button(view, lang("button-deal"), "deal", enabled=bet, style=GREEN)
    if played:
        again = lang("button-play-again")
        yield _button(view, again, "again", enabled=view.asked, style=BLUE)
    yield _button(view, lang("button-balance"), BALANCE)
    yield _button(view, lang("button-leave"), "leave", style=RED)


def move_rows(view: TableView, lang: Language) -> Iterable[Row]:
    """The decisions of those whose turn it is."""
    offered = frozenset[type[PlayerMove]]().union(*(seat.offers for seat in view.awaited))
    if view.phase is Phase.INSURANCE:
        yield _insurance_row(view, lang, offered)
        return
    first = [
        _button(view, lang("button-hit"), Verb.HIT, enabled=Hit in offered, style=GREEN),
        _button(view, lang("button-stand"), Verb.STAND, enabled=Stand in offered, style=RED),
    ]
    if view.rules.double:
        double = lang("button-double")
        first.append(_button(view, double, Verb.DOUBLE, enabled=Double in offered, style=BLUE))
    if view.rules.split is not Pair.NONE:
        first.append(_button(view, lang("button-split"), Verb.SPLIT, enabled=Split in offered))
    yield ui.ActionRow(*first)
    if view.rules.surrender:
        # Far from the others, so that nobody gives up by mistake.
        label = lang("button-surrender")
        yield ui.ActionRow(_button(view, label, Verb.SURRENDER, enabled=Surrender in offered))


def _insurance_row(view: TableView, lang: Language, offered: frozenset[type[PlayerMove]]) -> Row:
    half = any(seat.payable_insurance == seat.most_insurance > 0 for seat in view.awaited)
    less = any(seat.payable_insurance for seat in view.awaited)
    no = DeclineInsurance in offered
    buttons = [
        _button(view, lang("button-insure-half"), "half", enabled=half, style=BLUE),
        _button(view, lang("button-insure"), Verb.INSURE, enabled=less),
        _button(view, lang("button-no-insurance"), Verb.DECLINE, enabled=no),
    ]
    if TakeEvenMoney in offered:
        buttons.append(_button(view, lang("button-even-money"), Verb.EVEN_MONEY, style=GREEN))
    return ui.ActionRow(*buttons)


def _button(
    view: TableView,
    label: str,
    verb: str,
    *,
    cents: int | None = None,
    enabled: bool = True,
    style: discord.ButtonStyle = GREY,
) -> ui.Button[ui.LayoutView]:
    press = Press(
        table_id=view.table_id,
        round_number=view.round_number,
        verb=verb,
        cents=cents,
        counters={seat.number: seat.counter for seat in view.awaited},
    )
    return ui.Button(label=label, custom_id=press.custom_id(), style=style, disabled=not enabled)
