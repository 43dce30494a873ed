"""The table's message, drawn whole from a view by pure functions.

Views are only drawn, never stored: each is stopped before it is sent, and clicks come in through the router.
"""

from collections.abc import Iterable
from itertools import groupby

import discord
from discord import ui

from cogs import words
from cogs.buttons import Press
from cogs.rules_text import limits, odd_rules
from engine.money import dollars, short_dollars
from engine.moves import Double, Hit, PlayerMove, Stand
from engine.rules import Rules
from engine.table_state import Stage
from engine.view import BoxView, HandView, SeatView, TableView

CHIPS = (1_000, 5_000, 10_000, 50_000)
"""Cents."""

_COLOURS = {
    Stage.BETTING: discord.Colour.gold(),
    Stage.PLAYING: discord.Colour.green(),
    Stage.SETTLED: discord.Colour.blurple(),
    Stage.CLOSED: discord.Colour.dark_grey(),
}

_MOVES: tuple[tuple[str, type[PlayerMove], discord.ButtonStyle], ...] = (
    ("Hit", Hit, discord.ButtonStyle.success),
    ("Stand", Stand, discord.ButtonStyle.danger),
    ("Double", Double, discord.ButtonStyle.primary),
)


def draw(view: TableView) -> ui.LayoutView:
    """The whole message for this view. Needs a running event loop, as every discord.py view does."""
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(_header(view))]
    match view.stage:
        case Stage.BETTING:
            parts += [ui.Separator(), ui.TextDisplay(_bets(view)), *_bet_rows(view)]
        case Stage.PLAYING | Stage.SETTLED:
            parts += [ui.Separator(), *_hands(view)]
        case Stage.CLOSED:
            parts.append(
                ui.TextDisplay("The table is closed: everybody has left. Thank you for playing!")
            )
    if view.stage is Stage.PLAYING:
        parts += [ui.Separator(), ui.TextDisplay(_turn(view)), _move_row(view)]
    board = ui.LayoutView(timeout=None)
    board.add_item(ui.Container(*parts, accent_colour=_COLOURS[view.stage]))
    board.stop()
    return board


def _header(view: TableView) -> str:
    lines = [f"## {view.rules.title}", f"-# Round {view.round_number} · dealer {_dealer(view)}"]
    lines.append(f"-# {odd_rules(view.rules)}")
    if view.stage is Stage.BETTING:
        lines.append(f"-# Bets {limits(view.rules)}")
    if view.cutter is not None and view.stage is not Stage.CLOSED:
        who = words.mention(view.seat(view.cutter).user_id)
        lines.append(f"-# Freshly shuffled, cut by {who}")
    if view.last_of_shoe:
        lines.append("-# The cut card is out: the cards are shuffled after this round")
    if view.resumed:
        lines.append("-# The house was away for a moment; everything is as it was")
    return "\n".join(lines)


def _dealer(view: TableView) -> str:
    return words.dealer_name(view.table_id)


# Between rounds


def _bets(view: TableView) -> str:
    lines = [f"{place}. {_bettor(seat)}" for place, seat in enumerate(view.seats, start=1)]
    free = view.rules.seats - len(view.seats)
    if free:
        seats = "1 free seat" if free == 1 else f"{free} free seats"
        lines.append(f"-# {seats}: press a chip or type `/bet` to sit down")
    return "\n".join([*lines, _bet_question(view)])


def _bettor(seat: SeatView) -> str:
    bet = f"bets **{dollars(seat.stake)}**" if seat.stake else "has not bet yet"
    missed = " · sat out the last round" if seat.missed else ""
    return f"{words.mention(seat.user_id)} {bet}{missed}"


def _bet_question(view: TableView) -> str:
    closing = f"Bets close {words.deadline(view.deadline or 0)}."
    if view.asked:
        return f"{words.mention(view.seats[0].user_id)}, play again? {closing}"
    return f"Place your bets. {closing}"


def _bet_rows(view: TableView) -> Iterable[ui.ActionRow[ui.LayoutView]]:
    chips = [_chip(view, cents) for cents in CHIPS]
    same = _button(view, "Same bet", "same", enabled=any(s.last_stake for s in view.seats))
    yield ui.ActionRow(*chips, same)
    somebody_bet = any(seat.stake for seat in view.seats)
    yield ui.ActionRow(
        _button(view, "Other…", "other"),
        _button(view, "Deal", "deal", enabled=somebody_bet, style=discord.ButtonStyle.success),
        _button(view, "Play again", "again", enabled=view.asked, style=discord.ButtonStyle.primary),
        _button(view, "Leave", "leave", style=discord.ButtonStyle.danger),
    )


def _chip(view: TableView, cents: int) -> ui.Button[ui.LayoutView]:
    return _button(view, short_dollars(cents), "bet", cents=cents, enabled=view.rules.allows(cents))


def _button(
    view: TableView,
    label: str,
    verb: str,
    *,
    cents: int | None = None,
    enabled: bool = True,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ui.Button[ui.LayoutView]:
    counters = {seat.number: seat.counter for seat in view.awaited}
    press = Press(
        table_id=view.table_id,
        round_number=view.round_number,
        verb=verb,
        cents=cents,
        counters=counters,
    )
    return ui.Button(label=label, custom_id=press.custom_id(), style=style, disabled=not enabled)


# While a round is played


def _hands(view: TableView) -> Iterable[ui.TextDisplay[ui.LayoutView]]:
    for box in view.boxes:
        if not view.rules.dealer_each:
            yield ui.TextDisplay(_dealer_hand(view, box))
        for number in box.seats:
            text = _seat(view, view.seat(number))
            if view.rules.dealer_each:
                text += "\n" + _dealer_hand(view, box)
            yield ui.TextDisplay(text)


def _waiting(view: TableView) -> list[str]:
    """Those who sat down in mid-round."""
    waiting = [words.mention(seat.user_id) for seat in view.seats if not seat.hands]
    return [f"-# Waiting for the next round: {', '.join(waiting)}"] if waiting else []


def _dealer_hand(view: TableView, box: BoxView) -> str:
    dealer = box.dealer
    shows = "shows " if None in dealer.cards else ""
    bust = " · **busts**" if dealer.total.points > 21 else ""
    return (
        f"**{_dealer(view)}** (dealer) · {words.cards(dealer.cards)}"
        f" · {shows}**{words.total(dealer.total)}**{bust}"
    )


def _seat(view: TableView, seat: SeatView) -> str:
    place = next(i for i, s in enumerate(view.seats, start=1) if s.number == seat.number)
    gone = " · left" if seat.leaving else ""
    head = f"**{place}.** {words.mention(seat.user_id)}{gone}"
    lines = [_hand(hand) for hand in seat.hands]
    if seat.insurance_outcome is not None:
        lines.append(words.result(seat.insurance_outcome))
    return "\n".join([head, *lines])


def _hand(hand: HandView) -> str:
    marker = "▶ " if hand.active else ""
    parts = [
        f"{marker}{words.cards(hand.cards)}",
        f"**{words.total(hand.total)}**",
        words.stake(hand),
    ]
    if hand.outcome is not None:
        parts.append(f"**{words.result(hand.outcome)}**")
    elif status := words.status(hand):
        parts.append(status)
    return " · ".join(parts)


def _turn(view: TableView) -> str:
    lines = [
        f"{', '.join(words.mention(seat.user_id) for seat in seats)} to decide {words.deadline(moment)}"
        for moment, seats in groupby(view.awaited, key=lambda seat: seat.deadline or 0)
    ]
    return "\n".join([*(lines or [f"{_dealer(view)} plays."]), *_waiting(view)])


def _move_row(view: TableView) -> ui.ActionRow[ui.LayoutView]:
    offered = frozenset[type[PlayerMove]]().union(*(seat.offers for seat in view.awaited))
    return ui.ActionRow(
        *(
            _button(view, label, label.lower(), enabled=move in offered, style=style)
            for label, move, style in _MOVES
            if _has_place(view.rules, move)
        )
    )


def _has_place(rules: Rules, move: type[PlayerMove]) -> bool:
    """A button that this rule set never offers has no place on the table."""
    return rules.double or move is not Double
