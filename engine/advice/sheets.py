"""A strategy chart as it is printed: rows of codes, and the house edge under it."""

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
"""Its points."""

_MARKED = "A"

_Cells = Mapping[tuple[int, int], Advice]


class Row(NamedTuple):
    """What to do with these hands (`16`, `5-8`, `A,7`, `8,8`) against each upcard; a code begins with the best move."""

    name: str
    codes: tuple[str, ...]


class Sheet(NamedTuple):
    """The rows of a chart, the highest hands first; `pairs` is empty where nothing can be split.

    `upcards` are those of the columns. `codes` are all that occur, with the best move and what to do where that is not
    possible any more. `answers` says of insurance and even money, as far as they are offered, whether to take them.
    `edge`: what the house keeps of who plays by the sheet, in hundredths of a percent of the first stake.
    """

    upcards: tuple[str, ...]
    hard: tuple[Row, ...]
    soft: tuple[Row, ...]
    pairs: tuple[Row, ...]
    codes: Mapping[str, tuple[Verb, ...]]
    answers: Mapping[Verb, bool]
    edge: int


def sheet(rules: Rules) -> Sheet:
    """The sheet of these rules; limits and seats make no difference. It takes a second the first time."""
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
    """`H`, or `Dh` for a double, else a hit: the other move where the best may be for the first two cards alone."""
    first, *rest = _moves(advice)
    return _LETTERS[first] + "".join(_LETTERS[move].lower() for move in rest)


def _moves(advice: Advice) -> tuple[Verb, ...]:
    """The best move, with the one in its place. A pair that can't be split any more is played by its total."""
    match advice:
        case (Verb.DOUBLE | Verb.SURRENDER as first, second, *_):
            return first, second
        case (first, *_):
            return (first,)
        case _:
            raise ValueError("there is no advice")


def _with_an_ace(cells: _Cells, *, pairs: bool) -> tuple[Row, ...]:
    """Two aces are left out where they have a row among the pairs."""
    beside = [(total - 11, _codes(cells, total)) for total in _hands(cells)]
    rows = _rows((_card(points), codes) for points, codes in beside if points > 1 or not pairs)
    return tuple(Row(f"{_MARKED},{name}", codes) for name, codes in rows)


def _pairs(cells: _Cells) -> tuple[Row, ...]:
    """Aces first."""
    points = sorted(_hands(cells), key=lambda hand: hand if hand != _ACE else 11, reverse=True)
    return tuple(Row(f"{_card(hand)},{_card(hand)}", _codes(cells, hand)) for hand in points)


def _rows(named: Iterable[tuple[str, tuple[str, ...]]]) -> tuple[Row, ...]:
    """Those that lie side by side and say the same are one: `5-8`."""
    found = []
    for codes, group in groupby(named, key=itemgetter(1)):
        names = [name for name, _ in group]
        found.append(Row(names[0] if len(names) == 1 else f"{names[-1]}-{names[0]}", codes))
    return tuple(found)


def _codes(cells: _Cells, hand: int) -> tuple[str, ...]:
    return tuple(code(cells[hand, up]) for up in UPCARDS)


def _hands(cells: _Cells) -> list[int]:
    return sorted({hand for hand, _ in cells}, reverse=True)


def _card(points: int) -> str:
    return _MARKED if points == _ACE else str(points)
