"""Strategy sheets: a strategy chart as rows of letter codes, with the house edge."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from engine.coach.chart import UPCARDS, Advice, chart, chart_edge
from engine.round.moves import Verb
from engine.rules.rules import Rules

_LETTERS: Mapping[Verb, str] = {
    Verb.HIT: "H",
    Verb.STAND: "S",
    Verb.DOUBLE: "D",
    Verb.SPLIT: "P",
    Verb.SURRENDER: "R",
}

_ACE = 1
"""In points."""

_MARKED = "A"

_Cells = Mapping[tuple[int, int], Advice]


class SheetRow(NamedTuple):
    """A row of a strategy sheet: the codes by upcard for some hands (`16`, `5-8`, `A,7`, `8,8`)."""

    name: str
    codes: tuple[str, ...]


class Sheet(NamedTuple):
    """A strategy sheet: rows of codes by hand, highest first. `pairs` is empty if the rules have no splits.

    `codes` maps codes to the best move and its fallback. `answers` says if insurance and even money should be taken,
    where offered. `edge` is the house edge against this play, in hundredths of a percent of the first stake.
    """

    upcards: tuple[str, ...]
    hard: tuple[SheetRow, ...]
    soft: tuple[SheetRow, ...]
    pairs: tuple[SheetRow, ...]
    codes: Mapping[str, tuple[Verb, ...]]
    answers: Mapping[Verb, bool]
    edge: int


def sheet(rules: Rules) -> Sheet:
    """Return the strategy sheet of these rules, for any bet limits and seats. The first call takes a second."""
    found = chart(rules)
    advised = {*found.hard.values(), *found.soft.values(), *found.pairs.values()}
    codes, letters = {code(advice): _moves(advice) for advice in advised}, [*_LETTERS.values()]
    return Sheet(
        upcards=tuple(map(_card, UPCARDS)),
        hard=_rows((str(total), _codes(found.hard, total)) for total in _hands(found.hard)),
        soft=_with_an_ace(found.soft, pairs=bool(found.pairs)),
        pairs=_pairs(found.pairs),
        codes=dict(sorted(codes.items(), key=lambda item: (letters.index(item[0][0]), item[0]))),
        answers={
            verb: takes
            for verb, takes in ((Verb.INSURE, found.insurance), (Verb.EVEN_MONEY, found.even_money))
            if takes is not None
        },
        edge=round(chart_edge(rules) * 10_000),
    )


def code(advice: Advice) -> str:
    """Return the code of a chart cell: `H` for hit, or `Dh` for "double if allowed, else hit"."""
    first, *rest = _moves(advice)
    return _LETTERS[first] + "".join(_LETTERS[move].lower() for move in rest)


def _moves(advice: Advice) -> tuple[Verb, ...]:
    """Return a chart cell's best move and its fallback. A pair that can't be split is played by its total."""
    match advice:
        case (Verb.DOUBLE | Verb.SURRENDER as first, second, *_):
            return first, second
        case (first, *_):
            return (first,)
        case _:
            raise ValueError("there is no advice")


def _with_an_ace(cells: _Cells, *, pairs: bool) -> tuple[SheetRow, ...]:
    by_points = [(total - 11, _codes(cells, total)) for total in _hands(cells)]
    rows = _rows((_card(points), codes) for points, codes in by_points if points > 1 or not pairs)
    return tuple(SheetRow(f"{_MARKED},{name}", codes) for name, codes in rows)


def _pairs(cells: _Cells) -> tuple[SheetRow, ...]:
    points = sorted(_hands(cells), key=lambda hand: hand if hand != _ACE else 11, reverse=True)
    return tuple(SheetRow(f"{_card(hand)},{_card(hand)}", _codes(cells, hand)) for hand in points)


def _rows(named: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[SheetRow, ...]:
    found = []
    for codes, group in groupby(named, key=itemgetter(1)):
        names = [name for name, _ in group]
        found.append(SheetRow(names[0] if len(names) == 1 else f"{names[-1]}-{names[0]}", codes))
    return tuple(found)


def _codes(cells: _Cells, hand: int) -> tuple[str, ...]:
    return tuple(code(cells[hand, up]) for up in UPCARDS)


def _hands(cells: _Cells) -> list[int]:
    return sorted({hand for hand, _ in cells}, reverse=True)


def _card(points: int) -> str:
    return _MARKED if points == _ACE else str(points)
