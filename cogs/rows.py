"""The rows of buttons under a table. A button keeps its place, and is disabled while it is not legal."""

from collections.abc import Iterable

import discord
from discord import ui

from cogs.buttons import Press
from cogs.modals import INSURE, OTHER
from engine.money import short_dollars
from engine.moves import (
    DeclineInsurance,
    Double,
    Hit,
    PlayerMove,
    Split,
    Stand,
    Surrender,
    TakeEvenMoney,
)
from engine.round import Phase
from engine.rule_terms import Pair
from engine.view import TableView

Row = ui.ActionRow[ui.LayoutView]

CHIPS = (1_000, 5_000, 10_000, 50_000)
"""Cents."""

GREY = discord.ButtonStyle.secondary
GREEN = discord.ButtonStyle.success
RED = discord.ButtonStyle.danger
BLUE = discord.ButtonStyle.primary


def bet_rows(view: TableView) -> Iterable[Row]:
    """The chips, and what else is decided between rounds."""
    chips = [
        _button(view, short_dollars(cents), "bet", cents=cents, enabled=view.rules.allows(cents))
        for cents in CHIPS
    ]
    yield ui.ActionRow(
        *chips, _button(view, "Same bet", "same", enabled=any(s.last_stake for s in view.seats))
    )
    yield ui.ActionRow(
        _button(view, "Other…", OTHER),
        _button(view, "Deal", "deal", enabled=any(s.stake for s in view.seats), style=GREEN),
        _button(view, "Play again", "again", enabled=view.asked, style=BLUE),
        _button(view, "Leave", "leave", style=RED),
    )


def move_rows(view: TableView) -> Iterable[Row]:
    """The decisions of those whose turn it is."""
    offered = frozenset[type[PlayerMove]]().union(*(seat.offers for seat in view.awaited))
    if view.phase is Phase.INSURANCE:
        yield _insurance_row(view, offered)
        return
    first = [
        _button(view, "Hit", "hit", enabled=Hit in offered, style=GREEN),
        _button(view, "Stand", "stand", enabled=Stand in offered, style=RED),
    ]
    if view.rules.double:
        first.append(_button(view, "Double", "double", enabled=Double in offered, style=BLUE))
    yield ui.ActionRow(*first)
    if second := list(_rarer_moves(view, offered)):
        yield ui.ActionRow(*second)


def _rarer_moves(
    view: TableView, offered: frozenset[type[PlayerMove]]
) -> Iterable[ui.Button[ui.LayoutView]]:
    """Far from `Double`, so that nobody takes one for the other."""
    if view.rules.surrender:
        yield _button(view, "Surrender", "surrender", enabled=Surrender in offered)
    if view.rules.split is not Pair.NONE:
        yield _button(view, "Split", "split", enabled=Split in offered)


def _insurance_row(view: TableView, offered: frozenset[type[PlayerMove]]) -> Row:
    half = any(seat.payable_insurance == seat.most_insurance > 0 for seat in view.awaited)
    less = any(seat.payable_insurance for seat in view.awaited)
    buttons = [
        _button(view, "Insure half", "half", enabled=half, style=BLUE),
        _button(view, "Insure…", INSURE, enabled=less),
        _button(view, "No insurance", "decline", enabled=DeclineInsurance in offered),
    ]
    if view.rules.even_money:
        even = _button(view, "Even money", "even", enabled=TakeEvenMoney in offered, style=GREEN)
        buttons.append(even)
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
