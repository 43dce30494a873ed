"""What a table's message becomes when the table closes: the sitting, from its first bet to its last round. And what
those are told of it, privately, who leave before."""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import Colour

from cogs.board.buttons import MY_ROUNDS, NEW_TABLE, TAKE_GIFT, Press
from cogs.board.components import (
    BLUE,
    GREEN,
    GREY,
    LINE,
    Button,
    Layout,
    Part,
    Style,
    button,
    container,
    row,
    text,
)
from cogs.board.rounds_over import in_a_line
from cogs.language import Language, words
from cogs.language.honours import honour
from engine.records.honours import Milestone
from engine.table.view import TableView
from engine.values.money import GIFT
from engine.values.played import Sat, Sitting

STAR: Final = "⭐"

MOST_PLAYERS: Final = 12
"""Who are named; a table takes four at a time, and others come and go."""

MOST_HEROES: Final = 3
"""Of whose comeback is told."""

MOST_HONOURS: Final = 6
"""Which are named."""


def farewell(
    view: TableView, sitting: Sitting | None, lang: Language, round_id: int | None = None
) -> Iterator[Part]:
    """The parts of a closed table's message; `sitting` is None where no round was played.

    `round_id` is the last round's number in `/history`.
    """
    yield text("\n".join(_header(view, sitting, lang, round_id)))
    if sitting is not None:
        told = [*_players(sitting, lang), *_moments(sitting, lang)]
        yield from (LINE, text("\n".join(told)), LINE) if told else (LINE,)
    yield text(lang("table-goodbye"))
    buttons = [_button(view.table_id, NEW_TABLE, lang("button-new-table"), BLUE)]
    if sitting is not None:
        buttons.append(_button(view.table_id, MY_ROUNDS, lang("button-my-rounds")))
    yield row(*buttons)


def draw_leaving(
    table_id: int,
    sitting: Sitting,
    lang: Language,
    *,
    is_broke: bool,
    said: str = "",
) -> Layout:
    """What somebody is told who leaves a table, of their own rounds there; `said` is what has come of their click."""
    (mine,) = sitting.players
    net = f"**{lang.money.signed(mine.net)}**"
    lines = [f"### {words.joined((_rounds(sitting.rounds, lang), net))}"]
    lines += _own_moments(sitting, lang)
    if is_broke:
        lines.append(lang("sorry-broke", amount=lang.money.full(GIFT)))
    buttons = [_button(table_id, MY_ROUNDS, lang("button-my-rounds"))]
    if is_broke:
        label = lang("button-donor", amount=lang.money.full(GIFT))
        buttons.append(_button(table_id, TAKE_GIFT, label, GREEN))
    lines += [said] if said else []
    colour = Colour.dark_grey().value
    return Layout(container(text("\n".join(lines)), row(*buttons), colour=colour))


def _header(
    view: TableView, sitting: Sitting | None, lang: Language, round_id: int | None
) -> Iterator[str]:
    yield f"### {words.rules_name(lang, view.rules)}"
    dealer = words.dealer_name(view.table_id)
    if sitting is None:
        yield f"-# {lang('table-round', number=str(view.board), dealer=dealer)}"
    else:
        minutes = lang("sitting-minutes", minutes=max(round(sitting.seconds / 60), 1))
        spent = _rounds(sitting.rounds, lang), minutes, lang("sitting-dealer", dealer=dealer)
        yield f"-# {words.joined(spent)}"
    if view.last is not None:
        yield f"-# {in_a_line(view.last, lang, round_id)}"


def _rounds(count: int, lang: Language) -> str:
    return lang("stats-rounds", rounds=count)


def _players(sitting: Sitting, lang: Language) -> Iterator[str]:
    """A line for each player, who has won most first."""
    for one in sitting.players[:MOST_PLAYERS]:
        net = f"**{lang.money.signed(one.net)}**"
        rounds = _rounds(one.rounds, lang) if one.rounds < sitting.rounds else ""
        yield words.joined((_name(one.user_id, sitting, lang), net, rounds, _share(one, lang)))
    if (more := len(sitting.players) - MOST_PLAYERS) > 0:
        yield f"-# {lang('sitting-more-players', count=more)}"


def _share(sat: Sat, lang: Language) -> str:
    """How often somebody has made the best move, once it is known."""
    decisions, good = sat.share
    return lang("skill-best", good=good, decisions=decisions) if decisions else ""


def _moments(sitting: Sitting, lang: Language) -> Iterator[str]:
    """What is worth telling: a comeback, else the most that was won in a round; and the honours."""
    honours = sitting.honours
    if back := [one for one in honours if one.what == Milestone.BACK][:MOST_HEROES]:
        # That is the story of the evening, and is told as such.
        honours = tuple(one for one in honours if one not in back)
        names = lang.listed(_name(one.user_id, sitting, lang) for one in back)
        yield f"{STAR} {lang('sitting-comeback', players=names)}"
    elif (best := _best(sitting.players)) is not None:
        key = "sitting-natural" if best.best.natural else "sitting-best"
        name = _name(best.user_id, sitting, lang)
        yield f"{STAR} {lang(key, player=name, **_won(best, lang))}"
    named = ((honour(lang, e.what), _name(e.user_id, sitting, lang)) for e in honours)
    yield from _honours([words.joined(one) for one in named], lang)


def _own_moments(sitting: Sitting, lang: Language) -> Iterator[str]:
    """The same for the only one whom it is about."""
    earned = [one.what for one in sitting.honours if one.what != Milestone.BACK]
    if len(earned) < len(sitting.honours):
        yield f"{STAR} {lang('sitting-comeback-mine')}"
    elif (best := _best(sitting.players)) is not None:
        key = "sitting-natural-mine" if best.best.natural else "sitting-best-mine"
        yield f"{STAR} {lang(key, **_won(best, lang))}"
    yield from _honours([honour(lang, what) for what in earned], lang)


def _best(players: Sequence[Sat]) -> Sat | None:
    """Who has won most in one round, if anybody has won any."""
    winners = [one for one in players if one.best.net > 0]
    return max(winners, key=lambda one: (one.best.net, one.best.natural), default=None)


def _won(sat: Sat, lang: Language) -> dict[str, str]:
    return {"net": lang.money.signed(sat.best.net), "round": str(sat.best.number)}


def _honours(named: Sequence[str], lang: Language) -> Iterator[str]:
    yield from (f"-# {one}" for one in named[:MOST_HONOURS])
    if (more := len(named) - MOST_HONOURS) > 0:
        yield f"-# {lang('sitting-more-honours', count=more)}"


def _name(user_id: int, sitting: Sitting, lang: Language) -> str:
    return words.player(lang, user_id, sitting.names.get(user_id))


def _button(table_id: int, verb: str, label: str, style: Style = GREY) -> Button:
    press = Press(table_id=table_id, round_number=0, verb=verb)
    return button(label, press.custom_id(), style=style)
