"""The rows of buttons under a table. A button keeps its place, and is disabled while it is not legal."""

from collections.abc import Iterator

from cogs.language import Language
from cogs.table.buttons import address_of, addressed
from cogs.table.chips import chips
from cogs.table.components import BLUE, GREEN, GREY, RED, Button, Row, Style, button, row
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
from engine.rules import Pair
from engine.table import TableView

BALANCE = "balance"
"""The verb of the button that tells a balance privately."""


class _Maker:
    """Makes the buttons of one board."""

    def __init__(self, view: TableView) -> None:
        counters = {seat.number: seat.counter for seat in view.awaited}
        self._address = address_of(view.table_id, view.round_number, counters)

    def __call__(
        self,
        label: str,
        verb: str,
        *,
        cents: int | None = None,
        enabled: bool = True,
        style: Style = GREY,
    ) -> Button:
        custom_id = addressed(self._address, verb, cents)
        return button(label, custom_id, style=style, enabled=enabled)


def bet_rows(view: TableView, lang: Language) -> Iterator[Row]:
    """The chips, and what else is decided between rounds."""
    made = _Maker(view)
    played = any(seat.last_stake for seat in view.seats)
    bets = [
        made(lang.money.short(cents), "bet", cents=cents)
        for cents in chips(view.rules.min_bet, view.rules.highest_bet)
    ]
    if played:
        bets.append(made(lang("button-same-bet"), "same"))
    yield row(*bets)
    yield row(*_between_rounds(view, lang, made, played=played))


def _between_rounds(
    view: TableView, lang: Language, made: _Maker, *, played: bool
) -> Iterator[Button]:
    yield made(lang("button-change-bet" if played else "button-other"), OTHER)
    bet = any(seat.stake for seat in view.seats)
    yield made(lang("button-deal"), "deal", enabled=bet, style=GREEN)
    if played:
        yield made(lang("button-play-again"), "again", enabled=view.asked, style=BLUE)
    yield made(lang("button-balance"), BALANCE)
    yield made(lang("button-leave"), "leave", style=RED)


def move_rows(view: TableView, lang: Language) -> Iterator[Row]:
    """The decisions of those whose turn it is."""
    made = _Maker(view)
    offered: set[type[PlayerMove]] = set()
    offered.update(*(seat.offers for seat in view.awaited))
    if view.phase is Phase.INSURANCE:
        yield _insurance_row(view, lang, made, offered)
        return
    first = [
        made(lang("button-hit"), Verb.HIT, enabled=Hit in offered, style=GREEN),
        made(lang("button-stand"), Verb.STAND, enabled=Stand in offered, style=RED),
    ]
    if view.rules.double:
        first.append(
            made(lang("button-double"), Verb.DOUBLE, enabled=Double in offered, style=BLUE)
        )
    if view.rules.split is not Pair.NONE:
        first.append(made(lang("button-split"), Verb.SPLIT, enabled=Split in offered))
    yield row(*first)
    if view.rules.surrender:
        # Far from the others, so that nobody gives up by mistake.
        yield row(made(lang("button-surrender"), Verb.SURRENDER, enabled=Surrender in offered))


def _insurance_row(
    view: TableView, lang: Language, made: _Maker, offered: set[type[PlayerMove]]
) -> Row:
    # None has a colour: insurance costs money in the long run, and nobody is to be led to it.
    half = any(seat.payable_insurance == seat.most_insurance > 0 for seat in view.awaited)
    less = any(seat.payable_insurance for seat in view.awaited)
    no = DeclineInsurance in offered
    buttons = [
        made(lang("button-no-insurance"), Verb.DECLINE, enabled=no),
        made(lang("button-insure-half"), "half", enabled=half),
        made(lang("button-insure"), Verb.INSURE, enabled=less),
    ]
    if TakeEvenMoney in offered:
        buttons.append(made(lang("button-even-money"), Verb.EVEN_MONEY))
    return row(*buttons)
