"""Draws a user's own rounds at a table, the most expensive mistakes first."""

from collections.abc import Iterator, Mapping, Sequence

from discord import Colour

from cogs.language import Language, words
from cogs.pages.paging import last_page, page_buttons, page_of
from cogs.pages.parts import LINE, Layout, Part, framed, menu, row, text
from cogs.pages.practice import practise_button
from cogs.pages.press import LIST, PICK, Page, Press
from engine.values.played import PlayedRound
from engine.values.skill import Judgement

Judged = Mapping[int, Judgement]
"""By round id."""

PAGE = 8


def own_rounds_press(table_id: int, page: int) -> Press:
    return Press(page=Page.SITTING, action=LIST, values=(table_id, page))


def draw_own_rounds(
    table_id: int,
    rounds: Sequence[PlayedRound],
    judged: Judged | None,
    page: int,
    lang: Language,
    *,
    worst: str = "",
) -> Layout:
    """Draw a page of a player's rounds (at least one), with a menu of reviews; of replays if `judged` is None.

    `worst` is a sentence about the most expensive mistake.
    """
    known = judged or {}
    in_order = sorted(rounds, key=lambda one: (-_cost(one, known), -one.number))
    last = last_page(len(rounds), PAGE)
    page = min(page, last)
    shown = in_order[page * PAGE :][:PAGE]
    lines = "\n".join(_round_lines(one, known, lang) for one in shown)
    heading = "\n-# ".join(_heading(rounds, known, page, last, lang))
    opens, values = (Page.REPLAY, (page,)) if judged is None else (Page.REVIEW, (page, table_id))
    press = Press(page=opens, action=PICK, values=values)
    placeholder = lang("history-pick" if judged is None else "history-review")
    options = [(_title(one, lang.plain), str(one.round_id)) for one in shown]
    parts: list[Part] = [text(heading), LINE, text(lines)]
    parts.append(menu(press.custom_id(), placeholder, options))
    if last:
        buttons = page_buttons(Page.SITTING, page, last, lambda target: (table_id, target))
        parts.append(row(*buttons))
    if any(one.good < one.decisions for one in known.values()):
        parts += [*([text(worst)] if worst else []), row(practise_button(lang))]
    return framed(*parts, colour=Colour.blurple())


def _heading(
    rounds: Sequence[PlayedRound], known: Judged, page: int, last: int, lang: Language
) -> Iterator[str]:
    yield f"## {lang('sitting-title')}"
    net = lang.money.signed(sum(one.net for one in rounds))
    sums = [lang("stats-rounds", rounds=len(rounds)), f"**{net}**"]
    if decisions := sum(one.decisions for one in known.values()):
        good = sum(one.good for one in known.values())
        sums.append(words.accuracy(lang, good, decisions))
    yield words.joined(sums)
    dearest = lang("sitting-dearest") if any(one.cost for one in known.values()) else ""
    if small := words.joined((dearest, page_of(lang, page, last))):
        yield small


def _round_lines(one: PlayedRound, known: Judged, lang: Language) -> str:
    small = [words.round_of_table(lang, one.number)]
    if (found := known.get(one.round_id)) is not None and found.decisions:
        cost = lang("sitting-cost", cost=lang.money.write(found.cost))
        small.append(lang("sitting-no-mistake") if found.good == found.decisions else cost)
        small.append(words.accuracy(lang, found.good, found.decisions))
    return f"**{_title(one, lang)}**\n-# {words.joined(small)}"


def _title(one: PlayedRound, lang: Language) -> str:
    return words.joined((f"#{one.round_id}", words.come_to(lang, one)))


def _cost(one: PlayedRound, known: Judged) -> int:
    found = known.get(one.round_id)
    return 0 if found is None else found.cost
