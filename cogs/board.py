"""The table's message, drawn whole from a view by pure functions.

Views are only drawn, never stored: each is stopped before it is sent, and clicks come in through the router.
"""

from itertools import groupby

import discord
from discord import ui

from cogs import words
from cogs.hands import Detail, table_texts
from cogs.pictures import CUT, TEXT_ONLY, Pictures
from cogs.rows import bet_rows, move_rows
from cogs.rules_text import changed_options, limits, odd_rules
from engine.money import dollars
from engine.table_state import Stage
from engine.view import SeatView, TableView

MOST_CHARACTERS = 4_000
"""Over all texts of one message, as Discord counts them."""

_COLOURS = {
    Stage.BETTING: discord.Colour.gold(),
    Stage.PLAYING: discord.Colour.green(),
    Stage.SETTLED: discord.Colour.blurple(),
    Stage.VOIDED: discord.Colour.dark_red(),
    Stage.CLOSED: discord.Colour.dark_grey(),
}

_WITH_SEATS = (Stage.BETTING, Stage.PLAYING, Stage.SETTLED)


def draw(view: TableView, pictures: Pictures = TEXT_ONLY) -> ui.LayoutView:
    """The whole message for this view, in as much detail as fits. Needs a running event loop, as every view does.

    The pictures are what is given up first: the cards are written beside them.
    """
    plain = [(detail, TEXT_ONLY) for detail in Detail]
    levels = [(Detail.FULL, pictures), *plain] if pictures else plain
    boards = (_draw(view, detail, shown) for detail, shown in levels)
    board = next(boards)
    for shorter in boards:
        if board.content_length() <= MOST_CHARACTERS:
            break
        board = shorter
    return board


def _draw(view: TableView, detail: Detail, pictures: Pictures) -> ui.LayoutView:
    parts: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(_header(view, pictures))]
    match view.stage:
        case Stage.BETTING:
            parts += [ui.Separator(), ui.TextDisplay(_bets(view)), *bet_rows(view)]
        case Stage.PLAYING | Stage.SETTLED:
            texts = table_texts(view, detail, pictures)
            parts += [ui.Separator(), *map(ui.TextDisplay, texts)]
        case Stage.VOIDED:
            parts.append(
                ui.TextDisplay(
                    "An admin has ended this round. Every stake is back with its player."
                )
            )
        case Stage.CLOSED:
            goodbye = "The table is closed. Thank you for playing!"
            parts.append(ui.TextDisplay(goodbye))
    if view.stage is Stage.PLAYING:
        parts += [ui.Separator(), ui.TextDisplay(_turn(view)), *move_rows(view)]
    board = ui.LayoutView(timeout=None)
    board.add_item(ui.Container(*parts, accent_colour=_COLOURS[view.stage]))
    board.stop()
    return board


def _header(view: TableView, pictures: Pictures) -> str:
    cut_card = f"{pictures[CUT]} " if pictures else ""
    dealer = words.dealer_name(view.table_id)
    lines = [f"## {view.rules.title}", f"-# Round {view.round_number} · dealer {dealer}"]
    lines.append(f"-# {odd_rules(view.rules)}")
    if changed := changed_options(view.rules):
        lines.append(f"-# At this table: {changed}")
    if view.stage is Stage.BETTING:
        lines.append(f"-# Bets {limits(view.rules)}")
    if view.cutter is not None and view.stage in _WITH_SEATS:
        who = words.mention(view.seat(view.cutter).user_id)
        lines.append(f"-# {cut_card}Freshly shuffled, cut by {who}")
    if view.last_of_shoe:
        lines.append(f"-# {cut_card}The cut card is out: the cards are shuffled after this round")
    if view.waiting:
        lines.append(
            "**The house closes for a moment. This table is kept as it is, with every cent on it.**"
        )
    elif view.resumed:
        lines.append("-# The house was away for a moment; everything is as it was")
    return "\n".join(lines)


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


def _turn(view: TableView) -> str:
    lines = [
        f"{', '.join(words.mention(seat.user_id) for seat in seats)} to decide {words.deadline(moment)}"
        for moment, seats in groupby(view.awaited, key=lambda seat: seat.deadline or 0)
    ]
    return "\n".join([*(lines or [f"{words.dealer_name(view.table_id)} plays."]), *_waiting(view)])


def _waiting(view: TableView) -> list[str]:
    """Those who sat down in mid-round."""
    waiting = [words.mention(seat.user_id) for seat in view.seats if not seat.hands]
    return [f"-# Waiting for the next round: {', '.join(waiting)}"] if waiting else []
