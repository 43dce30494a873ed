"""Draws summaries of finished rounds, for boards, closed tables and leaving players."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from discord import Colour

from cogs.language import Language, words
from cogs.language.display_names import achievement
from cogs.pages.parts import (
    BLUE,
    GREEN,
    GREY,
    LINE,
    MOST_CHARACTERS,
    Button,
    Layout,
    Part,
    Style,
    button,
    fitting,
    framed,
    row,
    section,
    text,
)
from cogs.pages.press import Page, Press, of_table, replays_of
from engine.records.achievements import Milestone
from engine.table.state import Stage
from engine.table.view import TableView
from engine.values.money import GIFT
from engine.values.played import Ending, RoundOfTable, Sat, Sitting
from engine.values.tables import Names


def in_a_line(view: TableView, lang: Language) -> str:
    """Return a round's number, the dealer's total, and the net results in one line."""
    number = lang("rounds-over", count=1, first=str(view.round_number), last="")
    if view.stage is Stage.VOIDED:
        return words.joined((number, lang("history-back")))
    totals = [words.dealers_total(lang, group.dealer) for group in view.groups]
    shared = [] if view.rules.dealer_each else totals
    dealers = (lang("rounds-over-dealer", total=total) for total in shared)
    nets = ((words.seated(lang, seat), seat.net) for seat in view.seats)
    return words.joined((number, *dealers, *_nets(nets, lang)))


def draw_rounds(
    table_id: int, rounds: Sequence[RoundOfTable], names: Names, lang: Language
) -> Layout:
    """Draw the remains of a replaced board: a line about its rounds and a replay button."""
    first, last = rounds[0].number, rounds[-1].number
    label = lang("button-replay" if first == last else "button-replays")
    press = replays_of(table_id, first, last)
    line = text(f"-# {of_rounds(rounds, names, lang)}")
    return Layout(section(line, button(label, press.custom_id())))


def of_rounds(rounds: Sequence[RoundOfTable], names: Names, lang: Language) -> str:
    """Return the players' net results over these rounds (at least one): `Rounds 4 to 11 · Ann +$50`.

    Only the first `MOST_PLAYERS` are named.
    """
    first, last = str(rounds[0].number), str(rounds[-1].number)
    number = lang("rounds-over", count=len(rounds), first=first, last=last)
    nets: Counter[int] = Counter()
    for round_ in rounds:
        nets.update(round_.nets)
    named = (
        (words.player(lang, user_id, names.get(user_id)), net)
        for user_id, net in islice(nets.items(), MOST_PLAYERS)
    )
    is_void = all(one.ending is Ending.VOIDED for one in rounds)
    back = lang("history-back") if is_void else ""
    return words.joined((number, back, *_nets(named, lang), _more_players(len(nets), lang)))


def _nets(nets: Iterable[tuple[str, int | None]], lang: Language) -> list[str]:
    return [f"{name} {lang.money.signed(net)}" for name, net in nets if net is not None]


STAR: Final = "⭐"

TAKE_GIFT: Final = "gift"

MOST_PLAYERS: Final = 12

MOST_HEROES: Final = 3

MOST_ACHIEVEMENTS: Final = 6

_BY_NAME = "sitting-comeback", "sitting-natural", "sitting-best"
_MINE = "sitting-comeback-mine", "sitting-natural-mine", "sitting-best-mine"


def farewell(view: TableView, lang: Language, sitting: Sitting | None) -> Iterator[Part]:
    """Yield the parts of a closed table's message; `sitting` is its totals, None without rounds."""
    dealer = words.dealer_name(view.table_id)
    header = [f"### {words.rules_name(lang, view.rules)}"]
    if sitting is None:
        header.append(f"-# {lang('table-round', number=str(view.board), dealer=dealer)}")
    else:
        minutes = lang("sitting-minutes", minutes=max(round(sitting.seconds / 60), 1))
        spent = _rounds(sitting.rounds, lang), minutes, lang("sitting-dealer", dealer=dealer)
        header.append(f"-# {words.joined(spent)}")
    if view.last is not None:
        header.append(f"-# {in_a_line(view.last, lang)}")
    yield text(*header)
    closing = lang("table-closed" if sitting is None else "table-farewell")
    if sitting is not None:
        lines = [*_players(sitting, lang)]
        room = MOST_CHARACTERS - sum(len(line) + 1 for line in (*header, *lines, closing))
        lines += fitting(_moments(sitting, lang), room)
        yield from (LINE, text(*lines), LINE) if lines else (LINE,)
    yield text(closing)
    buttons = [_button(of_table(Page.AGAIN, view.table_id), lang("button-new-table"), BLUE)]
    if sitting is not None:
        buttons.append(_button(of_table(Page.SITTING, view.table_id), lang("button-my-rounds")))
    yield row(*buttons)


def draw_leaving(
    table_id: int,
    sitting: Sitting | None,
    lang: Language,
    *,
    in_play: bool = False,
    is_broke: bool = False,
    worst: str = "",
    practise: Button | None = None,
    answer: str = "",
) -> Layout:
    """Draw the private farewell of a leaving player.

    `sitting` is their results, None before a round is over. `in_play`: their hand is still played.
    `worst` is a sentence about their most expensive mistake, `practise` a button to practise it.
    `answer` is a line that answers a click.
    """
    lines, buttons = list[str](), list[Button]()
    if sitting is not None:
        (mine,) = sitting.players
        net = f"**{lang.money.signed(mine.net)}**"
        figures = _rounds(sitting.rounds, lang), net, _accuracy(mine, lang)
        lines.append(f"### {words.joined(figures)}")
    elif not in_play:
        lines.append(lang("sitting-not-played"))
    if in_play:
        lines.append(lang("leaving-first-hand" if sitting is None else "leaving-in-play"))
    if sitting is not None:
        lines += _moments(sitting, lang, mine=True)
    lines += [worst] if worst else []
    if sitting is not None or in_play:
        buttons.append(_button(of_table(Page.SITTING, table_id), lang("button-my-rounds")))
    if practise is not None:
        buttons.append(practise)
    if is_broke:
        lines.append(lang("sorry-broke", amount=lang.money.write(GIFT)))
        label = lang("button-donor", amount=lang.money.bare.write(GIFT))
        gift = Press(page=Page.SITTING, action=TAKE_GIFT, values=(table_id,))
        buttons.append(_button(gift, label, GREEN))
    lines += [answer] if answer else []
    rows = [row(*buttons)] if buttons else []
    return framed(text(*lines), *rows, colour=Colour.dark_grey())


def _rounds(count: int, lang: Language) -> str:
    return lang("stats-rounds", rounds=count)


def _accuracy(one: Sat, lang: Language) -> str:
    decisions, good = one.share
    return words.accuracy(lang, good, decisions) if decisions else ""


def _players(sitting: Sitting, lang: Language) -> Iterator[str]:
    for one in sitting.players[:MOST_PLAYERS]:
        net = f"**{lang.money.signed(one.net)}**"
        rounds = _rounds(one.rounds, lang)
        yield words.joined((_name(one.user_id, sitting, lang), rounds, net, _accuracy(one, lang)))
    if more := _more_players(len(sitting.players), lang):
        yield f"-# {more}"


def _more_players(count: int, lang: Language) -> str:
    more = count - MOST_PLAYERS
    return lang("sitting-more-players", count=more) if more > 0 else ""


def _moments(sitting: Sitting, lang: Language, *, mine: bool = False) -> Iterator[str]:
    """Yield lines about comebacks or the largest win, then achievements. `mine` leaves out names."""
    achievements, (comeback, natural, most) = sitting.achievements, _MINE if mine else _BY_NAME
    winners = [one for one in sitting.players if one.best.net > 0]
    if back := [one for one in achievements if one.what == Milestone.BACK][:MOST_HEROES]:
        achievements = tuple(one for one in achievements if one not in back)
        names = lang.listed(_name(one.user_id, sitting, lang) for one in back)
        yield f"{STAR} {lang(comeback, players=names)}"
    elif winners:
        best = max(winners, key=lambda one: (one.best.net, one.best.natural))
        key = natural if best.best.natural else most
        name, net = _name(best.user_id, sitting, lang), lang.money.signed(best.best.net)
        line = lang(key, player=name, net=net, round=str(best.best.number))
        yield f"{STAR} {line}"
    earners = dict[str, list[str]]()
    for one in achievements:
        earners.setdefault(one.what, []).append(_name(one.user_id, sitting, lang))
    for what, players in islice(earners.items(), MOST_ACHIEVEMENTS):
        line = achievement(lang, what)
        if not mine:
            line = lang("sitting-achievement", achievement=line, players=", ".join(players))
        yield f"-# {line}"
    if (more := len(earners) - MOST_ACHIEVEMENTS) > 0:
        yield f"-# {lang('sitting-more-achievements', count=more)}"


def _name(user_id: int, sitting: Sitting, lang: Language) -> str:
    return words.player(lang, user_id, sitting.names.get(user_id))


def _button(press: Press, label: str, style: Style = GREY) -> Button:
    return button(label, press.custom_id(), style=style)
