"""Rounds that are over: the line that tells of one while the next is played, and what a message becomes that the table
has left."""

from collections import Counter
from collections.abc import Iterable, Sequence

from cogs.board.parts import Act, Layout, Press, button, section, text
from cogs.language import Language, words
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.played import Ending, RoundOfTable
from engine.values.tables import Names


def in_a_line(view: TableView, lang: Language, round_id: int | None = None) -> str:
    """How the round before went: its number, also in `/history`, the dealer's hand, and what everybody has won."""
    number = lang("rounds-over", count=1, first=str(view.round_number), last="")
    number = words.joined((number, words.listed_as(round_id)))
    if view.stage is Stage.VOIDED:
        return words.joined((number, lang("history-back")))
    # Where everybody has their own dealer, no dealer's hand says how the round went.
    totals = [words.dealers_total(lang, group.dealer) for group in view.groups]
    shared = [] if view.rules.dealer_each else totals
    dealers = (lang("rounds-over-dealer", total=total) for total in shared)
    nets = ((words.seated(lang, seat), seat.net) for seat in view.seats)
    return words.joined((number, *dealers, *_won(nets, lang)))


def draw_rounds(
    table_id: int, rounds: Sequence[RoundOfTable], names: Names, lang: Language
) -> Layout:
    """What is left of the message on which these rounds were played, with the way to their replays."""
    first, last = rounds[0].number, rounds[-1].number
    label = lang("button-replay" if first == last else "button-replays")
    press = Press(table_id=table_id, round_number=first, verb=Act.REPLAY, number=last)
    told = text(f"-# {of_rounds(rounds, names, lang)}")
    return Layout(section(told, button(label, press.custom_id())))


def of_rounds(rounds: Sequence[RoundOfTable], names: Names, lang: Language) -> str:
    """What everybody has won in these rounds, at least one: `Rounds 4 to 11 · Ann +$50 · Ben −$20`."""
    first, last = str(rounds[0].number), str(rounds[-1].number)
    number = lang("rounds-over", count=len(rounds), first=first, last=last)
    nets: Counter[int] = Counter()
    for one in rounds:
        nets.update(one.nets)
    called = ((words.player(lang, who, names.get(who)), net) for who, net in nets.items())
    is_void = all(one.ending is Ending.VOIDED for one in rounds)
    return words.joined((number, lang("history-back") if is_void else "", *_won(called, lang)))


def _won(nets: Iterable[tuple[str, int | None]], lang: Language) -> list[str]:
    return [f"{who} {lang.money.short(net, signed=True)}" for who, net in nets if net is not None]
