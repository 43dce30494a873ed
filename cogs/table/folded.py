"""A round that another one has followed: two short lines, and a button that opens its replay."""

from cogs.language import Language, words
from cogs.table.buttons import Press
from cogs.table.components import button, section, text
from cogs.table.headlines import net_of
from cogs.table.layout import Layout
from engine.table import DealerView, Stage, TableView

REPLAY = "replay"
"""The verb of the button that opens the replay of a round, for whoever clicks."""


def draw_folded(view: TableView, lang: Language) -> Layout:
    """What is left of a round's message: the dealer's hand, and what everybody has won."""
    number = lang("folded-round", number=str(view.round_number))
    results = words.joined(
        f"{words.seated(lang, seat)} {lang.money.short(net, signed=True)}"
        for seat in view.seats
        if (net := net_of(seat)) is not None
    )
    if view.stage is Stage.VOIDED:
        first = words.joined((number, lang("history-back")))
        return Layout(text(_small(first, results)))
    # Where everybody has a dealer's hand of their own, none of them says how the round went.
    shared = () if view.rules.dealer_each else view.boxes
    first = words.joined((number, *(_dealer(box.dealer, lang) for box in shared)))
    replay = Press(table_id=view.table_id, round_number=view.round_number, verb=REPLAY)
    return Layout(
        section(text(_small(first, results)), button(lang("button-replay"), replay.custom_id()))
    )


def _small(*lines: str) -> str:
    return "\n".join(f"-# {line}" for line in lines if line)


def _dealer(dealer: DealerView, lang: Language) -> str:
    """`dealer 26, busts`."""
    total = lang("folded-dealer", total=str(dealer.total.points))
    return words.joined((total, lang("dealer-busts") if dealer.bust else ""), ", ")
